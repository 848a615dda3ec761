"""Streams followed event by event: their order, their money, and what the rules make of them.

Each process has a share of the streams; a small log is checked in this one. Meters and days are
shown to every process, because what a table's command made depends on them; each is accounted for
by one alone.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple, Protocol, TypeAlias

import msgspec
from msgspec.structs import replace

from domain.day.state import day_of_key
from domain.events import Event
from domain.events.envelope import Posting
from domain.events.round import RoundOpened
from domain.events.table import TableOpened
from domain.messages.events import decode
from domain.meter.state import meter_name
from domain.money import Unbalanced
from services.history.commands import are_of_one_command
from services.history.decisions import (
    Difference,
    NotDecided,
    decide_group,
    is_settlement,
)
from services.history.stream_states import FollowedStates, Lost
from services.rulebook.opened_under import OtherRules
from services.runtime.by_stream import Processes, Share, Store
from services.store.ledger import Ledger, StoredRow
from services.verification.findings import OTHER_RULES, Finding, Notebook, PartResult
from services.verification.money import Accounts

FOLLOWED: Final = ("streams", "money", "settlements")

ShownRow: TypeAlias = tuple[int, str, int, str, str | None, bytes, bool]
"""A row of the log as it goes to a process; the last says whether the stream is its own."""

Results: TypeAlias = list[list[PartResult]]

_WRITE: Final = msgspec.msgpack.Encoder()
_READ: Final = msgspec.msgpack.Decoder(list[ShownRow])
_READ_RESULTS: Final = msgspec.json.Decoder(list[PartResult])


class _Placed(NamedTuple):
    position: int
    event: Event
    own: bool


class StreamChecks:
    """A share of the streams, from the range's first event on."""

    def __init__(self, parts: frozenset[str], heads: dict[str, int], ledger: Ledger) -> None:
        """With how far every stream had come before; nowhere, of the whole log."""
        self._from_the_start = not heads
        self._books = {part: Notebook(part) for part in FOLLOWED if part in parts}
        self._heads = dict(heads)
        self._met: set[str] = set()
        self._accounts: dict[str, Accounts] = {}
        self._states = FollowedStates(ledger, heads) if "settlements" in parts else None
        self._group: list[_Placed] = []
        self._noted: dict[str, OtherRules] = {}
        """Tables of which a finding says that they were opened under other rules."""

    def take(self, rows: list[ShownRow]) -> None:
        for row in rows:
            event = self._read(row)
            if event is None:
                self._end_group()
                continue
            position, key, own = row[0], row[1], row[6]
            if own:
                self._in_order(row, event)
                self._added_up(position, key, event)
            if self._states is not None:
                self._join(_Placed(position, event, own))

    def finish(self) -> list[PartResult]:
        self._end_group()
        for key, accounts in self._accounts.items():
            if accounts.trial_balance():
                what = f"its accounts sum up to {accounts.trial_balance()} cents, not to zero"
                self._books["money"].find(Finding(part="money", what=what, key=key))
        return [book.result() for book in self._books.values()]

    def _read(self, row: ShownRow) -> Event | None:
        position, key, seq, topic, _, state, own = row
        try:
            return decode(topic, state)
        except Exception as error:  # noqa: BLE001  whatever cannot be read is what is looked for
            unbalanced = isinstance(error.__cause__, Unbalanced)
            if own:
                part = "money" if unbalanced and "money" in self._books else next(iter(self._books))
                what = str(error) if unbalanced else f"its bytes are no {topic}: {error}"
                finding = Finding(part=part, what=what, position=position, key=key, seq=seq)
                self._books[part].find(finding)
            if self._states is not None:
                self._states.lose(key, position)
            self._heads[key] = seq
            return None

    def _in_order(self, row: ShownRow, event: Event) -> None:
        """The stream goes on by one, and the row says what its bytes say."""
        position, key, seq, _, of_round, _, _ = row
        book = self._books.get("streams")
        last = self._heads.get(key, 0)
        self._heads[key] = seq
        if book is None:
            return
        book.counts["events"] += 1
        if key not in self._met:
            self._met.add(key)
            book.counts["streams"] += 1
        told = (event.key, event.seq, event.round)
        if told != (key, seq, of_round):
            row_says = f"{key}/{seq}" + (f" of round {of_round}" if of_round else "")
            what = f"its row says {row_says}, and its bytes {event.key}/{event.seq}"
            book.find(_found(book.part, position, event, f"{what} of round {event.round}"))
        elif seq != last + 1:
            what = f"it does not follow {key}/{last}"
            if seq > last + 1:
                what = f"{key}/{last + 1} is missing before it"
            book.find(_found(book.part, position, event, what))

    def _added_up(self, position: int, key: str, event: Event) -> None:
        book = self._books.get("money")
        if book is None:
            return
        accounts = self._accounts.get(key)
        if accounts is None:
            accounts = Accounts(from_the_start=self._from_the_start)
            self._accounts[key] = accounts
        book.counts["postings"] += isinstance(event, Posting)
        book.counts["rounds"] += isinstance(event, RoundOpened)
        for what in accounts.take(event):
            book.find(_found(book.part, position, event, what))

    def _join(self, placed: _Placed) -> None:
        if self._group:
            last = self._group[-1]
            if not are_of_one_command(last.position, last.event, placed.position, placed.event):
                self._end_group()
        self._group.append(placed)

    def _end_group(self) -> None:
        group, self._group = self._group, []
        states = self._states
        if not group or states is None:
            return
        lead = next((one for one in group if one.event.STREAM == "table"), group[0])
        is_ours = lead.own and lead.event.STREAM != "meter"
        try:
            if is_ours:
                self._decide(states, group, lead)
            else:
                states.follow([one.event for one in group], group[0].position)
        except Lost as lost:
            if is_ours:
                self._books["settlements"].notes[str(lost)] += 1
        own = dict.fromkeys(one.event.key for one in group if one.own)
        for key, seq in states.differing_snapshots(own):
            what = "the snapshot that the desk would go on from is not what its events come to"
            self._books["settlements"].find(
                Finding(part="settlements", what=what, key=key, seq=seq)
            )

    def _note_other_rules(self, lead: _Placed, other: OtherRules) -> None:
        """Once a session, where it is first met."""
        key = lead.event.key
        if self._noted.get(key) != other or isinstance(lead.event, TableOpened):
            self._noted[key] = other
            found = _found("settlements", lead.position, lead.event, other.told())
            found = replace(found, code=OTHER_RULES, todo=other.todo())
            self._books["settlements"].find(found)

    def _decide(self, states: FollowedStates, group: list[_Placed], lead: _Placed) -> None:
        book, events = self._books["settlements"], [one.event for one in group]
        states.prepare(events)
        other = states.other_rules.get(lead.event.key)
        if other is not None:
            self._note_other_rules(lead, other)
            if other.here is None:
                book.notes[f"not decided again: {other.regulation} is not carried here"] += 1
                states.follow(events, group[0].position)
                return
            # All but the hash is held against what this build makes of it.
            events = [_opened_here(one, other.here) for one in events]
        try:
            untold = decide_group(states.now, events)
        except NotDecided as reason:
            book.notes[f"not decided again: {reason}"] += 1
            states.follow(events, group[0].position)
        except Difference as difference:
            bad = group[difference.at]
            found = _found(book.part, bad.position, bad.event, str(difference))
            if other is not None:
                what = f"{found.what}; {other.told()}"
                found = replace(found, what=what, code=OTHER_RULES, todo=other.todo())
            book.find(found)
            states.follow(events, group[0].position)
        else:
            for name in untold:
                book.notes[f"{name} was not told when it was stored, and would be today"] += 1
        book.counts["commands"] += 1
        book.counts["settlements"] += is_settlement(events)


