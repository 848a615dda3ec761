"""Twenty simulated tables: every election, every command, every event, and books that balance."""

import json
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from random import Random
from typing import Any, Final

import pytest

from domain.commands.shared import PROPERTY_COMMANDS
from domain.commands.submission import Submission
from domain.events import Event, Posting
from domain.events import meter as of_meter
from domain.events import round as of_round
from domain.events import table as of_table
from domain.events.day import AlertAcknowledged, AlertRaised, DayClosed
from domain.events.seal import SealKeyRotated
from domain.games.craps.messages.events import WagerCalledOn
from domain.games.pai_gow.bots import dealing
from domain.games.pai_gow.elections.elections import elected_in
from domain.games.pai_gow.layout.positions import SEATS
from domain.games.pai_gow.messages import events as of_pai_gow
from domain.games.pai_gow.tiles.delivery import STYLES
from domain.games.pai_gow.wagers.catalogue import CATALOGUE
from domain.games.pai_gow.wagers.names import DICE_BONUS, MAIN
from domain.gaming_day import parse_moment
from domain.messages.commands import command_names
from domain.messages.events import EVENT_TYPES
from projections.figures.reconciliation import reconcile
from projections.sessions import SessionRow, Sessions
from services.tools.simulator import Floor, Told
from services.tools.simulator.floor import setup_at
from services.tools.simulator.lawful_table import LawfulTable
from services.tools.simulator.table_play import TablePlay
from tests.support.share import some
from tests.support.simulator.chips import taken_in_beside_play

START = datetime(2026, 11, 15, 18, 0, tzinfo=UTC)
TABLES: Final = tuple(range(1, 24))
ROUNDS: Final = 70
SEED: Final = 4
Ended = of_round.RoundClosed | of_round.RoundVoided


@dataclass
class Played:
    """A table's evening: what was told, what happened, who went away with what."""

    play: TablePlay
    told: list[Told] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    lowest_tray: int = 10**12

    def of(self, *kinds: type[Event]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kinds)]

    def commands(self, name: str) -> list[Told]:
        return [one for one in self.told if one["command"] == name]

    def won_by_table(self) -> int:
        return sum(
            event.tray_delta for event in self.of(of_round.RoundClosed, of_round.RoundVoided)
        )


def evening(number: int, seed: int = SEED, rounds: int = ROUNDS) -> Played:
    luck = Random(f"{seed}/PG{number:02d}")
    lawful = LawfulTable(f"PG{number:02d}", seed, START, luck)
    played = Played(TablePlay(lawful, setup_at(f"PG{number:02d}"), luck))
    lawful.witnesses.append(played.events.append)
    for told in played.play.life(rounds, leave_open=False):
        played.told.append(told)
        if lawful.state.is_open:
            played.lowest_tray = min(played.lowest_tray, lawful.state.tray)
    return played


@cache
def table(number: int) -> Played:
    return evening(number)


def floor() -> list[Played]:
    return [table(number) for number in TABLES]


def occurring(*kinds: type[Event]) -> list[Any]:
    return [event for played in floor() for event in played.of(*kinds)]


def test_the_floor_elects_everything_there_is() -> None:
    submissions = [Submission.model_validate(setup_at(f"PG{n:02d}").submission()) for n in TABLES]
    assert {one.regulation for one in submissions} == {
        "nj-pai-gow",
        "md-pai-gow",
        "nj-pai-gow-poker",
    }
    elected = [elected_in(one) for one in submissions]
    assert {one.wheel for one in elected} == {"second", "lowest"}
    assert {one.progressive.stake for one in elected if one.progressive} == {100, 500}
    assert {one.vigorish for one in elected} == {"quarter", "cent"}
    assert {one.pair_fortunes for one in elected} == {None, *"ABCD"}
    for election in ("banking", "co_banking", "two_areas", "triples_bonus"):
        assert {getattr(one, election) for one in elected} == {False, True}, election
    maryland = [elected_in(one) for one in submissions if one.regulation == "md-pai-gow"]
    assert any(one.generator for one in maryland)
    assert any(one.dealer_delivery for one in maryland)
    assert any(one.delivery_styles for one in elected)
    eyes = [one.dragons_eye for one in elected if one.dragons_eye]
    assert {eye.vigorish_method for eye in eyes} == {1, 2}
    assert {eye.standalone for eye in eyes} == {False, True}
    assert {eye.start for eye in eyes} == {"eye", "count"}
    assert len({json.dumps(setup_at(f"PG{n:02d}").submission()) for n in TABLES}) == len(TABLES)
    assert setup_at("PG24") == setup_at("PG01")


def test_the_first_four_tables_elect_nothing() -> None:
    for number in TABLES[:4]:
        assert set(setup_at(f"PG{number:02d}").submission()) == {"regulation", "limits"}
        assert not setup_at(f"PG{number:02d}").side_risk()


def test_every_command_is_told() -> None:
    told = Counter(one["command"] for played in floor() for one in played.told)
    # Days and keys are not the tables'.
    elsewhere = {*PROPERTY_COMMANDS, "call_on"}
    assert set(told) == command_names() - elsewhere


