"""Money is added up from the events alone: whatever does not add up is named."""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from domain.events import Event
from domain.events.meter import MeterContributed, MeterPaid
from domain.events.round import BankSettled, RoundClosed, VigorishTaken, WagerSettled
from services.verification.money import Accounts
from tests.unit.history.test_decisions import groups


def events_of(root: Path, name: str) -> list[Event]:
    return [event for _, group in groups(root / "examples" / name) for event in group]


def wrong(events: list[Event]) -> list[str]:
    accounts: dict[str, Accounts] = {}
    found: list[str] = []
    for event in events:
        if event.key not in accounts:
            accounts[event.key] = Accounts(from_the_start=True)
        found += accounts[event.key].take(event)
    assert all(one.trial_balance() == 0 for one in accounts.values())
    return found


def test_whatever_the_examples_tell_adds_up(root: Path) -> None:
    for file in sorted((root / "examples").rglob("*.jsonl")):
        assert wrong(events_of(root, str(file.relative_to(root / "examples")))) == [], file


def changed(
    root: Path, name: str, kind: type[Event], change: Callable[[Event], Event]
) -> list[str]:
    events = events_of(root, name)
    at = next(at for at, one in enumerate(events) if isinstance(one, kind) and change(one) != one)
    return wrong([*events[:at], change(events[at]), *events[at + 1 :]])


def _with_line(end: Event, **fields: object) -> Event:
    assert isinstance(end, RoundClosed)
    return replace(end, wagers=(replace(end.wagers[0], **fields), *end.wagers[1:]))


@pytest.mark.parametrize(
    ("name", "kind", "change", "told"),
    [
        (
            "round.jsonl",
            RoundClosed,
            lambda one: replace(one, tray_delta=one.tray_delta + 1),
            "tray_delta is",
        ),
        ("round.jsonl", RoundClosed, lambda one: _with_line(one, paid=7), "7 paid"),
        ("round.jsonl", RoundClosed, lambda one: _with_line(one, vigorish=7), "7 of vigorish"),
        ("round.jsonl", RoundClosed, lambda one: replace(one, wagers=()), "no line for it"),
        ("craps.jsonl", RoundClosed, lambda one: _with_line(one, outcome="push"), "says push"),
        (
            "round.jsonl",
            WagerSettled,
            lambda one: replace(one, entries={"tray": 123, "win": -123}),
            "the round's postings come to",
        ),
        (
            "round.jsonl",
            VigorishTaken,
            lambda one: replace(one, amount=one.amount + 25),
            "of vigorish, and",
        ),
        (
            "bank.jsonl",
            BankSettled,
            lambda one: replace(one, entries={**one.entries, "bank": 1, "patrons": -1}),
            "are left on `bank`",
        ),
        ("bank.jsonl", BankSettled, lambda one: replace(one, net=1), "the bank's net"),
        (
            "poker.jsonl",
            MeterContributed,
            lambda one: replace(one, after=one.after + 1),
            "the meter comes to",
        ),
        (
            "poker.jsonl",
            MeterContributed,
            lambda one: replace(one, before=one.before + 1, after=one.after + 1),
            "the meter stood at",
        ),
        (
            "poker.jsonl",
            MeterPaid,
            lambda one: replace(
                one, entries={"progressive_liability": 1, "progressive_expense": -1}
            ),
            "and its liability by",
        ),
    ],
)
def test_what_does_not_add_up_is_named(
    root: Path, name: str, kind: type[Event], change: Callable[[Event], Event], told: str
) -> None:
    assert any(told in one for one in changed(root, name, kind, change))


def test_of_a_range_only_rounds_that_begin_in_it_are_added_up(root: Path) -> None:
    events = events_of(root, "round.jsonl")
    accounts = Accounts(from_the_start=False)
    end = next(at for at, one in enumerate(events) if isinstance(one, RoundClosed))
    assert [told for event in events[end:] for told in accounts.take(event)] == []
