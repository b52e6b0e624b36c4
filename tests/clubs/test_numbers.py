"""A club's numbers: what results add up to, kept and brought up to date, whatever becomes of people and sessions."""

import io
import random
from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F
from hypothesis import given, settings
from hypothesis import strategies as st

from games import aftermath, correcting
from games.club import clubs, forgetting, numbers, people, tallies
from games.club.numbers import COURSE, Numbers, of_result, records
from games.models import Club, Person, Result, Session, Tally
from games.words.numbers import of_game
from tests.cast import Phone, Table, read

FRIDAY = datetime(2026, 5, 1, 19, 0, tzinfo=UTC)
ROUND = "15/20/25 ABCA 66612 12346 11123 65432 ."
DETERMINED = settings(deadline=None, derandomize=True, database=None)

RESULTS = st.builds(
    lambda session, place, score, balance, clears, key: of_result(
        session,
        FRIDAY + timedelta(days=session % 97),
        place,
        score,
        balance,
        {"counts": {"rounds": 3, "clears": {"A": clears, "B": 1}}, "bests": {"throw": {"key": key}}},
    ),
    st.integers(1, 500),
    st.integers(1, 6),
    st.integers(-500, 500),
    st.integers(-500, 500),
    st.integers(0, 4),
    st.integers(0, 5),
)


@given(st.lists(RESULTS, max_size=130), st.randoms(use_true_random=False))
@DETERMINED
def test_numbers_add_up_to_the_same_in_whatever_order_and_parts(results, dealer):
    whole = sum(results, Numbers())
    mixed = results[:]
    dealer.shuffle(mixed)
    cut = dealer.randint(0, len(mixed))
    apart = sum(mixed[:cut], Numbers()) + sum(mixed[cut:], Numbers())
    assert apart == whole
    assert numbers.read(whole.written()) == whole
    assert len(whole.course) == min(len(results), COURSE)
    assert not whole.course or whole.running()[-1] == whole.balance


def test_of_equal_bests_the_earlier_stays():
    first = of_result(1, FRIDAY, 1, 50, 0, {})
    later = of_result(2, FRIDAY + timedelta(days=7), 1, 50, 0, {})
    assert (later + first).bests["score"]["session"] == 1
    assert records([("Ben", later), ("Ann", first)])["score"] == ("Ann", first.bests["score"])


def test_means_of_nothing_are_none():
    assert Numbers().mean_place is None
    assert Numbers().mean_score is None


# With a club


@pytest.fixture
def club(db):
    """A made-up club with some finished evenings of both games."""
    call_command("demo", evenings=3, seed=11, stdout=io.StringIO(), stderr=io.StringIO())
    return Club.objects.latest("pk")


@pytest.fixture
def keeper(club):
    phone = Phone(None)
    clubs.join(club.pk, phone.device)
    club.members.filter(device=phone.device).update(keeps=True)
    return phone


def from_scratch(club):
    """The numbers of everybody, added up from all results there are."""
    known = people.roots(club.pk)
    of_session = {}
    for result in Result.objects.filter(seat__person__club=club).select_related("seat__session"):
        key = (known[result.seat.person_id].pk, result.seat.session)
        of_session.setdefault(key, []).append(result)
    found = {}
    for (person, session), results in of_session.items():
        key = (person, session.game)
        results.sort(key=lambda result: (result.place, result.seat.number))
        found[key] = found.get(key, Numbers()) + tallies.of(results)
    return found


def kept(club):
    return {key: one for key, one in tallies.of_club(club, people.roots(club.pk)).items() if one != Numbers()}


def delete_a_session(club, dealer, keeper):
    if sessions := list(club.sessions.filter(status=Session.FINISHED)):
        forgetting.delete_session(dealer.choice(sessions).pk, keeper.device)


def merge_two(club, dealer, keeper):
    ones = {one.pk for one in people.roots(club.pk).values()}
    if len(ones) > 1:
        one, other = dealer.sample(sorted(ones), 2)
        clubs.merge(club.pk, keeper.device, one, other)


def take_a_merge_back(club, dealer, keeper):
    if merged := list(club.people.filter(into__isnull=False)):
        clubs.unmerge(club.pk, keeper.device, dealer.choice(merged).pk)


