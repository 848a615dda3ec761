"""What one game knows of its own stored rounds; everything else is the same for all games."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from domain.commands import Command
from domain.commands.submission import Submission
from domain.events import Event
from domain.events.round import RoundOpened
from domain.events.table import TableOpened
from domain.history.round_commands import Fields, Group, Readers, Ways
from domain.refusals import Refused
from domain.table.hosted import GameState
from domain.table.state import Table
from domain.terms import terms_of

Evolve: TypeAlias = Callable[[Table, Event], GameState]
"""A game's state after an event; the table is as it was before it."""


class RoundLayout:
    """The table as a round's own events leave it; its books are not kept, no decision needs them.

    As it is here it holds whatever the opening of the round records.
    """

    def __init__(self, evolve: Evolve, opening: TableOpened, opened: RoundOpened) -> None:
        self._evolve = evolve
        self.table = Table(
            name=opening.key,
            session=opening.session or 0,
            is_open=True,
            regulation=opening.regulation,
            submission_hash=opening.submission_hash,
            # Who might do what is no decision of the game: no actor is known.
            terms=terms_of({**opening.submission, "controls": "basic"}),
        )
        self.follow((opening, opened))

    def follow(self, group: Group) -> None:
        """The events of one command, as they were recorded."""
        for event in group:
            if event.STREAM == "table":
                self.table = replace(self.table, game=self._evolve(self.table, event))

    def pass_over(self) -> None:
        """Something is withheld."""

    def prepare(self, group: Group) -> None:
        """What rounds before left for the command of these events, as far as the events show it."""

    def can_decide(self, command: Command) -> bool:
        """Whether all that the command is decided on is known."""
        del command
        return True


class GameHistory:
    """A game's part in making commands of events and deciding them again."""

    readers: Readers
    """Of its own commands; others are those that every game reads alike."""
    layout: type[RoundLayout] = RoundLayout
    house_set: type[Event] | None = None
    """Tells how the house's hand was set, and whether an exception to its way set it."""

    def ended(self, group: Group) -> Ways | None:
        """Each way in which a command may have been given that is known by its last event; None: it
        is no command of this game."""
        del group
        return None

    def is_decision(self, command: Command, group: Group) -> bool:
        """Whether the rules have something to decide in it that the round alone shows; beside what
        they have in every game."""
        del command, group
        return False

    def corrected(self, events: Sequence[Event]) -> Iterator[Fields]:
        """A stored round's commands from its RoundOpened on, as if no mistake had been made; each
        with its table and time."""
        raise NotImplementedError

    def under(self, table: Table, submission: Submission) -> GameState:
        """What these elections leave of the game that others have brought so far."""
        raise NotImplementedError

    def not_carried(self, table: Table, submission: Submission) -> Sequence[Refused]:
        """Why each wager that lay there before the round does not stand by these elections."""
        del table, submission
        return ()

    def with_facts_of(self, table: Table, own: Table) -> GameState | None:
        """The game of a round about to be opened, with what its own rules know and no rule makes:
        dice that fell count, though by the other rules nobody had wagered on them."""
        del own
        return table.game

    def meter_before(self, events: Sequence[Event]) -> int | None:
        """What stood on the round's progressive meter before it, if there was one."""
        del events
        return None

    def missing_before(self, table: Table, command: Command) -> Sequence[Command]:
        """Commands that were never given, and are needed before this one can be taken."""
        del table, command
        return ()

    def left_to_the_rules(self, command: Command) -> Fields | None:
        """The fields, emptied, that other rules fill by themselves; None: there is none."""
        del command
        return None
