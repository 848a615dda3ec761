"""Stones as a game that a table hosts."""

from typing import Final

from domain.commands import Command
from domain.commands.submission import Submission
from domain.events import Event
from domain.events.envelope import Stamp
from domain.games.seam.game import Game, Lawful
from domain.games.seam.in_play import InPlay
from domain.meter.state import Meter
from domain.options import Option
from domain.table.hosted import Opening
from domain.table.state import Table

from .account import ACCOUNT
from .bag import SEATS
from .bots import BOTS
from .deciding import decide
from .following import evolve, lawful, options
from .history import StonesHistory
from .layout import LAYOUT
from .messages.commands import COMMANDS
from .messages.events import EVENTS
from .regulation import CONTROLS, XX_STONES, StonesRules
from .sheets import StonesSheets
from .state import Stones, play_at
from .views import VIEWS, in_play
from .wagers.catalogue import CATALOGUE


class StonesGame:
    """Numbered stones out of a bag; no dice, no bank, no meter."""

    name: Final = "stones"
    regulations: tuple[StonesRules, ...] = (XX_STONES,)
    earlier: tuple[StonesRules, ...] = ()
    catalogue: Final = CATALOGUE
    state: Final = Stones
    commands: Final = COMMANDS
    events: Final = EVENTS
    controls: Final = CONTROLS
    account: Final = ACCOUNT
    sheets: Final = StonesSheets()
    history: Final = StonesHistory()
    views: Final = VIEWS
    bots: Final = BOTS
    layout: Final = LAYOUT
    evolve = staticmethod(evolve)

    def while_in_force(self, version: int) -> "StonesGame":
        """There is one version so far."""
        return self

    def opening(self, submission: Submission, meter: Meter | None) -> Opening:
        XX_STONES.check(submission)
        return Opening(
            rule=XX_STONES.cites.wagers,
            regulation=XX_STONES.ref,
            regulation_hash=XX_STONES.content_hash(),
            submission=submission.recorded(),
            submission_hash=submission.content_hash(),
            joined=[],
        )

    def meter_for(self, table: Table, command: Command) -> str | None:
        return None

    def decide(
        self, table: Table, command: Command, stamp: Stamp, meter: Meter | None
    ) -> list[Event]:
        return decide(play_at(table), command)

    def last_place(self, table: Table) -> int:
        return SEATS[-1]

    def where_seated(self, table: Table) -> str:
        return XX_STONES.cites.making

    def lawful(self, table: Table) -> Lawful:
        return lawful(play_at(table))

    def options(self, table: Table) -> dict[str, Option]:
        return options(play_at(table))

    def house_way(self, table: Table, pieces: tuple[str, ...]) -> None:
        """A stone is not set."""

    def in_play(self, table: Table) -> InPlay:
        return in_play(play_at(table))


GAME: Final[Game] = StonesGame()
