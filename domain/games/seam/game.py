"""What a game is to the table that hosts it."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from domain.account.scene import Account
from domain.commands import Command
from domain.commands.submission import Submission
from domain.events import Event
from domain.events.envelope import Stamp
from domain.games.seam.bots import Bots
from domain.games.seam.in_play import InPlay
from domain.games.seam.layout import Layout
from domain.games.seam.regulation import Regulation
from domain.games.seam.sheet import GameSheets
from domain.games.seam.views import Views
from domain.history.game_history import GameHistory
from domain.meter.state import Meter
from domain.options import Option, Split
from domain.table.hosted import GameState, Opening
from domain.table.state import Table
from domain.wagers.catalogue import WagerRecord


class Lawful(NamedTuple):
    """What of the game's own commands is lawful now, in the order it would be reached for."""

    play: tuple[str, ...]
    equipment: tuple[str, ...]
    """What brings pieces or dice; it stands behind the table's own commands."""


class Game(Protocol):
    """Rules that a table hosts: pure, and without a memory of their own."""

    @property
    def name(self) -> str: ...
    @property
    def regulations(self) -> Sequence[Regulation]:
        """Those it is played under, each in the version in force."""
        ...

    @property
    def earlier(self) -> Sequence[Regulation]:
        """Their versions before, which stored rounds name; a session is not opened under one."""
        ...

    @property
    def catalogue(self) -> Mapping[str, WagerRecord]:
        """Every wager it knows."""
        ...

    @property
    def state(self) -> type[GameState]:
        """Its own state between two events, with a tag that no other has."""
        ...

    @property
    def commands(self) -> Sequence[type[Command]]:
        """Those that no other game has."""
        ...

    @property
    def events(self) -> Sequence[type[Event]]:
        """Those that no other game has."""
        ...

    @property
    def controls(self) -> Mapping[str, str]:
        """Demands of its own that no paragraph says, by their names, with their meanings."""
        ...

    @property
    def account(self) -> Account:
        """Its sentences."""
        ...

    @property
    def sheets(self) -> GameSheets:
        """What it shows of its regulations and submissions."""
        ...

    @property
    def history(self) -> GameHistory:
        """How its stored rounds are made commands again, and decided once more."""
        ...

    @property
    def views(self) -> Views:
        """What it adds to what is shown of any game."""
        ...

    @property
    def bots(self) -> Bots:
        """How a simulated table of it is played."""
        ...

    @property
    def layout(self) -> Layout:
        """How it is drawn."""
        ...

    def while_in_force(self, version: int) -> "Game":
        """The same as it was when the newest version of its regulations was this one."""
        ...

    def opening(self, submission: Submission, meter: Meter | None) -> Opening:
        """What a table is opened under; refused where the regulation does not permit it."""
        ...

    def meter_for(self, table: Table, command: Command) -> str | None:
        """The progressive meter that deciding the command needs, if any."""
        ...

    def decide(
        self, table: Table, command: Command, stamp: Stamp, meter: Meter | None
    ) -> list[Event]:
        """The facts that one of its own commands makes, or a refusal."""
        ...

    def evolve(self, table: Table, event: Event) -> GameState:
        """Its state after the event; the table is as it was before it. An opening gives the first.

        Whatever is taken back, carried to the next round or left behind follows from events alone.
        """
        ...

    def last_place(self, table: Table) -> int:
        """Of the betting areas, which count from 1; the table was opened at least once."""
        ...

    def where_seated(self, table: Table) -> str:
        """The paragraph that says who may wager where."""
        ...

    def lawful(self, table: Table) -> Lawful:
        """What it takes now; the table is open."""
        ...

    def options(self, table: Table) -> Mapping[str, Option]:
        """In which ways each of those is lawful, by its name; left out where nothing is to say."""
        ...

    def house_way(self, table: Table, pieces: tuple[str, ...]) -> Split | None:
        """How the way in force sets these pieces, whoever holds them; None where none is, or they
        are no hand of the game."""
        ...

    def in_play(self, table: Table) -> InPlay:
        """What of it may be shown while it is played; never a hand."""
        ...
