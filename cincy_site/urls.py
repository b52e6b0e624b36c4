"""Every address of Cincy. No request ever names a template; the server picks the fragment."""

from django.urls import path, register_converter

from cincy_site import lan
from games.views import files, home, log, rules, seats, table, terms


class Code:
    """A session's short code."""

    regex = "[A-Za-z0-9]{4,8}"

    def to_python(self, value: str) -> str:
        """Return the code as it is kept."""
        return value.upper()

    def to_url(self, value: str) -> str:
        """Return the code as it stands in an address."""
        return value


register_converter(Code, "code")

urlpatterns = [
    path("", home.home, name="home"),
    path("new", home.new, name="new"),
    path("bring", files.bring, name="bring"),
    path("join", home.by_code, name="by_code"),
    path("j/<str:link>", home.by_link, name="by_link"),
    path("p/<str:secret>", home.by_pass, name="by_pass"),
    path("h/<str:secret>", lan.arrive, name="arrive"),
    path("help", rules.trouble, name="trouble"),
    path("rules/<slug:game>", rules.rules, name="rules"),
    path("readings/<slug:game>", rules.readings, name="readings"),
    path("s/<code:code>", table.table, name="table"),
    path("s/<code:code>/fragments", table.fragments, name="fragments"),
    path("s/<code:code>/stream", table.no_stream, name="stream"),
    path("s/<code:code>/screen", table.wall, name="screen"),
    path("s/<code:code>/move", table.move, name="move"),
    path("s/<code:code>/unsay", table.unsay, name="unsay"),
    path("s/<code:code>/take-over", table.take_over, name="take_over"),
    path("s/<code:code>/claim", seats.claim, name="claim"),
    path("s/<code:code>/claims/<int:claim_id>", seats.decide, name="decide"),
    path("s/<code:code>/seats", seats.seats, name="seats"),
    path("s/<code:code>/names", seats.names, name="names"),
    path("s/<code:code>/terms", terms.terms, name="terms"),
    path("s/<code:code>/start", seats.start, name="start"),
    path("s/<code:code>/again", seats.again, name="again"),
    path("s/<code:code>/release", seats.release, name="release"),
    path("s/<code:code>/host", seats.hand_over, name="hand_over"),
    path("s/<code:code>/host/propose", seats.propose, name="propose"),
    path("s/<code:code>/host/agree", seats.agree, name="agree"),
    path("s/<code:code>/pass", seats.show_pass, name="show_pass"),
    path("s/<code:code>/file", files.take, name="file"),
    path("s/<code:code>/log", log.log, name="log"),
    path("s/<code:code>/log/back", log.back, name="back"),
    path("s/<code:code>/log/round", log.round_back, name="round_back"),
    path("s/<code:code>/log/<int:number>", log.entry, name="entry"),
    path("s/<code:code>/log/<int:number>/correct", log.correct, name="correct"),
]

handler400 = "games.views.errors.bad_request"
handler403 = "games.views.errors.forbidden"
handler404 = "games.views.errors.not_found"
handler500 = "games.views.errors.server_error"