def test_every_event_happens() -> None:
    # Little comes off a meter in one evening.
    seldom = {of_meter.MeterFunded, of_meter.MeterPaid, of_meter.MeterReset}
    elsewhere = {DayClosed, AlertRaised, AlertAcknowledged}
    elsewhere |= {WagerCalledOn, SealKeyRotated}
    happened = {type(event) for event in occurring(Event)}
    assert happened | seldom == set(EVENT_TYPES) - elsewhere


def test_every_wager_is_made_and_wins_and_loses() -> None:
    settled = occurring(of_round.WagerSettled)
    assert {event.wager for event in settled} == set(CATALOGUE.names)
    outcomes = {
        wager: {event.outcome for event in settled if event.wager == wager}
        for wager in CATALOGUE.names
    }
    assert {"win", "lose", "push", "surrender", "abandoned", "void"} <= outcomes[MAIN]
    assert {"retained", "lose"} <= outcomes[DICE_BONUS]
    for wager in ("any_triple", "even", "odd", "match", "double", "triple", "pair_fortunes"):
        assert {"win", "lose"} <= outcomes[wager], wager


def test_banks_are_taken_passed_shared_cut_and_delivered_in_style() -> None:
    banks = occurring(of_pai_gow.BankAccepted)
    assert {bank.co_bank for bank in banks} == {False, True}
    assert {bank.dealer_wager > 0 for bank in banks} == {False, True}
    lines = occurring(of_round.DealerWagerSettled)
    assert {"win", "lose", "push"} <= {line.outcome for line in lines}
    settled = occurring(of_round.BankSettled)
    assert {(one.surplus > 0) - (one.surplus < 0) for one in settled} == {-1, 0, 1}
    assert {type(cut.stacks) for cut in occurring(of_pai_gow.TilesCut)} == {int, tuple}
    assert {chosen.style for chosen in occurring(of_pai_gow.DeliveryChosen)} == set(STYLES)
    assert {one.position for one in occurring(of_pai_gow.HouseSet)} == {"dealer", *map(str, SEATS)}
    assert {one.way for one in occurring(of_pai_gow.HouseSet) if one.position != "dealer"} == {
        None,
        "basic",
    }
    rounds = len(occurring(of_round.RoundOpened))
    assert rounds // 10 < len(banks) < rounds // 2


def test_dealers_keep_a_round_in_new_jersey_only() -> None:
    kept = [event for event in occurring(of_round.RoundOpened) if event.dealer_keeps]
    assert kept
    assert {event.regulation for event in kept} <= {"nj-pai-gow@3", "nj-pai-gow-poker@3"}


def test_guests_shake_or_let_the_dealer_shake_for_them() -> None:
    rolls = [told for played in floor() for told in played.commands("roll")]
    assert {told.get("shaker") for told in rolls} == {None, "dealer", *SEATS}


def test_retained_wagers_are_kept_or_taken_down_and_not_put_back() -> None:
    taken = kept = put_back = 0
    # Triples are rare: the tables that play for them are given a second evening.
    eyes = [number for number in TABLES if setup_at(f"PG{number:02d}").elections.get("dragons_eye")]
    again = (evening(number, seed=5) for number in eyes)
    for played in (*floor(), *again):
        waiting: dict[int, int] = {}
        for event in played.events:
            match event:
                case of_round.RoundOpened(retained=retained):
                    waiting = {one.seat: one.amount for one in retained}
                case of_round.WagerWithdrawn(wager="dice_bonus", seat=seat) if seat in waiting:
                    taken += 1
                case of_round.WagerPlaced(wager="dice_bonus", seat=seat) if seat in waiting:
                    put_back += 1
                case of_round.DiceRolled():
                    kept += len(waiting)
                    waiting = {}
    assert taken > 0
    assert kept > 2 * taken
    assert put_back == 0


def test_two_areas_are_played_side_by_side() -> None:
    both = [
        sorted(line.seat for line in event.wagers if line.player == player)
        for event in occurring(of_round.RoundClosed)
        for player in {line.player for line in event.wagers}
    ]
    wide = [seats for seats in both if len(set(seats)) > 1]
    assert wide
    assert all(max(seats) - min(seats) == 1 for seats in wide)


def test_coupons_are_used_now_and_then_and_counted() -> None:
    wagers = [event for event in occurring(of_round.WagerPlaced) if event.wager == MAIN]
    used = [event for event in wagers if event.coupon]
    assert 0 < len(used) < len(wagers) // 20
    for played in floor():
        (drop,) = played.of(of_table.DropCounted)
        taken = sum(
            -event.coupon if event.was == "surrender" else event.coupon
            for event in played.of(of_round.WagerSettled)
            if event.was == "surrender" or event.outcome not in ("push", "void")
        )
        assert (drop.coupons or 0) == taken
    assert any(event.coupons for event in occurring(of_table.DropCounted))


