"""The sentences of poker: typical ones word by word, and all of them in every state of random evenings."""

import random
import re
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.contract import News, Refused
from games.rules.poker import POKER
from games.rules.poker.cards import DECK
from games.rules.poker.moves import Bet, Board, Call, Declare, Hole, Show, Winners
from games.rules.poker.options import CHECKS
from games.rules.poker.ranking import best_hand
from games.templatetags import poker as tags
from games.words import Progress, refusal
from games.words import poker as words
from tests.rules.poker.play import CAST, after, series, table
from tests.rules.poker.playouts import anything, beginning, steps, styles

TH = "10♥︎"
FOUR = ("Ann", "Ben", "Cleo", "Dov")


def said(state, *seats):
    """What a phone with these seats reads: text, hint, clause, and whether it is asked."""
    prompt = words.prompt(POKER.view_for(state, None), seats, False)
    return prompt.text, prompt.hint, prompt.clause, prompt.yours


def news(state, names=FOUR):
    return [text for item in state.news if (text := words.news(names, item))]


def story(state, index=0):
    return words.pot_story(POKER.view_for(state, None), index)


def no(state, move):
    """The sentence with which a move is refused."""
    with pytest.raises(Refused) as stopped:
        after(state, move)
    return refusal(stopped.value)


class TestNames:
    @pytest.mark.clause("P6.1")
    @pytest.mark.parametrize(
        ("cards", "wild", "name"),
        [
            ("Ks Kd Kc 7h 7s", "7", "Five kings"),
            ("As Ks Qs Js Ts", None, "Royal flush"),
            ("9s 8s 7s 6s 5s", None, "Straight flush to the nine"),
            ("As 2s 3s 4s 5s", None, "Straight flush to the five"),
            ("7c 7d 7h 7s 2c", None, "Four sevens"),
            ("Kc Kd Kh 7s 7c", None, "Full house, kings over sevens"),
            ("Ac Jc 8c 4c 2c", None, "Ace-high flush"),
            ("Qc Jd Th 9s 8c", None, "Straight to the queen"),
            ("Ac 2d 3h 4s 5c", None, "Straight to the five"),
            ("Ac Ad Ah 4s 5c", None, "Three aces"),
            ("Ac Ad Kh Ks 5c", None, "Two pairs, aces and kings"),
            ("Tc Td Kh Qs 5c", None, "Pair of tens"),
            ("6c 6d Kh Qs 5c", None, "Pair of sixes"),
            ("Ac Td Kh Qs 5c", None, "Ace high"),
        ],
    )
    def test_hands(self, cards, wild, name):
        hand = best_hand(cards.split(), wild)
        assert words.hand_name(hand) == name
        assert words.hand_within(hand) == name[0].lower() + name[1:]

    def test_cards(self):
        assert words.card_label("Qh") == "queen of hearts"
        assert words.card_label("Tc") == "ten of clubs"
        assert words.card_label(None) == "not entered"
        assert [words.card_rank(card) for card in ("Td", "As", "2c", None)] == ["10", "A", "2", ""]
        assert words.card_suit("As") == "♠\ufe0e"
        assert words.card_text("Th") == TH
        assert [words.card_colour(card) for card in ("As", None)] == ["s", ""]
        assert len({words.card_label(card) for card in DECK}) == len({words.card_text(card) for card in DECK}) == 52

    def test_streets_and_pots(self):
        assert [words.street(n) for n in (1, 5)] == ["first card", "fifth card"]
        assert words.pot_name(1, 1) == "The pot"
        assert [words.pot_name(n, 2) for n in (1, 2)] == ["Main pot", "Side pot"]
        assert [words.pot_name(n, 3) for n in (1, 2, 3)] == ["Main pot", "Side pot 1", "Side pot 2"]

    def test_the_template_words_are_the_same(self):
        assert tags.register.filters["hand_name"] is words.hand_name
        assert {"card_label", "card_rank", "card_suit", "card_colour", "street"} <= tags.register.filters.keys()
        assert {"pot_name", "pot_story", "verdict", "name_of"} <= tags.register.tags.keys()


