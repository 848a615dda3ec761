"""How each event changes the books of a table."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from msgspec import UNSET
from msgspec.structs import replace

from domain.events import books as of_books
from domain.events import corrections as of_corrections
from domain.events import round as of_round
from domain.events import table as of_table
from domain.events.envelope import Event
from domain.events.kinds import IS_POSTING, ByKind
from domain.table.accounts import player_at
from domain.table.books import Books, Box, Entry, Exceptional, Owed, Seating
from domain.table.evolve_corrected import corrected
from domain.table.evolve_exceptions import MAY_BE_EXCEPTIONAL, with_changes, with_exception
from domain.table.hosted import GameState
from domain.table.seatings import with_seating
from domain.table.slip_series import with_number
from domain.table.state import Table

Slipped: TypeAlias = of_table.TableFilled | of_table.TableCredited
Ended: TypeAlias = of_round.RoundClosed | of_round.RoundVoided

PERIODS_KEPT: Final = 9
"""Three days of three shifts: a table that never closes keeps its older entries no longer."""
_OF_OTHER_PERIODS: Final = frozenset(
    (of_table.TableOpened, of_table.DropCounted, of_corrections.EntryCorrected)
)
"""They say themselves to which period they belong."""


def keep_books(before: Table, after: Table, game: GameState | None, event: Event) -> Books:
    """The books after the event, which changed all else of the table, and made this of its game."""
    kind = type(event)
    change = _CHANGES.get(kind)
    books = after.books if change is None else change(before, after, event)
    if type(event) is of_round.RoundClosed:
        return with_changes(books, event)
    if kind is of_corrections.RollCorrected:
        books = _with_coupons_back(books, before, game)
    if MAY_BE_EXCEPTIONAL[kind]:
        books = with_exception(books, event)
    if event.day < books.day and IS_POSTING[kind] and kind not in _OF_OTHER_PERIODS:
        return _told_late(books, event)
    return books


def _told_late(books: Books, event: Any) -> Books:
    """Money of an earlier day, entered while this period runs: that day has to wait for it too."""
    box = books.box
    if box is None:
        return books
    if "drop_box" in event.entries:
        box = replace(box, late_day=min(event.day, box.first_day))
    late_day = min(event.day, books.first_day)
    return replace(books, late_day=late_day, box=box) if event.entries else books


def _opened(before: Table, _: Table, event: of_table.TableOpened) -> Books:
    assert event.session is not None
    last = event.session - 1
    books = replace(
        before.books,
        period=1,
        day=event.day,
        late_day=None,
        variance=0,
        counted=0,
        box=Box(number=1, session=event.session, period=1, day=event.day),
        entries={seq: one for seq, one in before.books.entries.items() if one.session >= last},
        taken={},
        taken_from={},
    )
    opener = Entry(
        what="opener",
        amount=event.opener,
        session=event.session,
        period=1,
        day=event.day,
        expected=event.last_closer,
    )
    books = replace(books, entries={**books.entries, event.seq: opener})
    found = Exceptional(
        kind="opener", amount=event.discrepancy, day=event.day, people=_signers(event)
    )
    return _named(books, event, found)


def _bought(before: Table, _: Table, event: of_table.ChipsBought) -> Books:
    entry = replace(
        _entry(before, "buy_in", event.amount),
        tender=event.kind,
        cash_day=event.day if event.kind == "cash" else None,
        player=event.player,
        box=_standing(before),
    )
    return _dropped(_told(before, event, entry), event.amount)


def _slip(before: Table, _: Table, event: Slipped) -> Books:
    if event.step != "received":
        return before.books
    kind = "fill" if isinstance(event, of_table.TableFilled) else "credit"
    return _told(before, event, _entry(before, kind, event.amount))


def _marker(before: Table, _: Table, event: of_books.MarkerPaid) -> Books:
    in_cash = event.tender == "cash"
    entry = replace(
        _entry(before, "marker", event.amount),
        tender=event.tender,
        cash_day=event.day if in_cash else None,
        player=event.player,
        box=_standing(before) if in_cash else None,
    )
    books = _told(before, event, entry)
    books = replace(books, markers=with_number(books.markers, event.marker))
    return _dropped(books, event.amount if in_cash else 0)


def _tray_counted(before: Table, _: Table, event: of_table.TrayCounted) -> Books:
    books = _found(before.books, event)
    if not event.roll:
        return books
    told = replace(_closer(before, event), opens=event.day)
    period = books.period + 1
    last = books.box
    assert last is not None
    return replace(
        books,
        period=period,
        day=event.day,
        late_day=None,
        variance=0,
        counted=0,
        box=Box(number=last.number + 1, session=before.session, period=period, day=event.day),
        boxes=(*books.boxes, replace(last, removed=True)),
        entries={**_recent(books, before.session), event.seq: told},
        taken={},
        taken_from={},
    )


def _recent(books: Books, session: int) -> dict[int, Entry]:
    oldest = (session, books.period + 1 - PERIODS_KEPT)
    return {
        seq: one
        for seq, one in books.entries.items()
        if one.session < session or (one.session, one.period) > oldest
    }


def _closed(before: Table, _: Table, event: of_table.TableClosed) -> Books:
    books = _found(before.books, event)
    last = books.box
    assert last is not None
    return replace(
        books,
        closer=event.counted,
        box=None,
        boxes=(*books.boxes, replace(last, removed=True)),
        entries={**books.entries, event.seq: _closer(before, event)},
        taken={},
        taken_from={},
    )


def _box_removed(before: Table, _: Table, event: of_books.BoxRemoved) -> Books:
    books, which = before.books, (event.session, event.box)
    at_table = books.box
    if at_table is not None and (at_table.session, at_table.number) == which:
        gone = replace(at_table, removed=True, carrier=event.carrier)
        fresh = replace(at_table, number=at_table.number + 1, drop=0, coupons=0, late_day=None)
        return replace(books, box=fresh, boxes=(*books.boxes, gone))
    carried = tuple(
        replace(box, carrier=event.carrier) if (box.session, box.number) == which else box
        for box in books.boxes
    )
    return replace(books, boxes=carried)


def _drop_counted(before: Table, _: Table, event: of_table.DropCounted) -> Books:
    books, which = before.books, (event.session, event.box)
    box = next(box for box in books.boxes if (box.session, box.number) == which)
    rest = tuple(one for one in books.boxes if one is not box)
    counted = Entry(
        what="drop",
        amount=event.amount,
        session=box.session,
        period=box.period,
        day=box.day,
        box=box.number,
        expected=event.estimated,
    )
    books = replace(books, boxes=rest, entries={**books.entries, event.seq: counted})
    return _named(books, event, _difference(box, event))


def _difference(box: Box, event: of_table.DropCounted) -> Exceptional:
    """How far the money is off, or the coupons alone, or both."""
    people = dict.fromkeys((*_actor(event), *((box.carrier,) if box.carrier else ())))
    coupons = 0
    if event.coupons is not None and event.coupons_estimated is not None:
        coupons = event.coupons - event.coupons_estimated
    drop = Exceptional(
        kind="drop",
        amount=event.amount - event.estimated,
        day=box.day,
        people=tuple(people),
        coupons=coupons,
    )
    return drop if drop.amount else replace(drop, kind="coupons", amount=coupons)


def _settled(before: Table, _: Table, event: of_round.WagerSettled) -> Books:
    """The coupon goes into the drop box once its wager is won or lost; a void round gives it back.

    Out of a box that has left the table since nothing is taken: the count will find it there.
    """
    if event.was is not UNSET:
        box = before.books.box
        return _coupons(before.books, -min(event.coupon, box.coupons if box else 0))
    if event.outcome in of_round.COUPON_RETURNED:
        return before.books
    return _coupons(before.books, event.coupon)


def _with_coupons_back(books: Books, before: Table, game: GameState | None) -> Books:
    """With what the wrong dice decided its coupons come back."""
    if before.game is None or game is None:
        return books
    return _coupons(books, game.coupons_played() - before.game.coupons_played())


def _ended(before: Table, after: Table, event: Ended) -> Books:
    ended = before.open_round()
    assert ended is not None
    taken: dict[int, int] = {}
    players: dict[int, str] = {}
    for line in event.wagers:
        if line.vigorish:
            taken[line.seat] = taken.get(line.seat, 0) + line.vigorish
            players[line.seat] = line.player
    if event.bank is not None and event.bank.vigorish:
        taken[event.bank.seat] = taken.get(event.bank.seat, 0) + event.bank.vigorish
        players[event.bank.seat] = player_at(before, event.bank.seat)
    return replace(
        after.books,
        taken=taken,
        taken_from=players,
        last_round=ended.id,
        finished=event.seq,
        played={**after.books.played, before.session: after.rounds},
        seatings=with_seating(
            after.books.seatings, Seating(before.session, ended.number, _seated(before, event))
        ),
    )


def _seated(before: Table, event: Ended) -> dict[int, str]:
    players = {line.seat: line.player for line in event.wagers}
    if event.bank is not None:
        players[event.bank.seat] = player_at(before, event.bank.seat)
    return players


def _owed(before: Table, _: Table, event: of_books.VigorishOwed) -> Books:
    books = before.books
    left = books.taken[event.seat] - event.amount
    taken = {seat: cents for seat, cents in books.taken.items() if seat != event.seat}
    if left:
        taken[event.seat] = left
    debt = Owed(seat=event.seat, player=event.player, left=event.amount)
    # A count since that round ended has met a tray without these chips.
    met = event.amount if books.counted > books.finished else 0
    return replace(
        books,
        taken=taken,
        owed={**books.owed, event.seq: debt},
        variance=books.variance + met,
    )


def _recovered(before: Table, _: Table, event: of_books.VigorishRecovered) -> Books:
    books = before.books
    owed = {seq: debt for seq, debt in books.owed.items() if seq != event.owed}
    if event.left:
        owed[event.owed] = replace(books.owed[event.owed], left=event.left)
    return replace(books, owed=owed)


def _acknowledged(before: Table, _: Table, event: of_books.ExceptionAcknowledged) -> Books:
    books = before.books
    rest = {seq: one for seq, one in books.exceptions.items() if seq != event.exception}
    return replace(books, exceptions=rest)


def _entry_corrected(before: Table, _: Table, event: of_corrections.EntryCorrected) -> Books:
    return corrected(before, event)


def _entry(before: Table, what: str, amount: int) -> Entry:
    """An amount of the running period."""
    return Entry(
        what=what,
        amount=amount,
        session=before.session,
        period=before.books.period,
        day=before.books.day,
    )


def _told(before: Table, event: Event, entry: Entry) -> Books:
    """The books with an amount that may be corrected."""
    return replace(before.books, entries={**before.books.entries, event.seq: entry})


def _closer(before: Table, event: of_table.TrayCounted | of_table.TableClosed) -> Entry:
    return replace(_entry(before, "closer", event.counted), expected=event.expected)


def _standing(before: Table) -> int:
    """The number of the box at the table."""
    assert before.books.box is not None
    return before.books.box.number


def _dropped(books: Books, cents: int) -> Books:
    assert books.box is not None
    return replace(books, box=replace(books.box, drop=books.box.drop + cents))


def _coupons(books: Books, cents: int) -> Books:
    if not cents or books.box is None:
        return books
    return replace(books, box=replace(books.box, coupons=books.box.coupons + cents))


def _found(books: Books, event: of_table.TrayCounted | of_table.TableClosed) -> Books:
    """What a count of the tray showed that the count before it had not."""
    variance = event.counted - event.expected
    change = Exceptional(
        kind="tray", amount=variance - books.variance, day=books.day, people=_signers(event)
    )
    return replace(_named(books, event, change), variance=variance, counted=event.seq)


def _named(books: Books, event: Event, found: Exceptional) -> Books:
    """A difference stays open until somebody answers for it."""
    if not found.amount:
        return books
    return replace(books, exceptions={**books.exceptions, event.seq: found})


def _actor(event: Event) -> tuple[str, ...]:
    return (event.actor["id"],) if event.actor else ()


def _signers(
    event: of_table.TableOpened | of_table.TrayCounted | of_table.TableClosed,
) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*_actor(event), *(one.id for one in event.signed))))


_CHANGES: Final[dict[type[Event], Callable[[Table, Table, Any], Books]]] = {
    of_table.TableOpened: _opened,
    of_table.ChipsBought: _bought,
    of_table.TableFilled: _slip,
    of_table.TableCredited: _slip,
    of_table.TrayCounted: _tray_counted,
    of_table.TableClosed: _closed,
    of_table.DropCounted: _drop_counted,
    of_round.WagerSettled: _settled,
    of_round.RoundClosed: _ended,
    of_round.RoundVoided: _ended,
    of_corrections.EntryCorrected: _entry_corrected,
    of_books.BoxRemoved: _box_removed,
    of_books.MarkerPaid: _marker,
    of_books.VigorishOwed: _owed,
    of_books.VigorishRecovered: _recovered,
    of_books.ExceptionAcknowledged: _acknowledged,
}
KEPT: Final = ByKind(lambda kind: kind in _CHANGES or MAY_BE_EXCEPTIONAL[kind])
"""Events that the books keep anything of."""
