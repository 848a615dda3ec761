"""What a story leans on: the game at a table, as its own rules keep it."""

from msgspec.structs import replace

from domain.events import Event
from domain.events.round import DiceRolled, RoundOpened
from domain.events.table import TableOpened
from domain.game_library import LIBRARY
from domain.hosting import Table
from domain.wagers.catalogue import WagerRecord


class TableScene:
    """One table as the story goes on."""

    def __init__(self, key: str) -> None:
        self.table = Table(name=key)
        """With the game's own state. Its books are not kept: no sentence leans on them."""
        self.rolled: DiceRolled | None = None
        """The last roll told, with what was said of it."""

    @property
    def game(self) -> str:
        """Whose events are told: the first game's, until an opening says which."""
        known = self.table.regulation
        return LIBRARY.by_regulation[known].name if known else LIBRARY.games[0].name

    def wager(self, name: str) -> WagerRecord:
        found = LIBRARY.wager(name, self.table.regulation)
        assert found is not None, f"no game knows a wager `{name}`"
        return found

    def note(self, event: Event) -> None:
        """The game after the event. A story may begin anywhere; its state begins with a round."""
        if isinstance(event, TableOpened | RoundOpened):
            self._play_under(event.regulation)
            self.rolled = None
        elif isinstance(event, DiceRolled):
            self.rolled = event
        if self.table.regulation:
            game = LIBRARY.by_regulation[self.table.regulation]
            self.table = replace(self.table, game=game.evolve(self.table, event))

    def _play_under(self, regulation: str) -> None:
        was, game = self.table.regulation, self.table.game
        games = LIBRARY.by_regulation
        kept = game if was and games[was] is games[regulation] else None
        self.table = replace(self.table, regulation=regulation, game=kept)