class TestTerms:
    def test_in_short(self):
        assert words.terms({}) == "Series: ten hands, 100 chips"
        classic = {"preset": "classic", "wild": "last-card", "split": "suit-high"}
        assert words.terms(classic) == "Classic: no-limit 1/2, last card wild, suit split"
        assert words.terms({"preset": "classic", "betting": "fixed-limit"}) == "Classic: fixed-limit 2/4, ante 1"
        low = {"preset": "classic", "betting": "spread-limit", "wild": "low-hole", "split": "suit-high-or-low"}
        assert words.terms(low) == "Classic: spread-limit 2–10, ante 1, low hole wild, high or low suit split"

    def test_open_points_have_a_sentence_and_a_clause(self):
        written = {"preset": "classic", "wild": "low-hole", "split": "suit-high-or-low", "split_card": "third"}
        found = words.terms_sentences(written, 4)
        assert ("Ace is high, so 2 is the lowest hole card.", "P9.2") in found
        assert ("The first dealer is drawn by lot; the deal passes left.", "P1.2") in found
        clauses = {clause for _sentence, clause in found}
        assert {"P3.1", "P3.5", "P3.6", "P3.7", "P5.2", "P5.3", "P7.1", "P7.3", "P7.4"} <= clauses
        assert {"P8.3", "P8.4", "P9.2", "P9.3", "P9.5", "P9.6"} <= clauses

    def test_the_short_all_in_is_told_with_the_agreed_amounts(self):
        def step(**options):
            found = words.terms_sentences({"preset": "classic", **options}, 3)
            return [sentence for sentence, clause in found if clause == "P3.5"]

        assert step(min_bet=5)[0].endswith("after an all-in bet of 1, raise to 6.")
        assert step(min_bet=1) == ["A short all-in leaves the smallest raise as it was."]
        assert step(betting="fixed-limit") == []

    def test_hands_stacks_and_the_first_dealer(self):
        def starts(**options):
            found = words.terms_sentences({"preset": "classic", **options}, 3)
            return " ".join(sentence for sentence, _clause in found[:4])

        assert "The stacks, from seat 1 on: 100, 50 and 80." in starts(stack=[100, 50, 80])
        assert "Seat 2 deals first" in starts(first_dealer=2)
        assert "The number of hands is open: the host ends the game." in starts(hands=None, rebuys=True)
        assert "sits out until buying chips" in starts(rebuys=True)
        assert "One hand is played." in starts(hands=1)
        assert "fewer than two" not in starts(rebuys=True)

    @pytest.mark.parametrize("betting", ["no-limit", "pot-limit", "fixed-limit", "spread-limit"])
    @pytest.mark.parametrize("wild", ["none", "last-card", "low-hole"])
    @pytest.mark.parametrize("split", ["none", "suit-high", "suit-high-or-low"])
    def test_every_combination_is_told_whole(self, betting, wild, split):
        for agreed in (True, False):
            also = dict.fromkeys(("muck", "declare", "rebuys"), agreed)
            written = {"preset": "classic", "betting": betting, "wild": wild, "split": split, **also}
            assert words.terms(written)
            for sentence, clause in words.terms_sentences(written, 2 + agreed):
                assert whole(sentence)
                assert re.fullmatch(r"(P\d\.\d)?", clause)


class TestProgress:
    def test_from_the_first_hand_to_the_last(self):
        state = table(3, hands=2)
        assert words.progress(state) == Progress("Hand 1", "of 2", "not dealt yet")
        state = after(state, "deal")
        assert words.progress(state) == Progress("Hand 1", "of 2", "first card")
        state = after(state, "Ah . Kc . 8c")
        assert words.progress(state).stage == "third card"
        state = after(state, ". 2d . Qs .")
        assert words.progress(state).stage == "showdown"
        state = after(state, "pots:1")
        assert words.progress(state) == Progress("Hand 1", "of 2", "played")
        state = after(state, "deal Ah . Kc . 8c . 2d . Qs . pots:1")
        assert words.progress(state) == Progress("Hand 2", "of 2", "the end")

    def test_open_ended(self):
        assert words.progress(after(table(3, hands=None), "deal")) == Progress("Hand 1", stage="first card")
        assert words.progress(table(3, hands=10_000)).of == "of 10,000"

    def test_round_names(self):
        assert [words.round_name(n) for n in (0, 4)] == ["Before the first hand", "Hand 4"]
        assert words.game_name() == "Cincinnati poker"


