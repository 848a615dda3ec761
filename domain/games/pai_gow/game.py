"""Pai gow as a game that a table hosts."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from domain.commands import Command
from domain.commands.submission import Submission
from domain.commands.table import OpenTable
from domain.events import Event
from domain.events.envelope import Stamp
from domain.events.meter import MeterEvent
from domain.games.pai_gow.account.account import ACCOUNT
from domain.games.pai_gow.bots.bots import BOTS
from domain.games.pai_gow.drawing.layout import LAYOUT
from domain.games.pai_gow.elections.elections import elected_in
from domain.games.pai_gow.elections.terms import own_terms
from domain.games.pai_gow.history.history import PaiGowHistory
from domain.games.pai_gow.layout.positions import SEATS
from domain.games.pai_gow.messages.commands import COMMANDS
from domain.games.pai_gow.messages.events import EVENTS
from domain.games.pai_gow.regulations.earlier import EARLIER
from domain.games.pai_gow.regulations.library import REGULATIONS, WHEELS
from domain.games.pai_gow.regulations.reading import Reading
from domain.games.pai_gow.regulations.regulation import Regulation
from domain.games.pai_gow.round.decide import DECISIONS, METERED
from domain.games.pai_gow.round.evolve_game import evolve_game
from domain.games.pai_gow.round.lawful import lawful
from domain.games.pai_gow.round.option_pieces import house_split
from domain.games.pai_gow.round.options import options
from domain.games.pai_gow.round.play import Play
from domain.games.pai_gow.round.state import PaiGow, game_at
from domain.games.pai_gow.sheets.sheets import PaiGowSheets
from domain.games.pai_gow.views.in_play import in_play
from domain.games.pai_gow.views.views import VIEWS
from domain.games.pai_gow.wagers.catalogue import CATALOGUE, PaiGowCatalogue
from domain.games.seam.game import Game, Lawful
from domain.games.seam.in_play import InPlay
from domain.games.seam.regulation import while_in_force
from domain.meter.changes import join
from domain.meter.state import Meter
from domain.options import Option, Split
from domain.refusals import NotOffered
from domain.shared_terms import Progressive
from domain.table.hosted import Opening
from domain.table.state import Table
from domain.terms import terms_of


class PaiGowGame:
    """Tiles and cards, each regulation with the catalogue's wagers."""

    name: Final = "pai_gow"
    state: Final = PaiGow
    commands: Final = COMMANDS
    events: Final = EVENTS
    controls: Final[Mapping[str, str]] = {}
    account: Final = ACCOUNT
    sheets: Final = PaiGowSheets()
    history: Final = PaiGowHistory()
    views: Final = VIEWS
    bots: Final = BOTS
    layout: Final = LAYOUT

    def __init__(
        self,
        catalogue: PaiGowCatalogue = CATALOGUE,
        regulations: tuple[Regulation, ...] = REGULATIONS,
        earlier: tuple[Regulation, ...] = EARLIER,
    ) -> None:
        self.catalogue: Final = catalogue
        self.regulations: Final = tuple(replace(one, of_game=catalogue) for one in regulations)
        self.earlier: Final = tuple(replace(one, of_game=catalogue) for one in earlier)
        self._in_force: Final = {one.name: one for one in self.regulations}
        self._hashes: Final = {one.name: one.content_hash() for one in self.regulations}
        self._by_ref: Final = {
            (one.ref, wheel): one.with_wheel(wheel)
            for one in (*self.regulations, *self.earlier)
            for wheel in WHEELS
        }

    def while_in_force(self, version: int) -> "PaiGowGame":
        return PaiGowGame(
            self.catalogue, *while_in_force(version, (*self.regulations, *self.earlier))
        )

    def opening(self, submission: Submission, meter: Meter | None) -> Opening:
        rules = self._in_force[submission.regulation]
        rules.check(submission)
        elected = rules.elected(submission)
        recorded = elected.recorded()
        return Opening(
            rule=rules.cites.tiles_change,
            regulation=rules.ref,
            regulation_hash=self._hashes[rules.name],
            submission=recorded,
            submission_hash=elected.content_hash(),
            joined=_join_meter(meter, terms_of(recorded).progressive),
            is_inspected=rules.game.in_stacks,
        )

    def meter_for(self, table: Table, command: Command) -> str | None:
        if type(command) is OpenTable:
            named = elected_in(command.submission).progressive
            return None if named is None else named.meter
        terms = table.terms.progressive
        return terms.meter if terms is not None and type(command) in METERED else None

    def decide(
        self, table: Table, command: Command, stamp: Stamp, meter: Meter | None
    ) -> list[Event]:
        play, kind = self._play(table), type(command)
        decision = DECISIONS.get(kind)
        if decision is not None:
            return decision(play, command, stamp)
        metered = METERED.get(kind)
        if metered is not None:
            return metered(play, meter, command, stamp)
        reason = f"{play.rules.name} knows no `{command.command}`"
        raise NotOffered(play.rules.cites.wagers, reason)

    def evolve(self, table: Table, event: Event) -> PaiGow:
        return evolve_game(table, event, self._reading_of)

    def last_place(self, _: Table) -> int:
        return len(SEATS)

    def where_seated(self, table: Table) -> str:
        return self._play(table).rules.cites.seated

    def lawful(self, table: Table) -> Lawful:
        return lawful(self._play(table))

    def options(self, table: Table) -> dict[str, Option]:
        play = self._play(table)
        return options(play, lawful(play).play)

    def house_way(self, table: Table, pieces: tuple[str, ...]) -> Split | None:
        return house_split(self._play(table), pieces)

    def in_play(self, table: Table) -> InPlay:
        return in_play(game_at(table))

    def _reading_of(self, ref: str) -> Reading:
        return self._by_ref[ref, WHEELS[0]].reading

    def _play(self, table: Table) -> Play:
        """By the very version that the round names, with what it elected; else the session."""
        game = game_at(table)
        state = game.round
        if state is None:
            return Play(table, game, self._by_ref[table.regulation, own_terms(table.terms).wheel])
        return Play(table, game, self._by_ref[state.regulation, state.terms.wheel])


def _join_meter(meter: Meter | None, terms: Progressive | None) -> list[MeterEvent]:
    if terms is None:
        return []
    assert meter is not None
    return join(meter, terms)


GAME: Final[Game] = PaiGowGame()
