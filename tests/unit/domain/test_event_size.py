"""No event exceeds 65,535 bytes: not of the largest lawful commands, and else by a refusal."""

from typing import Final, get_args, get_type_hints

import pytest
from msgspec.structs import replace

from domain.commands.day import CloseDay
from domain.controls import EVENT_SIZE, FIGURE_SIZE
from domain.day.calendar import Calendar
from domain.day.decide import decide_day
from domain.day.state import Day
from domain.events import Event, encode
from domain.events import size as of_size
from domain.events.round import RoundClosed, RoundOpened, RoundVoided
from domain.events.size import MOST_EVENT_BYTES
from domain.findings import Alert, Findings
from domain.games.pai_gow.elections.elections import DeliveryStyle
from domain.games.pai_gow.wagers.catalogue import CATALOGUE
from domain.messages.commands import parse_command
from domain.messages.events import EVENT_TYPES
from domain.money import MOST_CENTS, MOST_EXACT
from tests.support.domain.asked import (
    Asked,
    ask,
    buy_in,
    close_table,
    deal,
    fill,
    open_round,
    open_table,
    set_hand,
    set_house,
)
from tests.support.domain.given import given, history, stamp, then_refused, when

SEATS: Final = range(1, 7)
LONGEST: Final = "𠜎" * 64
WORDS: Final = "𠜎" * 200
LONGEST_TEXT: Final = 400
"""Characters of the longest text that an event holds: what an alert says."""
ACTOR: Final = {"id": LONGEST, "role": LONGEST}
STYLES: Final = list(get_args(DeliveryStyle))
TRIPLES: Final = tuple(one.name for one in CATALOGUE.elected_by("triples_bonus"))
WAGERS: Final = ("pai_gow", *TRIPLES, *(one.name for one in CATALOGUE.elected_by("dragons_eye")))
SIGNED: Final = [ACTOR] * 20
CHIPS: Final = {str(cents): 1 for cents in range(10**9, 10**9 + 100)}


def by_somebody(*commands: Asked) -> list[Asked]:
    return [one | {"actor": ACTOR, "command_id": f"{n:032x}"} for n, one in enumerate(commands)]


def largest(events: tuple[Event, ...]) -> int:
    return max(len(encode(event)) for event in events)


def closing(asked: Asked) -> CloseDay:
    command = parse_command(asked)
    assert isinstance(command, CloseDay)
    return command


def wide() -> Asked:
    """A table that offers as many wagers as can be offered at once."""
    opened = open_table(
        CHIPS,
        limits={wager: [1, MOST_CENTS] for wager in WAGERS},
        banking=True,
        co_banking=True,
        two_areas=True,
        triples_bonus=True,
        dragons_eye={"vigorish_method": 1, "standalone": True, "start": "count"},
        delivery_styles=STYLES,
    )
    return opened | {"signatures": SIGNED}


def bets() -> list[Asked]:
    """Every wager on every seat."""
    return [
        ask("place_wager", seat=seat, wager=wager, amount=amount, player=f"{seat}{LONGEST[1:]}")
        for seat in SEATS
        for wager in WAGERS
        for amount in [min(MOST_CENTS, CATALOGUE[wager].most_staked)]
    ]


def test_the_largest_lawful_round_makes_no_event_too_large() -> None:
    played = history(
        *by_somebody(
            wide(),
            open_round(),
            *bets(),
            ask("no_more_bets"),
            ask("roll", dice=[3, 3, 3]),
            deal("6-6 6-6 1-1 1-1"),
            *(set_hand(seat) for seat in SEATS),
            set_house(),
            ask("settle", supervisor=LONGEST),
            open_round(),
        )
    )
    closed = played.one(RoundClosed)
    assert len(closed.wagers) == len(bets())
    assert largest(played.events) <= MOST_EVENT_BYTES
    assert len(encode(closed)) > 30_000, "is this still the worst?"
    assert len(played.all(RoundOpened)[-1].retained) == len(SEATS)


def test_the_largest_void_round_makes_no_event_too_large() -> None:
    voided = history(
        *by_somebody(
            wide(), open_round(), *bets(), ask("void_round", reason=WORDS, supervisor="fp1")
        )
    )
    assert len(voided.one(RoundVoided).wagers) == len(bets())
    assert largest(voided.events) <= MOST_EVENT_BYTES


def test_the_largest_opening_and_closing_make_no_event_too_large() -> None:
    opened = history(
        *by_somebody(
            open_table(
                CHIPS,
                banking=True,
                triples_bonus=True,
                limits={wager: [1, MOST_CENTS] for wager in ("pai_gow", *TRIPLES)},
                delivery_styles=STYLES,
            )
            | {"signatures": SIGNED},
            ask("count_tray", inventory=CHIPS, signatures=SIGNED, roll=True),
            close_table() | {"inventory": CHIPS, "signatures": SIGNED},
        )
    )
    assert largest(opened.events) <= MOST_EVENT_BYTES / 2


def test_the_largest_close_of_a_day_makes_no_event_too_large() -> None:
    words = {"what": WORDS * 2, "game": LONGEST, "value": WORDS, "low": WORDS, "high": WORDS}
    alerts = [Alert(alert=f"{n:080}", table="T" * 32, **words) for n in range(1000)]
    asked = ask("close_day", day="2026-11-14", status="provisional", actor=ACTOR)
    told = replace(stamp(asked), findings=Findings(alerts=tuple(alerts)))
    decided = decide_day(Day(day="2026-11-14"), [], closing(asked), told, Calendar())
    assert len(decided.events) == len(alerts) + 1
    assert largest(tuple(decided.events)) <= MOST_EVENT_BYTES / 10


def test_what_would_be_too_large_is_refused_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    table = given(open_table())
    monkeypatch.setattr(of_size, "MOST_EVENT_BYTES", 300)
    refusal = then_refused(table, open_round(), rule=EVENT_SIZE)
    assert "RoundOpened would take" in refusal.reason


@pytest.mark.parametrize("kind", EVENT_TYPES, ids=lambda kind: kind.__name__)
def test_what_is_not_measured_cannot_be_large(kind: type[Event]) -> None:
    """Every field as long as text may be, and the rest of it as long as numbers are."""
    fields = get_type_hints(kind)
    if not of_size._may_be_large(kind):
        assert len(fields) * 4 * LONGEST_TEXT < of_size.MOST_EVENT_BYTES


def test_what_a_fill_would_add_to_is_not_more_than_every_reader_is_exact_about() -> None:
    """Nine thousand fills of ten thousand million dollars later."""
    table = given(open_table(1000))
    almost = replace(table, tray=MOST_EXACT - MOST_CENTS)
    assert when(almost, fill("F-1", MOST_CENTS)).table.tray == MOST_EXACT
    too_much = replace(almost, tray=almost.tray + 1)
    then_refused(too_much, fill("F-1", MOST_CENTS), rule=FIGURE_SIZE)


def test_figures_below_zero_are_held_alike() -> None:
    almost = replace(given(open_table(1000)), tray=MOST_CENTS - MOST_EXACT - 1)
    then_refused(almost, buy_in(1, MOST_CENTS), rule=FIGURE_SIZE)