class TestPrompts:
    GUIDE = "Shuffle, cut on the right, five each one at a time, five in a row unseen."

    @pytest.mark.clause("P1.2", "P1.4")
    def test_before_the_first_hand(self):
        state = table(4)
        assert said(state) == ("Dov deals first, as drawn or agreed.", self.GUIDE, "P1.4", False)
        assert said(state, 4) == ("You deal first, as drawn or agreed.", self.GUIDE, "P1.4", True)
        assert said(state, 1, 2, 3, 4)[0] == "Dov deals first, as drawn or agreed."

    def test_a_lobby_with_fewer_seats_than_the_first_dealers(self):
        assert said(POKER.start(POKER.read_options({"first_dealer": 4}), ("Ann", "Ben")))[0].startswith("Ann deals")

    def test_after_a_hand(self):
        state = after(table(4), "deal Ah x b5 f f f")
        assert said(state)[:2] == ("Ben wins 4: nobody else stayed in.", f"Ann deals next. {self.GUIDE}")
        assert said(state, 1)[1] == f"You deal next. {self.GUIDE}"

    def test_nobody_can_deal(self):
        state = after(table(2, stack=[1, 20], rebuys=True), "deal Ah ~ pots:2")
        text = "Fewer than two can pay the ante of 1: buy chips, or end the game."
        assert said(state) == ("Ben wins 2.", text, "P8.1", False)

    @pytest.mark.clause("P2.1")
    def test_turning_a_card(self):
        state = after(table(4), "deal")
        assert said(state, 4) == (
            "Turn the first card.",
            "The antes make a pot of 4. Betting follows each card.",
            "P2.1",
            True,
        )
        state = after(state, "Ah . Kc .")
        assert said(state, 1) == (
            "Dov turns the third card.",
            "All bets go to the middle: the pot is 4.",
            "P2.1",
            False,
        )

    def test_what_the_card_will_mean(self):
        state = after(table(4, wild="last-card", split="suit-high"), "deal Ah . Kc . 8c . 2d .")
        assert said(state)[1].endswith("This card and its rank are wild. It names the suit for half of the pot.")

    @pytest.mark.clause("P2.5")
    def test_turning_the_rest(self):
        state = after(table(2, stack=20), "deal Ah b19 c")
        assert said(state)[1:3] == ("Nobody is left to bet against: the rest is turned. The pot is 40.", "P2.5")

    @pytest.mark.clause("P3.1")
    def test_betting(self):
        state = after(table(4), "deal Ah")
        assert said(state, 1) == ("Your turn: check or bet.", "A bet is at least 2.", "P3.1", True)
        assert said(state, 2) == ("Waiting for Ann: check or bet.", "", "P2.2", False)
        state = after(state, "b4 b10")
        assert said(state, 3) == (
            "Your turn: 10 to call.",
            "Ben raised to 10. A raise is to at least 16.",
            "P3.3",
            True,
        )
        assert said(state, 3, 4)[0] == "Cleo, your turn: 10 to call."
        assert said(state)[:2] == ("Waiting for Cleo: 10 to call.", "Ben raised to 10.")
        state = after(state, "f f")
        assert said(state, 1)[0] == "Your turn: 6 to call."

    @pytest.mark.clause("P3.4", "P3.6", "P3.7")
    def test_all_in(self):
        state = after(table(3, stack=[100, 13, 6]), "deal Ah b10")
        assert said(state, 2)[1:3] == ("Ann bet 10. All-in makes it 12.", "P3.4")
        state = after(state, "b12")
        assert said(state, 3) == (
            "Your turn: 5 to call.",
            "Ben raised to 12, all-in. That is everything: call all-in, or fold.",
            "P3.2",
            True,
        )
        state = after(state, "f")
        assert said(state, 1)[1:3] == (
            "Ben raised to 12, all-in. That was a short all-in, and you have acted: call or fold.",
            "P3.6",
        )
        state = after(table(2, stack=[100, 13]), "deal Ah x b12")
        assert said(state, 1)[1:3] == ("Ben bet 12, all-in. Nobody else could put in more: call or fold.", "P3.7")

    def test_a_bet_or_a_raise_where_the_chips_do_not_tell(self):
        called = after(table(3, stack=[100, 4, 100]), "deal Ah b10 c")
        raised = after(table(3, stack=[100, 4, 100]), "deal Ah x b3 c b10")
        assert said(called)[1] == "Ann made it 10."
        assert said(raised)[1] == "Ann raised to 10."

    @pytest.mark.clause("P4.1", "P4.2", "P4.3")
    def test_other_structures(self):
        def first(betting):
            state = after(table(3, betting=betting), "deal Ah")
            return said(state, 1)[1:3]

        assert first("pot-limit") == ("A bet is at least 2 and at most 3.", "P4.1")
        assert first("fixed-limit") == ("A bet is exactly 2.", "P4.2")
        assert first("spread-limit") == ("A bet is at least 2 and at most 10.", "P4.3")
        capped = after(table(3, betting="fixed-limit"), "deal Ah b2 b4 b6 b8")
        assert said(capped, 2)[1:3] == ("Ann raised to 8. Four bets are in, and no more may be: call or fold.", "P4.2")

    @pytest.mark.clause("P7.1", "P7.3")
    def test_showing(self):
        state = after(table(3, muck=True, declare=True), "deal ~")
        assert said(state, 1) == (
            "You: show your five, or give up.",
            "After that: Ben and Cleo. Or the dealer declares who wins.",
            "P7.1",
            True,
        )
        assert said(state, 2)[0] == "Waiting for Ann to show."
        assert said(state, 1, 2)[0] == "Ann: show your five, or give up."
        state = after(state, "1m 2!As,Ad,3c,4c,6d")
        assert said(state, 3) == (
            "You: show your five, or give up.",
            "That is the last one to show.",
            "P7.1",
            True,
        )

    def test_who_may_not_give_up_is_not_told_to(self):
        assert said(after(table(3, muck=False), "deal ~"), 1)[0] == "You: show your five."
        last = after(table(3, stack=[5, 20, 20], muck=True), "deal Ah b4 b10 c Kc ~ 2m")
        assert said(last, 3)[0] == "Waiting for Ann to show."
        assert said(after(last, "1!As,Ad,3c,4c,6d"), 3)[0] == "You: show your five."

    @pytest.mark.clause("P7.4")
    def test_a_card_not_entered(self):
        state = after(table(3), "deal Ah . ? ~")
        hint = "A table card was not entered, so hands cannot be shown here."
        assert said(state, 3) == ("Lay the hands open, and declare who wins.", hint, "P7.4", True)
        assert said(state, 1)[0] == "Lay the hands open; Cleo, the dealer, declares who wins."

    def test_over(self):
        assert said(after(table(3), "end")) == ("The game is over.", "", "P8.1", False)