def swap_two_people(club, dealer, keeper):
    """Two sat in each other's place, at one table: the counts of sessions stay as they are."""
    session = dealer.choice(list(club.sessions.filter(status=Session.FINISHED)))
    one, other = dealer.sample(list(session.seats.all()), 2)
    one.person_id, other.person_id = other.person_id, one.person_id
    one.save()
    other.save()
    people.changed(club.pk)


def go_back_past_the_end(club, dealer, keeper):
    session = dealer.choice(list(club.sessions.filter(status=Session.FINISHED)))
    Session.objects.filter(pk=session.pk).update(host=keeper.device)
    correcting.go_back(session.pk, keeper.device, session.head - 1, session.head)


def play_one_to_its_end(club, dealer, keeper):
    table = Table(cast=False)
    Session.objects.filter(pk=table.pk).update(club=club)
    table.session.seats.update(person=None)
    people.introduce(table.session)
    table.play(ROUND + " end")


def rebuild_a_changed_one(club, dealer, keeper):
    result = dealer.choice(list(Result.objects.filter(seat__session__club=club)))
    Result.objects.filter(pk=result.pk).update(facts={})
    call_command("rebuild", club=club.pk, stdout=io.StringIO(), stderr=io.StringIO())


DEEDS = (
    delete_a_session,
    merge_two,
    take_a_merge_back,
    swap_two_people,
    go_back_past_the_end,
    play_one_to_its_end,
    rebuild_a_changed_one,
)


@pytest.mark.parametrize("seed", range(3))
def test_what_is_kept_is_what_all_results_add_up_to_after_any_mix_of_deeds(club, keeper, seed):
    dealer = random.Random(seed)
    assert kept(club) == from_scratch(club) != {}
    for _ in range(8):
        dealer.choice(DEEDS)(club, dealer, keeper)
        if dealer.random() < 0.7:
            assert kept(club) == from_scratch(club)
    assert kept(club) == from_scratch(club)
    assert Club.objects.filter(pk=club.pk, tallied=F("version")).exists()


@pytest.mark.parametrize("deed", DEEDS)
def test_each_deed_alone_is_brought_up_to_date(club, keeper, deed):
    before = kept(club)
    deed(club, random.Random(1), keeper)
    assert kept(club) == from_scratch(club)
    assert (kept(club) == before) == (deed in (rebuild_a_changed_one, take_a_merge_back))


def test_a_club_that_has_not_changed_is_not_counted_again(club, django_assert_num_queries):
    known = people.roots(club.pk)
    tallies.of_club(club, known)
    with django_assert_num_queries(2):
        tallies.of_club(club, known)


def test_a_session_that_moves_to_another_club_is_counted_there(club, keeper):
    kept(club)
    other = clubs.found(keeper.device)
    session = club.sessions.filter(status=Session.FINISHED).first()
    clubs.move(session.pk, keeper.device, other.pk)
    assert kept(other) == from_scratch(other) != {}
    assert kept(club) == from_scratch(club)


# With results


def test_results_and_facts_are_written_and_taken_back_together(table):
    table.play(ROUND + " end")
    results = {row.seat.number: row for row in Result.objects.filter(seat__session=table.pk)}
    assert results[1].facts["counts"]["clears"] == {"A": 1, "B": 0, "C": 0}
    assert [results[n].balance for n in (1, 2, 3, 4)] == [0, 20_000, 40_000, -60_000]
    correcting.go_back(table.pk, table.host.device, table.session.head - 1, table.session.head)
    assert not Result.objects.filter(seat__session=table.pk).exists()


def test_a_round_that_was_dropped_counts_nowhere(table):
    table.play(ROUND + " 35/30/d AAAA 11111")
    correcting.drop_round(table.pk, table.host.device, table.session.head, end=True)
    result = Result.objects.get(seat__session=table.pk, seat__number=1)
    assert result.facts["counts"]["rounds"] == 1
    assert result.facts["bests"]["throw"]["dice"] == [1, 2, 6, 6, 6]


