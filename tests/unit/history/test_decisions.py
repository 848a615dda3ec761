"""Every accepted command, made again out of its events and decided again, leaves the same events."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from domain.events import Event, encode, topic_of
from domain.events import round as happened
from domain.game_library import REGULATIONS
from domain.games.pai_gow.messages import events as of_pai_gow
from domain.hosting import decide
from domain.messages.commands import command_names, parse_command
from domain.messages.events import EVENT_TYPES, decode
from services.history.commands import readers_of
from services.history.decisions import (
    Difference,
    NotDecided,
    States,
    _compare,
    decide_group,
    is_settlement,
)
from services.offline.expect import games_for
from services.offline.play import BadLine, Pit, Rejection, Rulebook, attempt, commands_of
from tests.support.domain import asked
from tests.support.domain.first_version import SECOND_GAMES, under_the_first
from tests.support.domain.given import new_table, stamp

CONSEQUENCES = {
    happened.WagerSettled,
    happened.VigorishTaken,
    happened.ProgressivePaid,
    happened.DealerWagerSettled,
    happened.BankSettled,
    happened.RoundClosed,
    happened.RoundVoided,
}
"""No command of their own is told by them: they follow from what was told."""
DEALER = "2-2 6-6 1-3 4-6"


def groups(file: Path) -> Iterator[tuple[str, list[Event]]]:
    """The events of every command that is accepted, read as they are stored."""
    pit = Pit(Rulebook(games=games_for(file)).decide)
    try:
        for number, command in commands_of(file.read_bytes().splitlines(keepends=True)):
            made = attempt(pit, number, command)
            events = [one for one in made if not isinstance(one, Rejection)]
            if events:
                yield command.command, [decode(topic_of(one), encode(one)) for one in events]
    except BadLine:
        return  # a file that shows what a command alone shows to be wrong


def of_example(root: Path, name: str) -> list[list[Event]]:
    return [events for _, events in groups(root / "examples" / name)]


def decided(states: States, group: list[Event]) -> frozenset[str]:
    try:
        return decide_group(states, group)
    except NotDecided:
        for event in group:
            states.follow(event)
        return frozenset()


def test_whatever_the_examples_tell_is_decided_again_the_same(root: Path) -> None:
    """One file for every paragraph, and an evening of each game."""
    told: set[str] = set()
    left: set[str] = set()
    for file in sorted((root / "examples").rglob("*.jsonl")):
        states = States.at_first()
        for command, events in groups(file):
            told.add(command)
            try:
                assert decide_group(states, events) == frozenset(), (file, command)
            except NotDecided as reason:
                left.add(str(reason))
                for event in events:
                    states.follow(event)
            except Difference as difference:
                pytest.fail(f"{file}: {command}: {difference}")
    assert command_names() - told == {"credit", "pay_marker", "acknowledge_alert", "rotate_key"}
    assert left == {"the findings that a day is closed with are the service's, and not in the log"}


def test_every_event_of_a_table_leads_back_to_a_command() -> None:
    at_table = {kind for kind in EVENT_TYPES if kind.STREAM == "table"}
    read = {kind for rules in REGULATIONS for kind in readers_of(rules.name)}
    assert at_table - read == CONSEQUENCES


def _with_changed(
    root: Path, name: str, kind: type[Event], **changed: object
) -> tuple[Difference, Event]:
    """The first event of a kind is told otherwise; what comes of it, and the right event."""
    states = States.at_first()
    for group in of_example(root, name):
        at = next((at for at, one in enumerate(group) if type(one) is kind), None)
        if at is not None and any(
            getattr(group[at], field) != value for field, value in changed.items()
        ):
            wrong = [*group]
            wrong[at] = replace(group[at], **changed)
            with pytest.raises(Difference) as found:
                decide_group(states, wrong)
            return found.value, group[at]
        decided(states, group)
    raise AssertionError(f"{name} has no {kind.__name__}")


def test_another_outcome_is_a_difference_with_both_values_and_the_paragraph(root: Path) -> None:
    found, right = _with_changed(root, "round.jsonl", happened.WagerSettled, outcome="push", paid=7)
    assert isinstance(right, happened.WagerSettled)
    assert f'outcome is "push" and comes out as "{right.outcome}"' in str(found)
    assert f"paid is 7 and comes out as {right.paid}" in str(found)
    assert f"({right.rule})" in str(found)


def test_a_house_hand_that_is_not_set_by_the_house_way_is_a_difference(root: Path) -> None:
    states = States.at_first()
    for group in of_example(root, "round.jsonl"):
        event = group[0]
        if isinstance(event, of_pai_gow.HouseSet):
            wrong = replace(event, high=event.low, low=event.high)
            with pytest.raises(Difference, match="high is"):
                decide_group(states, [wrong])
            return
        decided(states, group)
    raise AssertionError("no house's hand is set")


def test_the_sum_of_the_round_is_held_to_the_postings(root: Path) -> None:
    found, right = _with_changed(root, "craps.jsonl", happened.RoundClosed, tray_delta=1)
    assert isinstance(right, happened.RoundClosed)
    assert f"tray_delta is 1 and comes out as {right.tray_delta}" in str(found)


def test_one_event_too_few_or_too_many_is_a_difference(root: Path) -> None:
    states = States.at_first()
    for group in of_example(root, "round.jsonl"):
        if not is_settlement(group) or len(group) < 3:
            decided(states, group)
            continue
        with pytest.raises(Difference, match="no command ends with"):
            decide_group(states, group[:-1])
        with pytest.raises(Difference, match="seq is"):
            decide_group(states, group[1:])
        with pytest.raises(Difference, match="is stored, and the rules do not make it"):
            decide_group(states, [*group, group[-1]])
        assert decide_group(states, group) == frozenset()
        return
    raise AssertionError("nothing is settled")


def test_what_the_rules_refuse_is_a_difference_with_the_paragraph(root: Path) -> None:
    found, _ = _with_changed(root, "round.jsonl", happened.WagerPlaced, amount=10**9, total=10**9)
    assert str(found).startswith("the rules refuse `place_wager`: ")


def test_whatever_makes_no_sense_is_a_difference(root: Path) -> None:
    found, _ = _with_changed(root, "round.jsonl", happened.DiceRolled, dice=())
    assert "roll" in str(found)


def test_a_round_of_the_first_version_is_decided_by_it() -> None:
    """Version 1 called off by misdeal before anything was dealt; version 2 refuses that."""
    played = under_the_first(
        asked.open_table(), asked.open_round(), asked.place(1), asked.misdeal()
    )
    states = States.at_first()
    for event in played.events[:-2]:
        assert decide_group(states, [event]) == frozenset()
    assert states.table(played.table.name).regulation == "nj-pai-gow@1"
    ending = list(played.events[-2:])
    assert isinstance(ending[-1], happened.RoundVoided)
    assert decide_group(states, ending) == frozenset()


def test_irregularities_of_version_2_are_decided_by_it() -> None:
    """Words that name a cause, a misdeal with the total right, a tile that voids the round."""
    begun = (asked.open_round(), asked.place(1), asked.place(2), asked.no_more_bets())
    hands = (asked.set_hand(1), asked.set_hand(2), asked.set_house(), asked.surrender(2))
    wrong = asked.ask("roll", dice=[1, 2, 6], announced=10)
    called = asked.ask("no_roll", reason="it fell out")
    off = asked.ask("misdeal", reason="one off")
    states, table = States.at_first(), new_table()
    for told in (
        *(asked.open_table(), *begun, called, wrong, asked.deal(DEALER), off),
        *(*begun, asked.roll(), asked.deal(DEALER), *hands, asked.expose(2)),
        *(*begun, asked.roll(), asked.deal(DEALER), *hands, off),
    ):
        table, made, _ = decide(table, parse_command(told), stamp(told), None, SECOND_GAMES)
        assert decide_group(states, made) == frozenset(), told
    assert table.open_round() is None


def test_what_an_older_event_does_not_tell_is_named_and_no_difference(root: Path) -> None:
    states = States.at_first()
    for group in of_example(root, "books.jsonl"):
        untold = [replace(one, rule=None) for one in group]
        if untold != group:
            names = {f"{type(one).__name__}.rule" for one in group if one.rule is not None}
            assert decide_group(states, untold) == names
            return
        decided(states, group)
    raise AssertionError("nothing cites a rule")


class Salted(msgspec.Struct, frozen=True):
    amount: int
    rule: None = None
    salt: str | None = None


def test_chance_is_taken_as_it_is_stored() -> None:
    assert _compare([Salted(1, salt="abc")], [Salted(1)]) == frozenset()  # type: ignore[list-item]
    with pytest.raises(Difference, match="amount is 2"):
        _compare([Salted(2, salt="abc")], [Salted(1)])  # type: ignore[list-item]
