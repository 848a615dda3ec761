"""The streams that one request touches, changed only here until the request is accepted."""

from collections.abc import Callable, Iterable, Sequence

from domain.commands import Command
from domain.commands.day import AcknowledgeAlert, CloseDay, DayCommand
from domain.commands.seal import RotateKey
from domain.day.calendar import Calendar
from domain.day.decide import decide_day
from domain.day.state import Day, day_key
from domain.events import Event
from domain.events.envelope import Stamp
from domain.hosting import Table, decide, meter_of
from domain.key_names import SEAL_KEYS
from domain.meter.state import Meter, meter_key
from domain.seal.decide import decide_rotation
from domain.seal.state import SealKeys
from services.store.streams import StreamState


class Work:
    """Tables it names and their meters; a day, and then every table there is; the keys."""

    def __init__(
        self,
        load: Callable[[str], StreamState],
        require: Callable[[Sequence[str]], None],
        table_names: Callable[[], Iterable[str]],
        calendar: Calendar,
        streams: tuple[str, ...],
    ) -> None:
        self._load = load
        self._require = require
        self._table_names = table_names
        self.calendar = calendar
        self.day_stream: str | None = None
        """A day's that was changed, and the calendar with it."""
        self.states: dict[str, StreamState] = {}
        self.heads: dict[str, int] = {}
        """Where each stream stood before."""
        for key in streams:
            self._state(key)

    def decide(self, command: Command, stamp: Stamp) -> list[Event]:
        if isinstance(command, CloseDay | AcknowledgeAlert):
            return self._decide_day(command, stamp)
        if isinstance(command, RotateKey):
            return self._decide_rotation(command, stamp)
        assert command.table is not None
        table = self._state(command.table)
        assert isinstance(table, Table)
        name = meter_of(table, command)
        meter = None if name is None else self._state(meter_key(name))
        assert meter is None or isinstance(meter, Meter)
        decided = decide(table, command, stamp, meter)
        self.states[command.table] = decided.table
        if decided.meter is not None:
            self.states[decided.meter.key] = decided.meter
        return decided.events

    def _decide_day(self, command: DayCommand, stamp: Stamp) -> list[Event]:
        """Every table's head is expected: one that moves meanwhile makes the desk look again."""
        names = [*self._table_names()]
        self._require(names)
        for name in names:
            self._state(name)
        tables = [state for state in self.states.values() if isinstance(state, Table)]
        day = self._state(day_key(command.day))
        assert isinstance(day, Day)
        decided = decide_day(day, tables, command, stamp, self.calendar)
        self.states[day.key], self.calendar = decided.day, decided.calendar
        self.day_stream = day.key
        return [*decided.events]

    def _decide_rotation(self, command: RotateKey, stamp: Stamp) -> list[Event]:
        keys = self._state(SEAL_KEYS)
        assert isinstance(keys, SealKeys)
        decided = decide_rotation(keys, command, stamp)
        self.states[keys.key] = decided.keys
        return [*decided.events]

    def _state(self, key: str) -> StreamState:
        if key not in self.states:
            self.states[key] = self._load(key)
            self.heads[key] = self.states[key].seq
        return self.states[key]


class Units:
    """Units of a batch: requests that share a stream stand or fall together."""

    def __init__(self) -> None:
        self._parents: dict[str, str] = {}

    def join(self, streams: tuple[str, ...]) -> None:
        first = self._root(streams[0])
        for stream in streams[1:]:
            self._parents[self._root(stream)] = first

    def numbered(self) -> dict[str, int]:
        """Each stream's unit, numbered from zero."""
        numbers: dict[str, int] = {}
        return {
            stream: numbers.setdefault(self._root(stream), len(numbers)) for stream in self._parents
        }

    def _root(self, stream: str) -> str:
        parent = self._parents.setdefault(stream, stream)
        return stream if parent == stream else self._root(parent)
