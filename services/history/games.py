"""How a game's rounds are played again by other rules of the same game."""

from collections.abc import Iterator, Sequence
from typing import Final, Protocol

from domain.commands import Command
from domain.commands.submission import Submission
from domain.events import Event
from domain.games.craps.game import CRAPS
from domain.games.library import LIBRARY
from domain.games.pai_gow.game import PAI_GOW
from domain.hosting import Table
from domain.refusals import Refused
from services.history.craps.other_rules import CrapsAgain
from services.history.pai_gow.other_rules import PaiGowAgain


class GameAgain(Protocol):
    """What one game knows of its own rounds; everything else is the same for all."""

    def retell(self, events: Sequence[Event]) -> Iterator[Command]:
        """A stored round's own commands, from its RoundOpened on."""
        ...

    def meter_before(self, events: Sequence[Event]) -> int | None:
        """What stood on the round's progressive meter before it, if there was one."""
        ...

    def taken_over(self, table: Table, submission: Submission) -> Table:
        """The table with what these elections leave of the game that others have brought so far."""
        ...

    def left_behind(self, table: Table, submission: Submission) -> Sequence[Refused]:
        """Why each wager that lay there before the round does not stand by these elections."""
        ...

    def as_told(self, table: Table, own: Table) -> Table:
        """The layout of a round about to be opened, with what its own rules know and no rule makes:
        dice that fell count, though by the other rules nobody had wagered on them."""
        ...

    def told_before(self, table: Table, command: Command) -> Sequence[Command]:
        """What was never told, and has to be before the command can be taken."""
        ...

    def left_to_the_rules(self, command: Command) -> Command | None:
        """The same without what the other rules say for themselves; None: nothing is."""
        ...

    def call_off(self, table: str | None, reason: str) -> Command:
        """The command that ends a round which what was told does not finish."""
        ...


OF_GAMES: Final[dict[str, GameAgain]] = {
    PAI_GOW.name: PaiGowAgain(),
    CRAPS.name: CrapsAgain(),
}


def again_of(regulation: str) -> GameAgain:
    """By the regulation, as it is named or as it was recorded."""
    return OF_GAMES[LIBRARY.by_regulation[regulation].name]
