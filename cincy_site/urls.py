"""Every address of Cincy. No request ever names a template; the server picks the fragment."""

from datetime import date

from django.urls import path, register_converter

from cincy_site import lan
from games.views import (
    clubs,
    files,
    home,
    keeping,
    log,
    members,
    numbers,
    people,
    record,
    rules,
    seats,
    table,
    takeaway,
    terms,
    works,
)


class Code:
    """A session's short code."""

    regex = "[A-Za-z0-9]{4,8}"

    def to_python(self, value: str) -> str:
        """Return the code as it is kept."""
        return value.upper()

    def to_url(self, value: str) -> str:
        """Return the code as it stands in an address."""
        return value


class Day:
    """A day as 2026-11-30, of whatever year the clock of a computer was set to when somebody played."""

    regex = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        """Return the day; ValueError, and so no such page, where the calendar has none."""
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        """Return the day as it stands in an address."""
        return value.isoformat()


class Number:
    """A whole number that a database can look up; what is longer is no address."""

    regex = "[0-9]{1,15}"

    def to_python(self, value: str) -> int:
        """Return the number."""
        return int(value)

    def to_url(self, value: int) -> str:
        """Return the number as it stands in an address."""
        return str(value)


register_converter(Code, "code")
register_converter(Number, "number")
register_converter(Day, "day")

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
    path("s/<code:code>/record", record.record, name="record"),
    path("s/<code:code>/record/<int:place>", record.moment, name="moment"),
    path("s/<code:code>/podium.svg", takeaway.podium_svg, name="podium_svg"),
    path("s/<code:code>/podium.png", takeaway.podium_png, name="podium_png"),
    path("s/<code:code>/results.csv", takeaway.results_csv, name="results_csv"),
    path("s/<code:code>/moves.csv", takeaway.moves_csv, name="moves_csv"),
    path("clubs/<number:club>/results.csv", takeaway.club_results_csv, name="club_results_csv"),
    path("s/<code:code>/invite", seats.invite, name="invite"),
    path("s/<code:code>/club", keeping.place, name="session_club"),
    path("s/<code:code>/club/move", keeping.move, name="session_move"),
    path("s/<code:code>/delete", keeping.delete, name="session_delete"),
    path("c/<str:link>", clubs.by_link, name="club_link"),
    path("clubs/<number:club>", clubs.club, name="club"),
    path("clubs/<number:club>/name", clubs.rename, name="club_name"),
    path("clubs/<number:club>/again", clubs.again, name="club_again"),
    path("clubs/<number:club>/evenings/<day:day>", clubs.evening, name="evening"),
    path("clubs/<number:club>/members", members.members, name="members"),
    path("clubs/<number:club>/members/<number:member_id>", members.member, name="member"),
    path("clubs/<number:club>/link", members.draw_link, name="draw_link"),
    path("clubs/<number:club>/people", people.everybody, name="people"),
    path("clubs/<number:club>/people/<number:person>/rename", people.rename, name="person_name"),
    path("clubs/<number:club>/people/<number:person>/merge", people.merge, name="person_merge"),
    path("clubs/<number:club>/people/<number:person>/unmerge", people.unmerge, name="person_unmerge"),
    path("clubs/<number:club>/people/<number:person>/forget", people.forget, name="person_forget"),
    path("clubs/<number:club>/numbers", numbers.table, name="numbers"),
    path("clubs/<number:club>/records", numbers.records, name="records"),
    path("clubs/<number:club>/people/<number:person>", numbers.person, name="person"),
    path("clubs/<number:club>/people/<number:person>/against", numbers.pick, name="pick_against"),
    path("clubs/<number:club>/against/<number:one>/<number:other>", numbers.against, name="against"),
    path("clubs/<number:club>/settle", numbers.settle_up, name="settle"),
    path("clubs/<number:club>/archive", works.archive, name="archive"),
    path("clubs/<number:club>/bring", works.bring_here, name="bring_here"),
    path("clubs/<number:club>/rebuild", works.rebuild, name="rebuild"),
    path("clubs/bring", works.bring, name="bring_club"),
    path("works/<number:number>", works.work, name="work"),
    path("works/<number:number>/stop", works.stop, name="stop_work"),
    path("works/<number:number>/file", works.file, name="work_file"),
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
