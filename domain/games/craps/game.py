"""Craps as a game that a table hosts."""

from dataclasses import replace
from typing import Final

from domain.commands import Command
from domain.commands.submission import Submission
from domain.events import Event
from domain.events.envelope import Stamp
from domain.games.craps.account.account import ACCOUNT
from domain.games.craps.bots.bots import BOTS
from domain.games.craps.history.history import CrapsHistory
from domain.games.craps.layout import LAYOUT
from domain.games.craps.messages.commands import COMMANDS
from domain.games.craps.messages.events import EVENTS
from domain.games.craps.regulations import EARLIER, NJ_CRAPS, Regulation
from domain.games.craps.regulations.controls import MEANINGS
from domain.games.craps.round.decide import DECISIONS
from domain.games.craps.round.evolve import evolve_craps
from domain.games.craps.round.lawful import lawful
from domain.games.craps.round.options import options
from domain.games.craps.round.play import Play
from domain.games.craps.round.state import Craps, craps_at
from domain.games.craps.sheets.sheets import CrapsSheets
from domain.games.craps.views.in_play import in_play
from domain.games.craps.views.views import VIEWS
from domain.games.craps.wagers.catalogue import CATALOGUE, CrapsCatalogue
from domain.games.seam.game import Game, Lawful
from domain.games.seam.in_play import InPlay
from domain.games.seam.regulation import while_in_force
from domain.meter.state import Meter
from domain.options import Option
from domain.refusals import NotOffered
from domain.table.hosted import Opening
from domain.table.state import Table


class CrapsGame:
    """Two dice, one roll a round; no hands, no bank, no meter."""

    name: Final = "craps"
    state: Final = Craps
    commands: Final = COMMANDS
    events: Final = EVENTS
    controls: Final = MEANINGS
    account: Final = ACCOUNT
    sheets: Final = CrapsSheets()
    views: Final = VIEWS
    bots: Final = BOTS
    layout: Final = LAYOUT

    def __init__(
        self,
        catalogue: CrapsCatalogue = CATALOGUE,
        regulations: tuple[Regulation, ...] = (NJ_CRAPS,),
        earlier: tuple[Regulation, ...] = EARLIER,
    ) -> None:
        self.catalogue: Final = catalogue
        self.regulations: Final = tuple(replace(one, of_game=catalogue) for one in regulations)
        self.earlier: Final = tuple(replace(one, of_game=catalogue) for one in earlier)
        self._in_force: Final = {one.name: one for one in self.regulations}
        self.history: Final = CrapsHistory(self._in_force)
        self._by_ref: Final = {one.ref: one for one in (*self.regulations, *self.earlier)}

    def while_in_force(self, version: int) -> "CrapsGame":
        return CrapsGame(
            self.catalogue, *while_in_force(version, (*self.regulations, *self.earlier))
        )

    def opening(self, submission: Submission, meter: Meter | None) -> Opening:
        assert meter is None
        rules = self._in_force[submission.regulation]
        rules.check(submission)
        elected = rules.elected(submission)
        return Opening(
            rule=rules.cites.come_out,
            regulation=rules.ref,
            regulation_hash=rules.content_hash(),
            submission=elected.recorded(),
            submission_hash=elected.content_hash(),
            joined=[],
        )

    def meter_for(self, table: Table, command: Command) -> str | None:
        del table, command
        return None

    def decide(
        self, table: Table, command: Command, stamp: Stamp, meter: Meter | None
    ) -> list[Event]:
        del meter
        play = self._play(table)
        decision = DECISIONS.get(type(command))
        if decision is None:
            reason = f"{play.rules.name} knows no `{command.command}`"
            raise NotOffered(play.rules.cites.wagers, reason)
        return decision(play, command, stamp)

    evolve = staticmethod(evolve_craps)

    def last_place(self, table: Table) -> int:
        return craps_at(table).terms.seats

    def where_seated(self, table: Table) -> str:
        return self._play(table).rules.cites.making

    def lawful(self, table: Table) -> Lawful:
        return lawful(self._play(table))

    def options(self, table: Table) -> dict[str, Option]:
        play = self._play(table)
        return options(play, lawful(play).play)

    def house_way(self, table: Table, pieces: tuple[str, ...]) -> None:
        """Nobody holds a hand."""
        del table, pieces

    def in_play(self, table: Table) -> InPlay:
        return in_play(self._play(table))

    def _play(self, table: Table) -> Play:
        """By the very version that the round names; else the session."""
        game = craps_at(table)
        ref = table.regulation if game.round is None else game.round.regulation
        return Play(table, game, self._by_ref[ref])


GAME: Final[Game] = CrapsGame()