class TestRecord:
    def test_moves(self):
        told = {
            Board("Qh"): "Turned: queen of hearts.",
            Board(): "A card is turned, but not entered.",
            Bet(4, 10): "Dov makes it 10.",
            Call(1): "Ann calls.",
            Hole(2, ("As", "Kd", "3c", "4c", "6d")): "Ben enters A♠︎ K♦︎ 3♣︎ 4♣︎ 6♦︎.",
            Show(2, ("As", "Kd", "3c", "4c", "6d")): "Ben shows A♠︎ K♦︎ 3♣︎ 4♣︎ 6♦︎.",
            Show(2): "Ben shows the five entered before.",
            Declare((Winners((1, 2)),)): "The pot declared: Ann and Ben.",
            Declare((Winners((1,), (2,)), Winners((3,)))): (
                "Main pot declared: best hand Ann, suit Ben. Side pot declared: Cleo."
            ),
        }
        assert {move: words.told(FOUR, move) for move in told} == told

    @pytest.mark.clause("P7.2")
    def test_what_is_secret_stays_so(self):
        assert words.told_in_secret(FOUR, Hole(2, ("As", "Kd", "3c", "4c", "6d"))) == "Ben has entered five cards."

    def test_chips_are_pushed_in_and_pulled_back(self):
        state = after(table(4, stack=[100, 50, 30, 6]), "deal")
        assert news(state) == ["Dov deals. An ante of 1 each from Ann, Ben, Cleo and Dov."]
        state = after(state, "Ah b4")
        assert news(state) == ["A bet: Ann pushes 4 in."]
        state = after(state, "b10")
        assert news(state) == ["A raise to 10: Ben pushes 10 in."]
        state = after(state, "c c")
        assert news(state) == ["Dov pushes the last 5 in: all-in."]
        state = after(state, "b64")
        assert news(state) == ["A raise to 64: Ann pushes 60 in."]
        state = after(state, "f f")
        assert news(state) == ["Ann pulls 54 back: nobody matched it."]

    def test_the_showdown_and_the_pots(self):
        state = after(table(3), "deal ~")
        assert news(state) == ["Showdown: Ann shows first, then Ben and Cleo."]
        state = after(state, "pots:123")
        assert news(state) == [
            "The winners were declared: no hands are kept.",
            "The pot, 3: Ann 1, Ben 1 and Cleo 1.",
        ]
        state = after(table(3, stack=[5, 20, 20], split="suit-high"), "deal Ah b4 b10 c ~ pots:12/3;23/2")
        assert news(state)[1:] == [
            "Main pot, 15: Ann 4 and Ben 4 for the best hand, Cleo 7 for the suit. "
            "The odd chip goes to the best hand’s half.",
            "Side pot, 12: Ben 3 and Cleo 3 for the best hand, Ben 6 for the suit.",
        ]

    @pytest.mark.clause("P5.3")
    def test_odd_chips_are_told_with_their_order(self):
        state = after(table(5, ante=1), "deal Ah b2 c c c f ~ pots:1")
        assert news(state)[1] == "The pot: Ann takes 13."
        state = after(table(5, ante=1), "deal Ah x b2 c c f f ~ pots:234")
        assert news(state, CAST)[1].endswith(
            "The odd chips go one each to Ben and Cleo, clockwise from the dealer’s left."
        )
        state = after(table(5, ante=1), "deal ~ pots:25")
        assert news(state, CAST)[1].endswith(
            "The odd chip goes to Ben, the first winner clockwise from the dealer’s left."
        )

    def test_between_hands(self):
        state = after(table(3, rebuys=True), "2+50")
        assert news(state) == ["These chips come off the result."]
        state = after(state, "join:Zoe+50")
        assert news(state) == ["That is seat 4, the last one."]
        state = after(state, "2out")
        assert news(state) == ["What Ben has stands as the result."]
        assert news(after(state, "end")) == ["The game is over."]

    def test_a_seat_that_is_no_longer_there(self):
        """A latecomer whose joining was undone still has entries in the log."""
        assert words.told(("Ann", "Ben"), Call(3)) == "Seat 3 calls."
        assert words.news(("Ann",), News("returned", "P5.1", {"seat": 3, "chips": 5})).startswith("Seat 3 pulls 5 back")

    def test_all_in_is_asked_once_more(self):
        assert (words.fixed(Bet(1, 40)), words.confirm(Bet(1, 40))) == ({"to": 40}, "All-in: 40")
        assert (words.fixed(Call(1)), words.confirm(Call(1))) == ({}, "Call all-in")
        assert words.ask_once(Bet(1, 40)) == words.ask_once(Call(1)) == "That is the whole stack."

    def test_what_a_correction_changes(self):
        state = after(table(3), "deal Ah")
        changed = words.having_changed(after(state, "b4"), after(state, "b10"))
        assert changed == [("Ann: 95 chips", "Ann: 89 chips")]
        start = table(3)
        assert words.having_changed(start, after(start, "join:Zoe+1")) == [("seat 4 is empty", "Zoe: 1 chip")]