def _opened_here(event: Event, here: str) -> Event:
    return replace(event, regulation_hash=here) if isinstance(event, TableOpened) else event


def _found(part: str, position: int, event: Event, what: str) -> Finding:
    return Finding(
        part=part,
        what=what,
        position=position,
        key=event.key,
        seq=event.seq,
        event=type(event).__name__,
        round=event.round,
    )


def divide(rows: list[StoredRow], share: Share) -> list[list[ShownRow]]:
    """Every worker's part of a page; meters and days are shown to all."""
    shares: list[list[ShownRow]] = [[] for _ in range(share.workers)]
    for row in rows:
        owner = share.owner(row.key)
        if _is_for_all(row.key):
            for worker, part in enumerate(shares):
                part.append((*row, worker == owner))
        else:
            shares[owner].append((*row, True))
    return shares


def _is_for_all(key: str) -> bool:
    return ":" in key and (meter_name(key) is not None or day_of_key(key) is not None)


class StreamWorkers(Protocol):
    """Who checks the streams: this process, or several others."""

    def take(self, rows: list[StoredRow]) -> None: ...
    def results(self) -> Results: ...


class ThisProcess:
    """For a log that is read sooner than a process is started."""

    def __init__(self, parts: frozenset[str], heads: dict[str, int], ledger: Ledger) -> None:
        self._checks = StreamChecks(parts, heads, ledger)
        self._share = Share(1)

    def take(self, rows: list[StoredRow]) -> None:
        self._checks.take(divide(rows, self._share)[0])

    def results(self) -> Results:
        return [self._checks.finish()]


class OtherProcesses:
    """Each has its own streams and a connection of its own."""

    def __init__(
        self, parts: frozenset[str], heads: dict[str, int], store: Store, workers: int
    ) -> None:
        self._share = Share(workers)
        self._processes = Processes(
            *(workers, _check, parts, heads, store),
            name="followed streams",
            read=_READ_RESULTS.decode,
        )

    def take(self, rows: list[StoredRow]) -> None:
        for worker, shown in enumerate(divide(rows, self._share)):
            self._processes.give(worker, _WRITE.encode(shown))

    def results(self) -> Results:
        return self._processes.answers()

    def end(self) -> None:
        self._processes.end()


def _check(
    pages: Iterator[bytes], parts: frozenset[str], heads: dict[str, int], store: Store
) -> bytes:
    with store.opened() as ledger:
        checks = StreamChecks(parts, heads, ledger)
        for page in pages:
            checks.take(_READ.decode(page))
        return msgspec.json.encode(checks.finish())
