"""Progressive meters over HTTP, and the tables of cards that play on them."""

from typing import Any, Final

import pytest

from tests.support.domain import asked
from tests.support.domain.poker import DEALER, LOSES, TERMS, to_the_deal, to_the_house, validated
from tests.support.http.playing import Pit, Table, Told, expect_problem, names, one
from tests.support.store.poker import DEALER as BESIDE_ACES
from tests.support.store.poker import PAYS_ALL

FIELDS: Final = {
    *("meter", "amount", "stake", "rate_bp", "initial", "reset", "contributed", "resets"),
    *("funded", "paid", "tables", "seq"),
}
MASKED: Final = ["??"] * 7


def meter_name(table: Table) -> str:
    return f"M_{table.name}"


def open_on(table: Table, meter: str, **terms: Any) -> list[Told]:
    elections = {"limits": {}, "progressive": {**TERMS, "meter": meter, **terms}}
    return table.open(100_000_000, regulation="nj-pai-gow-poker", **elections)


@pytest.fixture
def cards(pit: Pit) -> Table:
    """A table of cards with a meter of its own."""
    table = pit.table()
    open_on(table, meter_name(table))
    return table


def meter(pit: Pit, name: str) -> Told:
    (row,) = [row for row in pit.read("/v1/progressives")["progressives"] if row["meter"] == name]
    assert set(row) >= FIELDS
    on = row["initial"] + row["contributed"] + row["resets"] + row["funded"]
    assert row["amount"] == on - row["paid"]
    return row  # type: ignore[no-any-return]


def test_a_meter_is_shown_as_the_contract_names_it(pit: Pit, cards: Table) -> None:
    row = meter(pit, meter_name(cards))
    assert (row["amount"], row["initial"], row["reset"]) == (1_000_000, 1_000_000, 1_500_000)
    assert (row["stake"], row["rate_bp"], row["tables"]) == (100, 2100, [cards.name])
    assert (row["contributed"], row["resets"], row["funded"], row["paid"]) == (0, 0, 0, 0)
    assert row["seq"] == 1


def test_contributions_payouts_and_resets_are_told_apart(pit: Pit, cards: Table) -> None:
    cards.do(*to_the_house({1: PAYS_ALL, 2: LOSES}, (1, 2), dealer=BESIDE_ACES), validated())
    row = meter(pit, meter_name(cards))
    assert (row["contributed"], row["paid"], row["resets"]) == (42, 1_000_042, 1_500_000)
    assert (row["amount"], row["hits"]) == (1_500_000, 1)
    assert row["last_hit"]["hand"] == "five_aces_and_pair"
    assert row["last_hit"]["supervisor"] == "Ann"


def test_what_the_house_funds_is_told(pit: Pit) -> None:
    table = pit.table()
    payouts = {"royal_flush": 2_000_000}
    open_on(table, meter_name(table), payouts=payouts)
    hand = "JK KS QS JS TS 4D 5C"
    table.do(*to_the_house({1: hand}, (1,), dealer="2S 4H 7D 9C JD QH KD"), validated())
    row = meter(pit, meter_name(table))
    assert (row["funded"], row["paid"], row["amount"]) == (999_979, 2_000_000, 0)


def test_every_table_that_names_a_meter_is_listed(pit: Pit, cards: Table) -> None:
    other = pit.table()
    assert names(open_on(other, meter_name(cards))) == ["TableOpened"]
    assert meter(pit, meter_name(cards))["tables"] == sorted([cards.name, other.name])
    other.do(*to_the_deal({1: LOSES}, (1,)))
    row = meter(pit, meter_name(cards))
    assert row["by_table"][other.name]["contributed"] == 21


def test_other_terms_are_refused_with_the_control(pit: Pit, cards: Table) -> None:
    other = pit.table()
    elections = {"progressive": {**TERMS, "meter": meter_name(cards), "reset": 1_000_000}}
    opening = asked.open_table(regulation="nj-pai-gow-poker", **elections)
    problem = other.refused({**opening, "table": other.name})
    assert problem["rule"] == "control:meter-terms"


def test_a_payout_off_the_meter_without_a_supervisor_is_409(pit: Pit, cards: Table) -> None:
    cards.do(*to_the_house({1: PAYS_ALL}, (1,), dealer=BESIDE_ACES))
    before = meter(pit, meter_name(cards))
    with pit.nothing_stored():
        problem = cards.refused(asked.settle())
    assert problem["rule"] == "19:47-11.14(c)3"
    assert "name the `supervisor`" in problem["reason"]
    assert meter(pit, meter_name(cards)) == before


