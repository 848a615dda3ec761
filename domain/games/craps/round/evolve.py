"""How each event changes the game. No rule is decided here: what happened, happened."""

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any, Final

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.events import books as of_books
from domain.events import corrections as of_corrections
from domain.events import round as of_round
from domain.events import table as of_table
from domain.events.envelope import Event, RoundPosting
from domain.games.craps.elections.elections import craps_terms_of
from domain.games.craps.messages import events as of_craps
from domain.games.craps.messages.parts import CarriedWager
from domain.games.craps.round.state import BeforeRoll, Craps, Round, Wager, craps_at
from domain.games.craps.wagers.catalogue import CATALOGUE
from domain.table.state import Table

_BY_SEAT: Final = attrgetter("seat")


def _opened(game: Craps, event: of_round.RoundOpened) -> Craps:
    assert event.round is not None
    assert event.craps is not UNSET
    layout = event.craps
    return replace(
        game,
        round=Round(id=event.round, number=event.number, regulation=event.regulation),
        point=layout.point,
        wagers=tuple(_standing(one, layout.point) for one in layout.carried),
        before_roll=None,
    )


def _standing(line: CarriedWager | of_round.WagerLine, point: int | None) -> Wager:
    """A wager that is carried; what stands on the line stands on the table's point."""
    own: int | UnsetType | None = line.point
    if own is UNSET:
        own = point if CATALOGUE[line.wager].moves else None
    return Wager(line.seat, line.wager, line.amount, line.player, own, line.amount)


def _placed(game: Craps, event: of_round.WagerPlaced) -> Craps:
    before = game.wager_at(event.seat, event.wager)
    if before is None:
        now = Wager(event.seat, event.wager, event.total, event.player)
    else:
        now = replace(before, amount=event.total)
    game = _with(game, before, now)
    return replace(game, players={**game.players, event.seat: event.player})


def _withdrawn(game: Craps, event: of_round.WagerWithdrawn) -> Craps:
    return _with(game, game.wager_at(event.seat, event.wager))


def _called_on(game: Craps, event: of_craps.WagerCalledOn) -> Craps:
    before = game.wager_at(event.seat, event.wager)
    assert before is not None
    return _with(game, before, replace(before, is_on=True))


def _corrected(game: Craps, event: of_corrections.WagerCorrected) -> Craps:
    before = game.wager_at(event.was.seat, event.was.wager)
    assert before is not None
    if not event.amount:
        return _with(game, before)
    now = replace(before, seat=event.seat, amount=event.amount, player=event.player)
    game = _with(game, before, now)
    return replace(game, players={**game.players, event.seat: event.player})


def _with(game: Craps, gone: Wager | None, *now: Wager) -> Craps:
    kept = (one for one in game.wagers if one is not gone)
    return replace(game, wagers=_by_seat((*kept, *now)))


def _by_seat(wagers: Iterable[Wager]) -> tuple[Wager, ...]:
    return tuple(sorted(wagers, key=_BY_SEAT))


def _bets_closed(game: Craps, _: of_round.BetsClosed) -> Craps:
    assert game.round is not None
    return replace(game, round=replace(game.round, phase="no_more_bets"))


def _settled(game: Craps, event: of_round.WagerSettled) -> Craps:
    """So much of it is off the layout; of a round called off, what was placed in it."""
    point = event.point
    if point is UNSET:
        point = game.point if CATALOGUE[event.wager].moves else None
    before = game.wager_at(event.seat, event.wager, point)
    assert before is not None
    left = before.amount - event.amount
    return _with(game, before, *([replace(before, amount=left)] if left else []))


def _ended(game: Craps, event: of_round.RoundClosed | of_round.RoundVoided) -> Craps:
    """Its lines tell what is carried, and on which number."""
    assert event.craps is not UNSET
    point = event.craps.point
    stays = (_standing(line, point) for line in event.wagers if line.outcome == "retained")
    return replace(game, round=None, point=point, wagers=tuple(stays))


def _returned(game: Craps, event: of_round.WagerReturned) -> Craps:
    """What the last dice decided may rest on it from here on, so they are not taken back."""
    here = game.wagers_at(event.seat, event.wager)
    gone = next(one for one in here if event.point in (UNSET, one.point))
    return replace(_with(game, gone), before_roll=None)


def _ruled(game: Craps, event: of_books.DisputeRuled) -> Craps:
    """A ruling has paid for the roll; taken back now, it would be paid for twice."""
    kept = game.before_roll
    return replace(game, before_roll=None) if kept and kept.round.id == event.round else game


def _roll_taken_back(game: Craps, _: of_corrections.RollCorrected) -> Craps:
    kept = game.before_roll
    assert kept is not None
    return replace(game, round=kept.round, point=kept.point, wagers=kept.wagers, before_roll=None)


_CHANGES: Final[dict[type[Event], Callable[[Craps, Any], Craps]]] = {
    of_round.RoundOpened: _opened,
    of_round.WagerPlaced: _placed,
    of_round.WagerWithdrawn: _withdrawn,
    of_craps.WagerCalledOn: _called_on,
    of_corrections.WagerCorrected: _corrected,
    of_round.BetsClosed: _bets_closed,
    of_round.WagerSettled: _settled,
    of_round.RoundClosed: _ended,
    of_round.RoundVoided: _ended,
    of_round.WagerReturned: _returned,
    of_books.DisputeRuled: _ruled,
    of_corrections.RollCorrected: _roll_taken_back,
}


def evolve_craps(table: Table, event: Event) -> Craps:
    """The game after the event; the table is as it was before it."""
    if type(event) is of_table.TableOpened:
        return Craps(terms=craps_terms_of(event.submission))
    game = craps_at(table)
    if type(event) is of_round.DiceRolled:
        return _remembered(table, game, event)
    change = _CHANGES.get(type(event))
    if change is not None:
        game = change(game, event)
    return _posted(game, event) if isinstance(event, RoundPosting) and event.entries else game


def _remembered(table: Table, game: Craps, event: of_round.DiceRolled) -> Craps:
    """With the layout as the dice found it."""
    assert game.round is not None
    kept = BeforeRoll(
        seq=event.seq,
        dice=event.dice,
        shaker=event.shaker,
        period=table.books.period,
        round=game.round,
        point=game.point,
        wagers=game.wagers,
    )
    return replace(game, before_roll=kept)


def _posted(game: Craps, event: RoundPosting) -> Craps:
    kept = game.before_roll
    if kept is None:
        return game
    posted = dict(kept.posted)
    for account, cents in event.entries.items():
        posted[account] = posted.get(account, 0) + cents
    return replace(game, before_roll=replace(kept, posted=posted))
