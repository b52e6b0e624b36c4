"""Who may do what now, within which limits."""

from ..contract import Offer
from .cards import DUEL
from .state import State


def offers(state: State) -> tuple[Offer, ...]:
    """Return everything that may be done in this state; what is owed comes in the order of awaiting."""
    return {
        "reveal": _between_rounds,
        "choose": _picks,
        "dice": _results,
        "extra": _extra_rolls,
        "reroll": _results,
        "challenge": _challenges,
        "duel": _results,
        "duel-extra": _extra_rolls,
        "duel-reroll": _results,
        "over": lambda _: (),
    }[state.phase](state)


def _offer(state: State, move: str, seat: int | None, **rest: object) -> Offer:
    return Offer(move, seat, state.round, state.phase, state.beat, **rest)  # type: ignore[arg-type]


def _between_rounds(state: State) -> tuple[Offer, ...]:
    # A Duel card cannot come up in the first round: it goes back into the stack. [D2.4]
    unseen = {**state.unseen, DUEL: 0} if state.round == 1 else state.unseen
    limits = (("tables", state.tables), ("unseen", tuple(unseen.items())))
    leaving = (_offer(state, "leave", seat, owed=False) for seat in state.present)
    return (
        _offer(state, "reveal", None, limits=limits),
        *leaving,
        _offer(state, "finish", None, owed=False, host=True),
    )


def _picks(state: State) -> tuple[Offer, ...]:
    def pick(seat: int) -> Offer:
        owed = seat in state.owing
        # Whether a seat has picked is open to all, what it picked is not: the fingerprint tells the first only.
        return _offer(
            state,
            "choose",
            seat,
            ordinal=int(not owed),
            limits=(("tables", state.tables),),
            owed=owed,
            secret=True,
            together=True,
        )

    return tuple(map(pick, state.present))


def _results(state: State) -> tuple[Offer, ...]:
    def result(seat: int) -> Offer:
        owed = seat in state.owing
        was = state.duel.rolled(seat) if state.duel else state.dice[seat - 1]
        return _offer(state, "roll", seat, ordinal=int(not owed), limits=(("was", was),), owed=owed)

    return tuple(map(result, sorted(state.rolling)))


def _extra_rolls(state: State) -> tuple[Offer, ...]:
    """The one on turn answers; those after may say early what they will answer. [D4.1, D6.4]"""
    return tuple(
        _offer(
            state,
            "extra",
            seat,
            limits=(("chips", state.player(seat).chips),),
            owed=index == 0,
            early=index > 0,
            ahead=(("take", False),),
        )
        for index, seat in enumerate(state.asked)
    )


def _challenges(state: State) -> tuple[Offer, ...]:
    holder = state.holders[0]
    others = tuple(seat for seat in state.present if seat != holder)
    return (_offer(state, "challenge", holder, limits=(("opponents", others),)),)
