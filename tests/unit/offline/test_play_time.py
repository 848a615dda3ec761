"""Every sentence about time, in a file: its own order is the clock."""

import json
from typing import Any, Final

import pytest
import typer
from typer.testing import CliRunner, Result

from domain.controls import CLOCK, ORDER
from services.cli.play import play
from tests.support.domain.asked import (
    Asked,
    ask,
    buy_in,
    close_table,
    count_drop,
    credit,
    deal,
    fill,
    misdeal,
    no_more_bets,
    open_round,
    open_table,
    place,
    roll,
    withdraw,
)

APP: Final = typer.Typer(pretty_exceptions_enable=False)
APP.command("play")(play)


def run(*commands: Asked, options: tuple[str, ...] = ()) -> Result:
    lines = "\n".join(json.dumps(one) for one in commands)
    return CliRunner().invoke(APP, ["-", *options], input=lines)


def printed(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def at(asked: Asked, clock: str, day: int = 15) -> Asked:
    return {**asked, "at": f"2026-11-{day:02}T{clock}Z"}


OPEN: Final = at(open_table(), "20:00:00")
ROUND: Final = at(open_round(), "21:00:00")
DEALT: Final = (OPEN, ROUND, place(1), no_more_bets(), roll(), deal("1-3 1-5 5-6 4-6"))
EARLIER: Final = "20:59:59.999999"


@pytest.mark.parametrize(
    ("before", "action"),
    [
        ((OPEN, ROUND), place(1)),
        ((OPEN, ROUND, place(1)), withdraw(1)),
        ((OPEN, ROUND, place(1)), no_more_bets()),
        (DEALT[:4], roll()),
        (DEALT[:4], ask("no_roll", reason="a die fell down")),
        (DEALT[:5], DEALT[5]),
        (DEALT, ask("set_hand", seat=1)),
        (DEALT, misdeal()),
        ((*DEALT, misdeal()), open_round()),
        ((*DEALT, misdeal(), close_table(), OPEN), open_round()),
    ],
    ids=lambda told: told["command"] if isinstance(told, dict) else "",
)
def test_an_action_of_a_round_is_not_before_the_tables_last_one(
    before: tuple[Asked, ...], action: Asked
) -> None:
    result = run(*before, at(action, EARLIER))
    assert result.exit_code == 3
    assert printed(result)[-1]["rejected"]["rule"] == ORDER
    assert run(*before, at(action, "21:00:00")).exit_code == 0


@pytest.mark.parametrize(
    "told",
    [
        *(buy_in(), fill("F-1"), credit("C-1"), ask("count_tray", inventory=1)),
        *(ask("remove_box"), ask("change_dice")),
    ],
    ids=lambda told: told["command"],
)
def test_slips_counts_and_boxes_may_be_told_late(told: Asked) -> None:
    result = run(OPEN, ROUND, at(told, "20:30:00"), place(1))
    assert result.exit_code == 0
    *_, late, after = printed(result)
    assert (late["at"], late["recorded"]) == ("2026-11-15T20:30:00Z", "2026-11-15T21:00:00Z")
    assert (after["at"], after["recorded"]) == ("2026-11-15T21:00:00Z", "2026-11-15T21:00:00Z")


def test_what_is_told_late_into_a_closed_day_posts_to_the_open_one() -> None:
    closing = at(close_table(990_000), "02:00:00", 16)
    closed = at(ask("close_day", day="2026-11-15", status="provisional"), "08:00:00", 16)
    counted = at(count_drop(), "03:00:00", 16)
    reopened = at(open_table(), "09:00:00", 16)
    slip = at(fill("F-1"), "04:00:00", 16)
    result = run(OPEN, buy_in(), closing, closed, counted, reopened, slip)
    assert result.exit_code == 0, result.output
    told = {one["event"]: (one["day"], one["at"]) for one in printed(result)}
    assert told["ChipsBought"] == ("2026-11-15", "2026-11-15T20:00:00Z")
    assert told["DropCounted"] == ("2026-11-16", "2026-11-16T03:00:00Z")
    assert told["TableFilled"] == ("2026-11-16", "2026-11-16T04:00:00Z")


def test_the_file_may_go_on_as_far_as_it_likes_and_never_back() -> None:
    """A command's own `at` moves the clock, so that none is ahead of it, or in a day to come."""
    far = {"at": "2199-12-31T20:00:00Z"}
    result = run(OPEN, {**buy_in(), **far}, at(buy_in(), "20:30:00"), buy_in())
    recorded = [one["recorded"] for one in printed(result)]
    assert recorded == ["2026-11-15T20:00:00Z", *["2199-12-31T20:00:00Z"] * 3]
    days = [one["day"] for one in printed(result)]
    assert days == ["2026-11-15", "2199-12-31", "2026-11-15", "2199-12-31"]


def test_a_moment_outside_every_gaming_day_is_no_moment() -> None:
    assert run({**OPEN, "at": "1999-11-30T20:00:00Z"}).exit_code == 2
    result = run({**OPEN, "at": "1999-12-31T05:59:59Z"})
    assert (result.exit_code, printed(result)[-1]["rejected"]["rule"]) == (3, CLOCK)


def test_a_file_gives_the_same_lines_whenever_it_is_played() -> None:
    late = at(fill("F-1"), "20:30:00")
    assert run(*DEALT, late, misdeal()).stdout == run(*DEALT, late, misdeal()).stdout