def test_some_came_for_the_dice_alone_and_such_rounds_end_with_them() -> None:
    ended = 0
    for played in floor():
        dealt = {event.round for event in played.of(of_pai_gow.TilesDealt, of_pai_gow.CardsDealt)}
        for event in played.of(of_round.RoundClosed):
            if event.round not in dealt:
                ended += 1
    assert ended > 0


@pytest.mark.parametrize("number", TABLES)
def test_the_books_balance_after_every_event(number: int) -> None:
    balance: Counter[str] = Counter()
    for event in table(number).events:
        if isinstance(event, Posting):
            balance.update(event.entries)
        assert sum(balance.values()) == 0, event
        if isinstance(event, Ended):
            assert (balance["bank"], balance["patrons"]) == (0, 0), event
    assert (balance["tray"], balance["drop_box"]) == (0, 0)


@pytest.mark.parametrize("number", TABLES)
def test_a_round_says_what_its_postings_did_to_the_tray(number: int) -> None:
    tray = 0
    for event in table(number).events:
        if isinstance(event, Ended):
            assert event.tray_delta == tray, event
        if isinstance(event, of_round.RoundOpened):
            tray = 0
        elif isinstance(event, Posting) and event.OF_ROUND:
            tray += event.entries.get("tray", 0)


@pytest.mark.parametrize("number", TABLES)
def test_no_chip_is_made_or_lost(number: int) -> None:
    played = table(number)
    bought = sum(event.amount for event in played.of(of_table.ChipsBought))
    assert not played.play.seats.players
    carried = played.play.seats.walked_with - played.play.seats.brought
    beside = taken_in_beside_play(played.events)
    assert carried == bought - played.won_by_table() - beside
    assert played.play.seats.walked_with > 0


@pytest.mark.parametrize("number", TABLES)
def test_the_tray_stays_near_its_par(number: int) -> None:
    played, par = table(number), setup_at(f"PG{number:02d}").par
    assert played.lowest_tray > par // 4
    assert sum(fill.amount for fill in played.of(of_table.TableFilled)) < 4 * par
    assert setup_at(f"PG{number:02d}").side_risk() < par // 3


def test_the_day_is_reconciled_to_the_cent() -> None:
    fold, rows = Sessions(), dict[str, SessionRow]()
    for event in occurring(Event):
        place = fold.place(event)
        if event.STREAM == "meter":
            assert place is None
            continue
        assert place is not None
        row = rows[place] if place in rows else fold.first(place, event)
        rows[place] = fold.fold(row, event)
    report = reconcile("2026-11-15", rows.values())
    assert report.balanced is True
    assert len(report.tables) == len(TABLES)
    assert report.trial_balance["bank"] == report.trial_balance["patrons"] == 0
    assert sum(report.trial_balance.values()) == 0


def test_twenty_tables_are_the_same_whenever_they_are_asked_for() -> None:
    evenings = [Floor(tables=20, rounds=4, seed=SEED, start=START) for _ in range(2)]
    first, second = ([json.dumps(told) for told in one.stream()] for one in evenings)
    assert first == second


@pytest.mark.parametrize("number", some([6, 8, 10, 12, 17, 19]))
def test_not_even_a_run_of_triples_empties_the_tray(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two of three rolls are triples: the third in a row is paid, and the pit had the chips for it."""
    monkeypatch.setattr(dealing, "shaken", _loaded)
    played = evening(number, rounds=200)
    running = {event.running for event in played.of(of_round.DiceRolled)}
    assert running == {0, 1, 2, 3} or not setup_at(f"PG{number:02d}").elects("dragons_eye")
    assert running >= {0, 1, 2, 3}
    assert played.lowest_tray > setup_at(f"PG{number:02d}").par // 4
    bought = sum(event.amount for event in played.of(of_table.ChipsBought))
    carried = played.play.seats.walked_with - played.play.seats.brought
    beside = taken_in_beside_play(played.events)
    assert carried == bought - played.won_by_table() - beside
    bonuses = [event for event in played.of(of_round.WagerSettled) if event.wager == DICE_BONUS]
    if setup_at(f"PG{number:02d}").elects("dragons_eye"):
        assert max(event.paid for event in bonuses) >= 1_000 * 500


def _loaded(luck: Random) -> list[int]:
    """The dragon's eye button stays at seat 3, whose guest then shakes for the highest odds."""
    if luck.random() < 0.65:
        return [3, 3, 3]
    return [luck.randint(1, 6) for _ in range(3)]


def test_tiles_leave_a_maryland_table_before_their_time() -> None:
    played = evening(13, rounds=480)
    since = parse_moment(played.of(of_table.TableOpened)[0].at)
    changes = 0
    for event in played.of(of_pai_gow.TilesChanged, of_pai_gow.TilesDealt):
        if isinstance(event, of_pai_gow.TilesChanged):
            since, changes = parse_moment(event.at), changes + 1
        assert parse_moment(event.at) - since <= timedelta(hours=12)
    assert changes > 0
