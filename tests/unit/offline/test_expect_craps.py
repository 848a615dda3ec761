"""The conformance files of craps: each paragraph that a decision cites is expected somewhere."""

from dataclasses import astuple
from pathlib import Path
from typing import Final

from domain.games.craps.regulations import NJ_CRAPS
from services.offline.expect import EXPECTED

FOLDER: Final = Path(__file__).parents[3] / "examples/conformance" / NJ_CRAPS.name


def test_every_paragraph_that_decisions_cite_has_a_file_that_expects_it() -> None:
    lines = [line for file in FOLDER.glob(f"*{EXPECTED}") for line in file.read_text().splitlines()]
    expected = {part for line in lines if line.startswith("{") for part in line.split('"')}
    cited = {
        *astuple(NJ_CRAPS.cites),
        *(one.permitted[NJ_CRAPS.name] for one in NJ_CRAPS.catalogue.values()),
    }
    assert cited <= expected


def test_every_wager_of_it_is_won_lost_and_carried_in_some_file() -> None:
    for wager in NJ_CRAPS.wagers:
        found = "".join(file.read_text() for file in FOLDER.glob(f"*{EXPECTED}"))
        for outcome in ("win", "lose", "retained"):
            line = f'"wager": "{wager}", "amount": '
            at = (part for part in found.split(line)[1:])
            assert any(f'"outcome": "{outcome}"' in part[:60] for part in at), (wager, outcome)
