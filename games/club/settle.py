"""Settling up: the fewest transfers after which nobody owes anybody. Knows whole numbers and names, no games."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

Who = TypeVar("Who")
EXACT = 15  # people up to whom the fewest transfers are found for certain


class Uneven(ValueError):
    """The balances do not sum to nothing: somebody is missing."""


@dataclass(frozen=True, slots=True)
class Transfer(Generic[Who]):
    """Who gives whom how many."""

    giver: Who
    taker: Who
    amount: int


def transfers(balances: Mapping[Who, int]) -> list[Transfer[Who]]:
    """Return the transfers that bring all balances to nothing; who is ahead takes. Raises Uneven.

    n people settle among themselves with n - 1 transfers, and each group that sums to nothing by itself saves one. So
    the fewest are those with the most such groups, found for certain among up to 15 people who are not even already.
    With more, pairs that even each other out are taken first, then the largest amounts: never more than n - 1
    transfers, but not always the fewest.
    """
    if sum(balances.values()):
        raise Uneven(sum(balances.values()))
    open_ = [(who, balance) for who, balance in balances.items() if balance]
    groups = _most_groups([balance for _, balance in open_]) if len(open_) <= EXACT else _pairs_and_rest(open_)
    return [transfer for group in groups for transfer in _within([open_[place] for place in group])]


def is_exact(balances: Mapping[Who, int]) -> bool:
    """Tell whether `transfers` finds the fewest for certain."""
    return sum(1 for balance in balances.values() if balance) <= EXACT


def _most_groups(balances: list[int]) -> list[list[int]]:
    """Return places in as many groups as possible, each of which sums to nothing.

    Built up over all subsets, each by its smallest order of joining: a subset that sums to nothing closes a group.
    """
    count = len(balances)
    sums, closed, joined = [0] * (1 << count), [0] * (1 << count), [0] * (1 << count)
    for subset in range(1, 1 << count):
        lowest = subset & -subset
        sums[subset] = sums[subset ^ lowest] + balances[lowest.bit_length() - 1]
        best, rest = -1, subset
        while rest:
            last = rest & -rest
            rest ^= last
            if closed[subset ^ last] > best:
                best, joined[subset] = closed[subset ^ last], last
        closed[subset] = best + (sums[subset] == 0)
    return _cut(sums, joined)


def _cut(sums: list[int], joined: list[int]) -> list[list[int]]:
    """Return the groups, from the order in which the whole was joined: one ends wherever all so far is even."""
    groups: list[list[int]] = []
    subset = len(sums) - 1
    while subset:
        if sums[subset] == 0:
            groups.append([])
        groups[-1].append(joined[subset].bit_length() - 1)
        subset ^= joined[subset]
    return groups


def _pairs_and_rest(open_: list[tuple[Who, int]]) -> list[list[int]]:
    """Return places in pairs that even each other out, and one group of all others."""
    groups: list[list[int]] = []
    waiting: dict[int, list[int]] = {}
    for place, (_, balance) in enumerate(open_):
        if waiting.get(-balance):
            groups.append([waiting[-balance].pop(), place])
        else:
            waiting.setdefault(balance, []).append(place)
    rest = [place for places in waiting.values() for place in places]
    return [*groups, rest] if rest else groups


def _within(group: list[tuple[Who, int]]) -> list[Transfer[Who]]:
    """Settle a group: whoever owes most gives to whoever is furthest ahead, so that each transfer evens one out."""
    owing = sorted(((-balance, who) for who, balance in group if balance < 0), key=lambda row: row[0])
    ahead = sorted(((balance, who) for who, balance in group if balance > 0), key=lambda row: row[0])
    made = []
    while owing:
        (owes, giver), (gets, taker) = owing.pop(), ahead.pop()
        amount = min(owes, gets)
        made.append(Transfer(giver, taker, amount))
        if owes > amount:
            owing.append((owes - amount, giver))
        if gets > amount:
            ahead.append((gets - amount, taker))
    return made