def test_an_answer_ends_with_the_tables_own_event(cards: Table) -> None:
    """So its seq is one to wait for, whatever the meter's is."""
    wagers = (asked.open_round(), asked.place(1), {**asked.place(1, 100), "wager": "progressive"})
    cards.do(*wagers)
    events = cards.do(asked.no_more_bets())
    assert [event["key"] for event in events] == [f"meter:{meter_name(cards)}", cards.name]
    row = cards.row(events[-1]["seq"])
    assert (row["seq"], row["phase"]) == (events[-1]["seq"], "no_more_bets")
    assert row["tray_expected"] == 100_000_100


def test_a_rounds_events_are_the_tables_and_the_meters(pit: Pit, cards: Table) -> None:
    made = cards.do(*to_the_house({1: PAYS_ALL}, (1,), dealer=BESIDE_ACES), validated())
    events = pit.read(f"/v1/rounds/{made[0]['round']}/events")["events"]
    assert names(events) == names(made)
    kinds = [event["event"] for event in events if event["key"].startswith("meter:")]
    assert kinds == ["MeterContributed", "MeterPaid", "MeterReset"]
    row = pit.read(f"/v1/rounds/{made[0]['round']}")
    assert row["meter"]["paid"] == 1_000_021
    (line,) = [line for line in row["wagers"] if line["wager"] == "progressive"]
    assert (line["hand"], line["from_meter"]) == ("five_aces_and_pair", 1_000_021)


def test_cards_in_play_are_masked(pit: Pit, cards: Table) -> None:
    made = cards.do(*to_the_house({1: LOSES}, (1,)))
    events = pit.read(f"/v1/rounds/{made[0]['round']}/events")["events"]
    assert one(events, "CardsDealt")["hands"] == {"dealer": MASKED, "1": MASKED}
    for event in (one(events, "HandSet"), one(events, "HouseSet")):
        assert event["high"] + event["low"] == MASKED
    row = pit.read(f"/v1/rounds/{made[0]['round']}")
    assert row["hands"] == {"dealer": MASKED, "1": MASKED}
    assert not [card for card in f"{LOSES} {DEALER}".split() if f"'{card}'" in str(row)]


def test_surrendered_cards_stay_unseen_though_their_progressive_is_paid(
    pit: Pit, cards: Table
) -> None:
    hands = {1: PAYS_ALL, 2: LOSES}
    played = [*to_the_house(hands, (1,), dealer=BESIDE_ACES), asked.surrender(1), validated()]
    made = cards.do(*played)
    events = pit.read(f"/v1/rounds/{made[0]['round']}/events")["events"]
    dealt = one(events, "CardsDealt")["hands"]
    assert dealt == {"dealer": BESIDE_ACES.split(), "1": MASKED, "2": LOSES.split()}
    assert one(events, "ProgressivePaid")["paid"] == 1_000_021
    row = pit.read(f"/v1/rounds/{made[0]['round']}")
    assert (row["hands"]["1"], row["surrendered"]) == (MASKED, [1])


def test_a_days_meters_are_told_by_the_day(pit: Pit, day: str) -> None:
    table = pit.table(at=f"{day}T12:00:00Z")
    open_on(table, meter_name(table))
    table.do(*to_the_house({1: LOSES}, (1,)), asked.settle())
    told = pit.read("/v1/progressives", day=day)
    assert told["day"] == day
    (row,) = told["progressives"]
    assert (row["meter"], row["opening"], row["closing"]) == (meter_name(table), 0, 1_000_021)
    assert row["totals"]["contributed"] == 21
    assert row["accounts"] == {
        "progressive_expense": 1_000_021,
        "progressive_liability": -1_000_021,
    }
    balance = pit.read("/v1/reconciliation", day=day)["trial_balance"]
    assert balance["progressive_liability"] == -1_000_021
    assert sum(balance.values()) == 0


def test_a_day_without_meters_is_empty_and_no_day_is_told(pit: Pit, day: str) -> None:
    assert pit.read("/v1/progressives", day=day) == {"day": day, "progressives": []}
    expect_problem(pit.http.get("/v1/progressives", params={"day": "today"}), "invalid-request")