class TestStories:
    @pytest.mark.clause("P6.1", "P6.4")
    def test_the_law_s_first_example(self):
        state = after(series(2, declare=True), "deal Ah b4 c Kc . 8c . 2d . Qs .")
        state = after(state, "1!As,Ad,3c,4c,6d 2!Ks,Kd,5h,7h,9d")
        assert said(state)[0] == "Ann wins 10: three aces."
        assert story(state) == [
            ("Ann wins 10 with the best hand: three aces.", "P6.1"),
            ("Next best is three kings: Ben.", "P6.1"),
        ]

    @pytest.mark.clause("P2.4")
    def test_unseen(self):
        state = after(table(3), "deal Ah b5 f f")
        assert story(state) == [("Nobody else stayed in: Ann takes 3 and shows nothing.", "P2.4")]

    @pytest.mark.clause("P5.3", "P6.3")
    def test_shared_and_kickers(self):
        row = "Ah . Kc . 8c . 2d . Qs ."
        state = after(table(3), f"deal {row} 1!As,3c,4c,6d,7d 2!Ad,3d,4d,6c,7c 3!Ac,Jc,5d,3h,9h")
        assert story(state)[0] == ("Cleo wins 3 with the best hand: pair of aces.", "P6.1")
        assert story(state)[1] == ("Ann and Ben: the same, but with lower other cards.", "P6.3")
        state = after(table(2, stack=50), f"deal {row} 1!As,3c,4c,6d,7d 2!Ad,3d,4d,6c,7c")
        text = "Ann and Ben have equal hands: pair of aces. They share: Ann 1 and Ben 1."
        assert story(state) == [(text, "P5.3")]
        assert said(state)[0] == "Won: Ann 1 and Ben 1."

    @pytest.mark.clause("P9.1", "P9.4")
    def test_wild_and_suit(self):
        state = after(
            table(3, wild="last-card", split="suit-high"),
            "deal Ah . Kc . 8c . 2d . 7h . 1!Ks,Kd,7s,3c,4c 2!Jh,9c,5d,3d,4s 3!Qd,Js,9h,6s,5s",
        )
        assert story(state) == [
            ("Ann wins 2 with the best hand: five kings.", "P6.1"),
            ("Sevens are wild: the last card is the seven of hearts.", "P9.1"),
            ("Next best is straight to the ace: Cleo.", "P6.1"),
            ("7♥︎ asks for the highest heart: Ben has the jack and wins 1.", "P9.4"),
            ("The odd chip goes to the best hand’s half.", "P9.6"),
        ]
        assert said(state)[0] == "Ann wins the hand half, 2; Ben the suit half, 1."

    @pytest.mark.clause("P9.2", "P9.5", "P9.6")
    def test_low_hole_and_low_suit(self):
        options = {"wild": "low-hole", "split": "suit-high-or-low", "split_card": "third"}
        state = after(table(2, **options), "deal Ah . Kc . 5c . 2d . 7h . 1!Ks,Kd,3s,4c,4h 2!Jh,9d,6d,Td,Qs")
        assert story(state) == [
            ("Ann wins 1 with the best hand: four kings.", "P6.1"),
            ("Ann: threes are wild, the rank of the lowest hole card.", "P9.2"),
            ("Next best is straight to the ace: Ben.", "P6.1"),
            ("5♣︎ asks for the lowest club: Ann has the four and wins 1.", "P9.5"),
            ("Ann wins both halves.", "P9.6"),
        ]
        assert said(state)[0] == "Ann wins 2: four kings."
        nobody = after(table(2, **options), "deal Ah . Kc . 5c . 2d . 7h . 1!Ks,Kd,3s,4s,4h 2!Jh,9d,6d,Td,Qs")
        text = "5♣︎ asks for the lowest club, but nobody in this pot has one: the best hand takes all."
        assert story(nobody)[-1] == (text, "P9.6")

    @pytest.mark.clause("P5.2")
    def test_a_side_pot(self):
        state = after(table(3, stack=[5, 20, 30]), "deal Ah b4 b19 c Kc 8c 2d Qs 2!Ks,3c,4c,6d,7d")
        state = after(state, "3!Jd,3d,4d,6c,7c 1!As,3h,4h,6h,7h")
        assert said(state)[0] == "Won: Ben 30 and Ann 15."
        assert story(state, 1) == [
            ("Ben wins 30 with the best hand: pair of kings.", "P6.1"),
            ("Next best is ace high: Cleo.", "P6.1"),
            ("Ann was all-in for less.", "P5.2"),
        ]

    def test_only_one_left_in_a_side_pot(self):
        state = after(table(3, stack=[5, 20, 20], muck=True), "deal Ah b4 b10 c ~ 2m 1!As,Ad,3h,4h,6h 3!Ks,Kd,3c,4c,6c")
        assert story(state, 1) == [
            ("Only Cleo can win this pot, and takes 12.", "P5.2"),
            ("Ann was all-in for less.", "P5.2"),
        ]

    @pytest.mark.clause("P7.4")
    def test_declared(self):
        state = after(table(3, split="suit-high"), "deal ~ pots:1/2")
        assert story(state) == [
            ("Declared by the dealer: Ann 2.", "P7.4"),
            ("Declared for the suit: Ben 1.", "P9.4"),
            ("The odd chip goes to the best hand’s half.", "P9.6"),
        ]

    def test_nothing_to_tell(self):
        assert story(table(3)) == story(after(table(3), "deal ~ pots:1"), 5) == []