def test_a_correction_after_the_end_counts_as_it_reads_now(table):
    table.play(ROUND + " end")
    entry = next(step.number for step in table.now.line.steps if step.move.name == "roll" and step.move.seat == 1)
    roll = table.now.game.moves["roll"]
    correcting.correct(table.pk, table.host.device, entry, roll(1, (6, 6, 6, 5, 1)), table.session.head)
    result = Result.objects.get(seat__session=table.pk, seat__number=1)
    assert result.facts["bests"]["throw"]["dice"] == [1, 5, 6, 6, 6]


# Rebuilding


def rebuilt(**options):
    call_command("rebuild", stdout=(out := io.StringIO()), stderr=io.StringIO(), **options)
    return out.getvalue()


def test_rebuilding_says_which_sessions_came_out_different(table):
    table.play(ROUND + " end")
    assert rebuilt() == ""
    Result.objects.filter(seat__session=table.pk, seat__number=2).update(facts={})
    assert "What is counted came out different" in rebuilt()
    Result.objects.filter(seat__session=table.pk, seat__number=2).update(place=4)
    said = rebuilt()
    assert f"/s/{table.code}" in said
    assert "Places or scores" in said
    assert rebuilt() == ""


def test_rebuilding_leaves_alone_what_the_rules_cannot_read(table):
    table.play(ROUND + " end")
    move = {"move": "reveal", "cards": ["duel", "20000", "25000"]}
    table.session.entries.filter(number=1).update(move=move)
    assert "does not fit the rules" in rebuilt()
    assert Result.objects.filter(seat__session=table.pk).count() == 4


def test_rebuilding_that_stops_half_way_goes_on_where_it_was(club, monkeypatch):
    Result.objects.update(facts={})
    real, calls = aftermath.results, []

    def once(now):
        calls.append(now)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return real(now)

    monkeypatch.setattr(aftermath, "results", once)
    with pytest.raises(KeyboardInterrupt):
        rebuilt()
    assert Result.objects.exclude(facts={}).values("seat__session").distinct().count() == 2
    monkeypatch.setattr(aftermath, "results", real)
    rebuilt()
    assert not Result.objects.filter(facts={}).exists()


def test_rebuilding_a_club_that_is_not_there_is_refused(db):
    with pytest.raises(CommandError):
        rebuilt(club=99)


# Pages


def page(keeper, path, **query):
    return keeper.client.get(path, query)


def two_of(club, game="dice"):
    """Two who sat at one table."""
    session = club.sessions.filter(status=Session.FINISHED, game=game).first()
    return [people.roots(club.pk)[seat.person_id] for seat in session.seats.all()[:2]]


def test_everybody_is_there_with_how_it_is_counted(club, keeper):
    text = read(page(keeper, f"/clubs/{club.pk}/numbers"))
    for person, _game in kept(club):
        assert Person.objects.get(pk=person).name in text
    assert "How these are counted" in text


def test_a_person_s_page_names_every_number_and_how_it_is_counted(club, keeper):
    for (person, game), one in kept(club).items():
        text = read(page(keeper, f"/clubs/{club.pk}/people/{person}"))
        for told in of_game(game).lines(one):
            assert told.label in text
            assert told.value in text
            assert told.how in text


def test_the_page_of_somebody_merged_leads_to_who_they_are(club, keeper):
    one, other = two_of(club)
    clubs.merge(club.pk, keeper.device, one.pk, other.pk)
    answer = page(keeper, f"/clubs/{club.pk}/people/{one.pk}")
    assert answer.url == f"/clubs/{club.pk}/people/{other.pk}"


def test_records_say_who_and_where(club, keeper):
    text = read(page(keeper, f"/clubs/{club.pk}/records"))
    for game in ("dice", "poker"):
        of_all = [(key[0], one) for key, one in kept(club).items() if key[1] == game]
        for name, (who, best) in records(of_all).items():
            told = of_game(game).record(name, best)
            assert told.value in text
            assert Person.objects.get(pk=who).name in text


