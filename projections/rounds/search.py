"""A finished round as it is looked for: one row, made of the round's own when it changes."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from typing import Final

import msgspec

from domain.game_library import LIBRARY, played
from domain.games.seam.search import Line
from domain.pieces import holdings
from domain.unseen import DEAD
from projections.rounds.row import RoundRow

FINISHED: Final = ("closed", "voided")
_MASKING: Final = tuple(game.views.masking for game in LIBRARY.games)
_BESIDE: Final = tuple(find for game in LIBRARY.games for find in game.views.search.beside.values())
_FINE: Final = 2
_MOST_BANDS: Final = 30
STATES: Final = (
    *("closed", "voided", "corrected", "disputed", "unruled", "held", "upheld", "dismissed"),
)
"""What may be said of a round beside how its wagers ended; several may be true of one."""


class SearchRow(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What a round is found by."""

    id: str
    opened: str
    ended: str
    tags: tuple[str, ...]
    """`table PG01`, `day 2026-11-15`, `game NAME`, `dice 1-3-6`, `state voided`, and of
    each amount `cents 2550`, `amount 25e2`, `amount e4`."""
    seats: tuple[int, ...]
    """This and the next five have one place for every wager of the round, in one order."""
    players: tuple[str, ...]
    wagers: tuple[str, ...]
    outcomes: tuple[str, ...]
    amounts: tuple[int, ...]
    paid: tuple[int, ...]
    pieces: tuple[str, ...]
    """What hands held, as `3:6-6` or `dealer:pair of teen`, where everybody may see them."""
    hidden: tuple[str, ...]
    """The same of the dead hand and of hands that were surrendered."""


def search_row(row: RoundRow) -> SearchRow | None:
    """None while it is played: what is on the layout is nobody's to look for."""
    if row.phase not in FINISHED or row.ended is None:
        return None
    lines = tuple(lines_of(row))
    columns = zip(*lines, strict=True) if lines else ((),) * len(Line._fields)
    seats, players, wagers, outcomes, amounts, paid = columns
    unseen = hidden_places(row)
    return SearchRow(
        id=row.round,
        # Where its opening was ordered to be left out, its end is all that is known.
        opened=row.opened or row.ended,
        ended=row.ended,
        tags=tuple(_tags(row, lines)),
        seats=seats,
        players=players,
        wagers=wagers,
        outcomes=outcomes,
        amounts=amounts,
        paid=paid,
        pieces=_held(row, (place for place in row.hands if place not in unseen)),
        hidden=_held(row, (place for place in row.hands if place in unseen)),
    )


def hidden_places(row: RoundRow) -> frozenset[str]:
    """Whose hands of a finished round stay masked for most."""
    return frozenset((DEAD, *(place for one in _MASKING for place in one.stays_hidden(row))))


def lines_of(row: RoundRow) -> Iterator[Line]:
    for one in row.wagers:
        yield Line(one.seat, one.player, one.wager, one.outcome, one.amount, one.paid)
    yield from (line for find in _BESIDE if (line := find(row)) is not None)


def states_of(row: RoundRow) -> Iterator[str]:
    yield row.phase
    if row.corrections:
        yield "corrected"
    if row.disputes:
        yield "disputed"
    found = {one.state for one in row.disputes}
    if found & {"open", "held"}:
        yield "unruled"
    yield from sorted(found - {"open"})


def _tags(row: RoundRow, lines: tuple[Line, ...]) -> Iterator[str]:
    yield f"table {row.table}"
    yield f"day {row.day}"
    yield f"game {played(row.regulation)}"
    if row.dice is not None:
        yield dice_tag(row.dice)
    yield from (f"state {one}" for one in states_of(row))
    cents = {cents for line in lines for cents in (line.amount, line.paid) if cents > 0}
    yield from dict.fromkeys(tag for one in sorted(cents) for tag in _amount_tags(one))


@lru_cache(maxsize=4096)
def _amount_tags(cents: int) -> tuple[str, ...]:
    """The amount itself, its first two digits, and how long it is."""
    return f"cents {cents}", f"amount {_band(cents, _FINE)}", f"amount {_band(cents, 0)}"


def _band(cents: int, digits: int) -> str:
    written = str(cents)
    return f"{written[:digits]}e{len(written) - digits}"


def dice_tag(dice: Iterable[int]) -> str:
    """However they lay."""
    return f"dice {'-'.join(map(str, sorted(dice)))}"


def range_tags(least: int, most: int) -> list[str]:
    """A round with an amount from the least to the most has one of these, and few others do."""
    if least == most:
        return [f"cents {least}"]
    fine = list(islice(_bands(least, most), _MOST_BANDS + 1))
    if len(fine) > _MOST_BANDS:
        fine = [f"e{length}" for length in range(len(str(least)), len(str(most)) + 1)]
    return [f"amount {band}" for band in fine]


def _bands(least: int, most: int) -> Iterator[str]:
    at = least
    while at <= most:
        yield _band(at, _FINE)
        step = 10 ** max(len(str(at)) - _FINE, 0)
        at = at // step * step + step


def _held(row: RoundRow, places: Iterable[str]) -> tuple[str, ...]:
    return tuple(
        f"{place}:{held}"
        for place in places
        for held in _holdings(tuple(sorted(row.hands[place])), row.regulation)
    )


@lru_cache(maxsize=20_000)
def _holdings(hand: tuple[str, ...], regulation: str) -> tuple[str, ...]:
    """However it was dealt: where hands are few, each comes often."""
    return tuple(sorted(holdings(hand, regulation)))