class TestEnd:
    def test_the_verdict(self):
        state = after(table(3, hands=1), "deal Ah b5 c c ~ pots:1")
        assert words.verdict(state) == ("Ann wins by 18 chips.", "")
        assert words.verdict(after(table(3), "end")) == (
            "Ann, Ben and Cleo share the first place.",
            "Equal chips share the place.",
        )
        bought = after(table(2, rebuys=True), "deal Ah b5 f 1+50 end")
        assert words.verdict(bought) == ("Ann wins by 2 chips.", "Chips that were bought are taken off.")
        assert words.tie_break(POKER.standings(state)[0]) == ""

    def test_what_an_evening_is_remembered_for(self):
        line = the_line(
            table(2, hands=None),
            "deal Ah b5 c Kc . 8c . 2d . Qs . 1!As,Ad,3c,4c,6d 2!Ks,Kd,5h,7h,9d",
            "deal Ah b3 f",
        )
        assert words.highlights(line) == [
            ("Biggest pot", "Ann: 12 in hand 1"),
            ("Best hand", "Ann: Three aces"),
            ("Most hands won", "Ann and Ben: 1 of 2"),
        ]
        assert words.highlights(SimpleNamespace(steps=())) == []


def the_line(state, *parts):
    """As much of a history's line as the highlights need."""
    states = []
    for word in " ".join(parts).split():
        state = after(state, word)
        states.append(state)
    return SimpleNamespace(steps=tuple(SimpleNamespace(state=state) for state in states))