def test_head_to_head_counts_as_the_results_say(club, keeper):
    one, other = two_of(club)
    known = people.roots(club.pk)
    met = tallies.meetings(known, one, other)
    for game, found in met.items():
        pairs = []
        for session in club.sessions.filter(status=Session.FINISHED, game=game):
            seats = {seat.person_id: seat.result for seat in session.seats.all()}
            if one.pk in seats and other.pk in seats:
                pairs.append((seats[one.pk], seats[other.pk]))
        assert found.sessions == len(pairs)
        assert found.ahead == sum(a.place < b.place for a, b in pairs)
        assert found.behind == sum(a.place > b.place for a, b in pairs)
        assert found.level == sum(a.place == b.place for a, b in pairs)
        assert round(found.difference, 6) == round(sum(a.score - b.score for a, b in pairs) / len(pairs), 6)
    back = tallies.meetings(known, other, one)
    assert {game: (m.behind, m.ahead, -m.difference) for game, m in back.items()} == {
        game: (m.ahead, m.behind, m.difference) for game, m in met.items()
    }
    text = read(page(keeper, f"/clubs/{club.pk}/against/{one.pk}/{other.pk}"))
    assert f"{one.name} against {other.name}" in text
    answer = page(keeper, f"/clubs/{club.pk}/people/{one.pk}/against", **{"with": other.pk})
    assert answer.url == f"/clubs/{club.pk}/against/{one.pk}/{other.pk}"


def test_settling_up_says_who_gives_whom_how_many_each_game_by_itself(club, keeper):
    known = people.roots(club.pk)
    days = (FRIDAY.date().replace(year=2020), FRIDAY.date().replace(year=2030))
    reckoned = tallies.reckonings(club, known, *days)
    assert set(reckoned) == {"dice", "poker"}
    for game, one in reckoned.items():
        assert sum(one.balances.values()) == 0
        assert {who.person: n for who, n in one.balances.items() if n} == {
            person: found.balance for (person, played), found in kept(club).items() if played == game and found.balance
        }
    text = read(page(keeper, f"/clubs/{club.pk}/settle", **{"from": days[0], "to": days[1]}))
    assert "Cincy moves no money" in text
    assert "never added up" in text
    assert " gives " in text
    assert "chips" in text
    assert "points" in text
    alone = read(page(keeper, f"/clubs/{club.pk}/settle", **{"from": days[0], "to": days[1], "game": "poker"}))
    assert "points are never" not in alone


def test_settling_up_begins_with_the_last_evening_and_bears_nonsense(club, keeper):
    assert "1 finished session" in read(page(keeper, f"/clubs/{club.pk}/settle"))
    odd = page(keeper, f"/clubs/{club.pk}/settle", **{"from": "x", "to": "99999-01-01", "game": "chess"})
    assert odd.status_code == 200
    assert page(keeper, f"/clubs/{club.pk}/settle", evening="0001-01-01").status_code == 200


def test_sessions_of_before_this_was_counted_are_left_out_and_named(club, keeper):
    session = club.sessions.filter(status=Session.FINISHED).order_by("-created").first()
    Result.objects.filter(seat__session=session).update(balance=None, facts={})
    assert "manage.py rebuild" in read(page(keeper, f"/clubs/{club.pk}/settle"))
    people.changed(club.pk)
    person = session.seats.first().person_id
    assert page(keeper, f"/clubs/{club.pk}/people/{people.roots(club.pk)[person].pk}").status_code == 200


@pytest.mark.parametrize("path", ["numbers", "records", "settle", "people/{one}", "against/{one}/{other}"])
def test_who_does_not_know_the_club_finds_nothing(club, path):
    one, other = two_of(club)
    stranger = Phone(None)
    assert stranger.client.get(f"/clubs/{club.pk}/{path.format(one=one.pk, other=other.pk)}").status_code == 404


@pytest.mark.parametrize("path", ["people/0", "against/{one}/{one}", "against/{one}/0"])
def test_who_is_not_there_is_not_found(club, keeper, path):
    assert page(keeper, f"/clubs/{club.pk}/{path.format(one=two_of(club)[0].pk)}").status_code == 404


def test_against_nobody_is_refused_in_a_sentence(club, keeper):
    assert page(keeper, f"/clubs/{club.pk}/people/{two_of(club)[0].pk}/against", **{"with": "x"}).status_code == 422


def test_a_club_without_sessions_has_pages_all_the_same(db):
    phone = Phone(None)
    club = clubs.found(phone.device)
    for path in ("numbers", "records", "settle"):
        assert phone.client.get(f"/clubs/{club.pk}/{path}").status_code == 200
    assert not Tally.objects.exists()
