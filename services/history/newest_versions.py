"""Stored rounds decided once more under the versions in force: which would come out otherwise.

Each round is judged by itself: its table as the log had it when the round was opened, but for the
version, and then every command as it was given. What the newer version refuses has no effect there.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

import msgspec
from msgspec.structs import replace

from domain.commands import Command
from domain.events import Event
from domain.events.corrections import RollCorrected
from domain.events.round import RoundClosed, RoundOpened, RoundVoided
from domain.game_library import LIBRARY, regulation_name
from domain.hosting import Table
from domain.messages.events import decode
from domain.refusals import Refused
from services.history.commands import by_command, with_fields
from services.history.comparison import (
    Refusal,
    RoundChange,
    RoundEnd,
    compare_ends,
    last_end,
    refused,
)
from services.history.decisions import Difference, NotDecided, decide_at, decided_again
from services.history.stream_states import FollowedStates, Lost
from services.reports.as_of import heads_at
from services.store.ledger import Ledger, StoredRow

_PAGE: Final = 2000
_NOT_ITS_OWN: Final = "what is stored is not what its own version makes: run `verify` without it"


class Unreadable(ValueError):
    """An event that nothing can be decided on."""


class RoundUnderNewest(msgspec.Struct, frozen=True, kw_only=True):
    """One round that comes out otherwise."""

    round: str
    day: str
    under: str
    """The version that it was played under."""
    newest: str
    refused: tuple[Refusal, ...]
    """The commands that the newer version refuses, as far as its round goes on there."""
    change: RoundChange

    @property
    def money(self) -> int | None:
        """What the tray would have more, or less; None where the round would have no end."""
        own, other = self.change.tray_delta
        return None if own is None or other is None else other - own


class UnderNewest(msgspec.Struct, kw_only=True):
    """What an upgrade would have changed."""

    newest: tuple[str, ...] = tuple(one.ref for one in LIBRARY.regulations)
    first: int
    last: int
    """Places in the log."""
    rounds: int = 0
    """Those that were played under an earlier version, and are finished."""
    under_newest: int = 0
    """Those that were played under the newest anyway."""
    not_decided: dict[str, int] = {}
    """Rounds left out, by reason."""
    differing: list[RoundUnderNewest] = []

    @property
    def undecided(self) -> int:
        return sum(one.money is None for one in self.differing)

    @property
    def money(self) -> int:
        return sum(one.money or 0 for one in self.differing)


@dataclass(slots=True)
class _Played:
    """A round on its way, as it would go."""

    opened: RoundOpened
    newest: str
    table: Table
    own: RoundEnd | None = None
    other: RoundEnd | None = None
    refused: list[Refusal] = field(default_factory=list)
    lost: str = ""
    """Why it cannot be decided."""


class NewestRounds:
    """The rounds of a log, followed from its first event of a range to its last."""

    def __init__(self, ledger: Ledger, first: int, last: int) -> None:
        heads = heads_at(ledger, first - 1) if first > 1 else {}
        self._states = FollowedStates(ledger, heads)
        self._playing: dict[str, _Played] = {}
        self.found = UnderNewest(first=first, last=last)

    def take(self, group: Sequence[Event], position: int) -> None:
        """The events of one command, in their order."""
        lead = next((one for one in group if one.STREAM == "table"), group[0])
        try:
            self._states.prepare(group)
            if lead.STREAM == "table":
                self._at_table(lead, group)
            self._states.follow(group, position)
        except Lost as lost:
            self._lose(lead.key, group, str(lost))

    def finish(self) -> None:
        for key in list(self._playing):
            self._end(key)

    def _lose(self, key: str, group: Sequence[Event], why: str) -> None:
        if key in self._playing:
            self._playing[key].lost = why
        elif any(isinstance(one, RoundOpened) for one in group):
            self._leave_out(why)

    def _leave_out(self, why: str) -> None:
        self.found.not_decided[why] = self.found.not_decided.get(why, 0) + 1

    def _at_table(self, lead: Event, group: Sequence[Event]) -> None:
        opened = next((one for one in group if isinstance(one, RoundOpened)), None)
        if opened is not None:
            self._end(lead.key)
            self._begin(lead.key, opened)
        playing = self._playing.get(lead.key)
        if playing is None:
            return
        playing.own = last_end(group) or playing.own
        if playing.lost:
            return
        try:
            again = decided_again(self._states.now, group)
        except NotDecided:
            return
        except Difference:
            playing.lost = _NOT_ITS_OWN
            return
        self._decide(playing, again.command, group)

    def _begin(self, key: str, opened: RoundOpened) -> None:
        newest = LIBRARY.in_force(regulation_name(opened.regulation)).ref
        if opened.regulation == newest:
            self.found.under_newest += 1
            return
        table = replace(self._states.now.table(key), regulation=newest)
        self._playing[key] = _Played(opened, newest, table)

    def _decide(self, playing: _Played, given: Command, group: Sequence[Event]) -> None:
        """To the letter; else with what is the rules' to say left to them."""
        refusal: Refused | None = None
        for command in _ways(playing.newest, given):
            try:
                decided = decide_at(playing.table, self._states.now, command, group[0])
            except Refused as found:
                refusal = refusal or found
                continue
            except Exception as error:  # noqa: BLE001  what neither version foresees
                playing.lost = (
                    f"`{given.command}` cannot be decided by the newer version: {error!r}"
                )
                return
            playing.table = decided.table
            for made in decided.events:
                if isinstance(made, RollCorrected):
                    playing.other = None
                elif isinstance(made, RoundClosed | RoundVoided):
                    playing.other = made
            break
        if refusal is None or not any(one.OF_ROUND for one in group):
            return
        if playing.other is None or isinstance(group[0], RollCorrected):
            playing.refused.append(refused(given.command, refusal))

    def _end(self, key: str) -> None:
        """No dice of it are corrected any more."""
        playing = self._playing.pop(key, None)
        if playing is None or playing.own is None:
            return
        if playing.lost:
            self._leave_out(playing.lost)
            return
        self.found.rounds += 1
        change = compare_ends(playing.own, playing.other, None)
        if playing.refused or change.changed or change.undecided:
            assert playing.own.round is not None
            self.found.differing.append(
                RoundUnderNewest(
                    round=playing.own.round,
                    day=playing.own.day,
                    under=playing.opened.regulation,
                    newest=playing.newest,
                    refused=tuple(playing.refused),
                    change=change,
                )
            )


def _ways(regulation: str, given: Command) -> Iterator[Command]:
    """As it was given; where that is refused, without what the rules say for themselves."""
    yield given
    left = LIBRARY.by_regulation[regulation].history.left_to_the_rules(given)
    if left is not None:
        yield with_fields(given, left)


def under_newest(
    ledger: Ledger, first: int, last: int, count: Callable[[int], None]
) -> UnderNewest:
    """Every finished round between two places of the log, by the versions in force."""
    rounds = NewestRounds(ledger, first, last)
    for position, group in by_command(_events(ledger, first, last)):
        rounds.take(group, position)
        count(position + len(group) - first)
    rounds.finish()
    return rounds.found


def _events(ledger: Ledger, first: int, last: int) -> Iterator[tuple[int, Event]]:
    position = first - 1
    while position < last:
        rows = ledger.rows_after(position, min(_PAGE, last - position))
        if not rows:
            return
        for row in rows:
            if row.position <= last:
                yield row.position, _read(row)
        position = rows[-1].position


def _read(row: StoredRow) -> Event:
    try:
        return decode(row.topic, row.state)
    except Exception as error:
        what = f"event {row.position} cannot be read as {row.topic}: {error}"
        raise Unreadable(f"{what}; verify the log first") from error