class TestRefusals:
    def test_amounts_say_what_would_be_legal(self):
        state = after(table(3, stack=41), "deal Ah")
        assert no(state, "b1") == "At least 2: that is the smallest bet. Nothing was recorded."
        assert no(state, "b41") == "Between 2 and 40: nobody puts in more than they have. Nothing was recorded."
        assert no(state, "c") == "There is nothing to call: check or bet. Nothing was recorded."
        state = after(state, "b2 b6")
        assert no(state, "b9") == (
            "At least 10: a raise adds at least the last full bet or raise. Nothing was recorded."
        )
        assert no(state, "x") == ("You cannot check: 6 to call. Call, fold, or raise if you may. Nothing was recorded.")
        fixed = after(table(3, betting="fixed-limit"), "deal Ah b2")
        assert no(fixed, "b5") == "Exactly 4. Nothing was recorded."
        assert no(after(table(3, betting="pot-limit"), "deal Ah"), "b9") == (
            "Between 2 and 3: the pot is the limit. Nothing was recorded."
        )
        assert no(after(table(3, stack=[100, 9, 100]), "deal Ah b6"), "b7") == (
            "Exactly 8: only all-in may be less than a full bet or raise. Nothing was recorded."
        )

    def test_a_raise_that_is_not_open(self):
        state = after(table(2, stack=[100, 13]), "deal Ah x b12")
        assert no(state, "b20") == "Nobody else could put in more: call 12 or fold. Nothing was recorded."

    @pytest.mark.clause("P7.2")
    def test_cards(self):
        state = after(table(2), "deal Ah . Kc . 8c . 2d . Qs .")
        assert (
            no(state, "1!Ah,3c,4c,6d,7d")
            == "The ace of hearts lies open already: choose another. Nothing was recorded."
        )
        assert no(state, "1!") == "No five were entered before: choose them now. Nothing was recorded."
        hidden = after(table(2), "deal 1=Ad,3c,4c,6d,7d Ah . Kc . 8c . 2d . Ad .")
        assert no(hidden, "1!") == "One of these cards already lies open: pick the five anew. Nothing was recorded."
        with pytest.raises(Refused) as stopped:
            Hole(1, ("As", "As", "3c", "4c", "6d"))
        assert refusal(stopped.value) == "Choose five different cards. Nothing was recorded."

    def test_out_of_turn(self):
        state = after(table(3), "deal Ah b5 f")
        assert no(state, "1:x") == "It is another player’s turn. Nothing was recorded."
        assert no(state, "2:c") == "That player has folded and waits for the next hand. Nothing was recorded."
        assert no(state, "2out") == ("That is for between hands: play this one to its end first. Nothing was recorded.")
        assert no(state, "1!") == "The round of betting is to be ended first. Nothing was recorded."
        assert no(table(3), "1:x") == "No hand is being played: deal first. Nothing was recorded."

    def test_declarations(self):
        state = after(table(3), "deal Ah b5 f c ~")
        assert (
            no(state, "pots:2")
            == "Pot 1 can go to the seats 1 and 3: name one or more, each once. Nothing was recorded."
        )
        assert no(state, "pots:1;3") == "There is 1 pot: say who wins it. Nothing was recorded."
        assert no(state, "pots:1/3").startswith("The suit wins nothing in this game")
        assert no(after(series(3), "deal ~"), "pots:1").startswith("Declaring was not agreed")

    def test_what_was_not_agreed(self):
        assert no(table(3), "1+50") == "Buying chips was not agreed for this game. Nothing was recorded."
        assert no(series(3), "join:Zoe+5") == "Nobody joins a series that has begun. Nothing was recorded."
        assert no(table(3), "join:ANN+5") == "The name “ANN” is there already: choose another. Nothing was recorded."
        assert no(table(9), "join:Zoe+5") == "All 9 seats are taken. Nothing was recorded."

    @pytest.mark.parametrize("option", [*CHECKS, "unheard-of"])
    def test_options(self, option):
        with pytest.raises(Refused) as stopped:
            POKER.read_options({"preset": "classic", option: "?"})
        assert whole(refusal(stopped.value))


