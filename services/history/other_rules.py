"""Other rules in place of a table's own, and a stored round by them.

What happened on the layout stays as it was recorded. What the other rules refuse has no effect
there, and never half of one; what is theirs to say, they say themselves (`game_history`).

Who signs and who may do what is no part of the game: a table keeps its controls.
"""

from collections.abc import Iterator, Sequence

from msgspec.json import encode as to_json
from msgspec.structs import replace

from domain.commands import Command
from domain.commands.fields import Actor
from domain.commands.round import VoidRound
from domain.commands.submission import Submission
from domain.commands.table import OpenTable
from domain.events import Event
from domain.events.envelope import Stamp
from domain.game_library import LIBRARY
from domain.games.seam.game import Game
from domain.games.seam.regulation import Regulation
from domain.history.round_commands import UNNAMED
from domain.hosting import Table
from domain.messages.commands import parse_command
from domain.refusals import (
    BooksRefuse,
    NotOffered,
    NotThisPlayer,
    Refused,
    UnlawfulSetting,
    WrongMoment,
)
from domain.terms import terms_of
from services.history.commands import with_fields
from services.history.comparison import (
    CALLED_OFF,
    HOUSE_SETS,
    Comparison,
    FiledHand,
    compare_ends,
    filed_hand,
    last_end,
    refused,
    summed,
)
from services.offline.play import Rulebook


class NotComparable(ValueError):
    """The round cannot be held against these rules."""


class NotFinished(NotComparable):
    """The round is still being played: there is nothing to compare with."""


class OtherGame(NotComparable):
    """The rules are those of another game."""


class OtherRules:
    """A submission to play by; refused where its regulation does not permit it."""

    def __init__(self, submission: Submission) -> None:
        self.regulation: Regulation = LIBRARY.in_force(submission.regulation)
        self.game = LIBRARY.by_regulation[submission.regulation]
        self.regulation.check(submission)
        self.submission = self.regulation.elected(submission)
        recorded = self.submission.recorded()
        self._terms = terms_of({**recorded, "controls": "basic"})
        self._rulebook = Rulebook()

    def begin(self, standing: int | None = None) -> None:
        """A play begins: nothing of an earlier one is on any meter but what stood on it before."""
        self._rulebook = Rulebook(standing)

    def instead_of_own(self, table: Table) -> Table:
        """The table as it stands, under these rules from here on."""
        return replace(
            table,
            game=self.game.history.under(table, self.submission),
            regulation=self.regulation.ref,
            submission_hash=self.submission.content_hash(),
            # A stored round's commands have no actor.
            terms=self._terms,
        )

    def decide(self, table: Table, command: Command, stamp: Stamp) -> tuple[Table, list[Event]]:
        """As the rules decide, with what is theirs to say said by them."""
        events: list[Event] = []
        for missing in self.game.history.missing_before(table, command):
            table, made = self._rulebook.decide(table, missing, stamp)
            events += made
        try:
            table, made = self.decide_to_the_letter(table, command, stamp)
        except (NotOffered, NotThisPlayer, UnlawfulSetting, WrongMoment, BooksRefuse):
            left = self.game.history.left_to_the_rules(command)
            if left is None:
                raise
            table, made = self._rulebook.decide(table, with_fields(command, left), stamp)
        return table, [*events, *made]

    def decide_to_the_letter(
        self, table: Table, command: Command, stamp: Stamp
    ) -> tuple[Table, list[Event]]:
        """The command as it is, but for the rules that the table is opened under."""
        if isinstance(command, OpenTable):
            controls = {"controls": command.submission.controls}
            submission = self.submission.model_copy(update=controls)
            command = command.model_copy(update={"submission": submission})
        return self._rulebook.decide(table, command, stamp)


def called_off(table: str | None) -> Command:
    """Ends a round that its commands do not finish by the other rules."""
    # Under full controls too: nobody at the table called it.
    actor = Actor(id="other rules", role="pit_manager")
    return VoidRound(
        command="void_round", table=table, reason=CALLED_OFF, supervisor=UNNAMED, actor=actor
    )


def corrected_commands(game: Game, events: Sequence[Event]) -> Iterator[Command]:
    """Of a stored round from its RoundOpened on, as if no mistake had been made."""
    for fields in game.history.corrected(events):
        yield parse_command(to_json(fields))


def compare_round(before: Table, events: Sequence[Event], rules: OtherRules) -> Comparison:
    """A stored round by the other rules, on the table as it stood just before.

    `events` are all since it was opened. Raises NotComparable.
    """
    events = _of_the_round(events)
    own = last_end(events)
    if own is None:
        raise NotFinished(f"round {events[0].round} is not finished; it is compared once it is")
    if LIBRARY.by_regulation[before.regulation] is not rules.game:
        other = f"{rules.regulation.ref} is a regulation of another game"
        raise OtherGame(f"round {own.round} was played under {before.regulation}; {other}")
    history = rules.game.history
    rules.begin(history.meter_before(events))
    table = rules.instead_of_own(before)
    made: list[Event] = []
    refusals = [
        refused("place_wager", one) for one in history.not_carried(before, rules.submission)
    ]
    for command in corrected_commands(rules.game, events):
        at = command.at_text() or ""
        try:
            table, more = rules.decide(table, command, Stamp(at=at, recorded=at, day=own.day))
        except Refused as refusal:
            refusals.append(refused(command.command, refusal))
        else:
            made += more
    if table.open_round() is not None:
        ending = called_off(table.name)
        table, more = rules.decide(table, ending, Stamp(own.at, own.at, own.day))
        made += more
    filed = (_filed(events), _filed(made))
    return summed([compare_ends(own, last_end(made), None, filed)], refusals)


def _filed(events: Sequence[Event]) -> FiledHand | None:
    """How an exception set the house's hand, as it lay in the end."""
    were_set = [filed_hand(event) for event in events if type(event) in HOUSE_SETS]
    return were_set[-1] if were_set else None


def _of_the_round(events: Sequence[Event]) -> list[Event]:
    """Up to its last fact; what is said of it later, a complaint, may come after other rounds."""
    name = events[0].round
    last = max(at for at, event in enumerate(events) if event.OF_ROUND and event.round == name)
    return [event for event in events[: last + 1] if event.round in (None, name)]
