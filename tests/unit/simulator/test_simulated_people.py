"""The people of the simulated floor: how players stake, how the pit keeps a tray near par."""

from datetime import UTC, datetime
from random import Random

import pytest

from domain.events.round import WagerSettled
from domain.games.pai_gow.bots.guests import PaiGowSeats
from domain.games.pai_gow.bots.setups import PaiGowSetup
from domain.games.seam.guests import Player, Temperament
from services.tools.simulator import Floor, cage
from services.tools.simulator.cage import SlipBook
from services.tools.simulator.floor import setup_at

START = datetime(2026, 11, 15, 18, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("temperament", "streak", "units"),
    [
        ("flat", 3, 1),
        ("flat", -3, 1),
        ("presses", 0, 1),
        ("presses", 2, 3),
        ("presses", 9, 4),
        ("presses", -2, 1),
        ("chases", 2, 1),
        ("chases", -2, 4),
        ("chases", -9, 8),
    ],
)
def test_temperament_answers_to_the_streak(
    temperament: Temperament, streak: int, units: int
) -> None:
    player = _player(temperament, chips=1_000_000, streak=streak)
    assert player.stake(minimum=2_500, maximum=500_000) == units * 2_500


def test_a_stake_stays_within_limits_and_chips() -> None:
    player = _player("chases", chips=11_875, streak=-3)
    assert player.stake(minimum=2_500, maximum=500_000) == 11_500
    assert player.stake(minimum=2_500, maximum=10_000) == 10_000
    assert player.stake(minimum=12_000, maximum=500_000) == 0


def _player(temperament: Temperament, chips: int, streak: int) -> Player:
    return Player("guest", 2_500, temperament, 50, 200, 0, chips, chips, streak)


def test_slips_keep_the_tray_near_par() -> None:
    book = SlipBook("PG01", par=1_000_000, luck=Random("slips"))
    assert book.errand(1_000_000) is None
    fill = book.errand(600_000)
    assert fill is not None
    assert (fill.kind, fill.amount) == ("fill", 400_000)
    credit = SlipBook("PG01", par=1_000_000, luck=Random("slips")).errand(1_180_000)
    assert credit is not None
    assert (credit.kind, credit.amount) == ("credit", 200_000)


def test_a_pending_slip_is_finished_before_the_table_closes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cage, "_LOW_PERCENT", 101)
    monkeypatch.setattr(cage, "SLIP_BY_STEPS", 1.0)
    monkeypatch.setattr(cage, "SLIP_VOIDED", 0.0)
    told = list(Floor(tables=3, rounds=1, seed=11, start=START).commands("PG01"))
    fills = [one.get("step") for one in told if one["command"] == "fill"]
    assert fills == ["requested", "issued", "received", None]
    last = [one["command"] for one in told[-5:]]
    assert last == ["fill", "fill", "close_table", "remove_box", "count_drop"]
    assert told[-3]["inventory"] == setup_at("PG01").par


def test_a_tray_almost_empty_is_filled_at_once() -> None:
    book = SlipBook("PG01", par=1_000_000, luck=Random("critical"))
    for _ in range(40):
        slip = book.errand(200_000)
        assert slip is not None
        assert (slip.kind, slip.step, slip.amount) == ("fill", None, 800_000)


def test_a_large_buy_in_waits_for_a_fill() -> None:
    book = SlipBook("PG01", par=1_000_000, luck=Random("large"))
    assert book.fill_for(100_000, tray=700_000) is None
    fill = book.fill_for(600_000, tray=700_000)
    assert fill is not None
    assert (fill.step, fill.amount) == (None, 900_000)


def test_a_wager_given_back_follows_who_has_left() -> None:
    terms = setup_at("PG01")
    assert isinstance(terms, PaiGowSetup)
    seats = PaiGowSeats("PG01", terms, Random(1))
    seat = seats.sit_down()
    name = seats.at(seat).name
    seats.leave(seat)
    before = seats.walked_with
    seats.see(
        WagerSettled(
            seat=seat,
            wager="pai_gow",
            amount=5_000,
            coupon=0,
            player=name,
            outcome="void",
            paid=0,
            was="abandoned",
            rule="control:void-round",
            entries={"win": 5_000, "tray": -5_000},
        )
    )
    assert seats.walked_with == before + 5_000