def whole(sentence):
    """No hole left open, and it ends as a sentence does."""
    return not re.search(r"%\(|None|\{", sentence) and sentence[-1] in ".?"


@settings(max_examples=30, deadline=None, derandomize=True, database=None)
@given(style=styles(), seed=st.integers(0, 2**16))
def test_there_are_words_for_every_state(style, seed):
    rng = random.Random(seed)
    check_view(beginning(style))
    for before, move, state in steps(style):
        check_view(state)
        assert whole(words.told(state.names, move))
        assert all(whole(text) for text in news(state, state.names))
        words.having_changed(before, state)
        for other in anything(rng, state):
            check_refusal(state, other)


def check_view(state):
    assert words.progress(state).text
    assert words.verdict(state)[0]
    for viewer in (None, *state.seats):
        view = POKER.view_for(state, viewer)
        for seats in ((), (viewer,) if viewer else tuple(state.seats)):
            prompt = words.prompt(view, seats, False)
            assert whole(prompt.text)
            assert not prompt.hint or whole(prompt.hint)
            assert prompt.clause.startswith("P")
    for index in range(len(state.last_hand.pots) if state.last_hand and state.phase in ("deal", "over") else 0):
        told = story(state, index)
        assert told
        assert all(whole(sentence) and clause.startswith("P") for sentence, clause in told)


def check_refusal(state, move):
    try:
        POKER.apply(state, move)
    except Refused as refused:
        sentence = refusal(refused)
        assert whole(sentence)
        assert sentence.endswith("Nothing was recorded.")
        assert sentence != "That is not possible now. Nothing was recorded."
