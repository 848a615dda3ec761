"""Every command of a guide is run as it is written, and prints what the guide shows."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.guides.page import Typed, first_missing, typed_in
from tests.support.guides.terminal import ROOT, typed_into_a_terminal
from tests.support.processes.shell_commands import on_the_path

A_HOUSE = """
export PITLEDGER_DATA=$PWD/house
pitledger demo --once --tables 2 --rounds 2 --seed 7 --data house
"""
GUIDES = {
    "docs/tour.md": "",
    "docs/gaming-day.md": "",
    "docs/regulators.md": "",
    "docs/operations.md": A_HOUSE,
}
"""What its reader has before the first command."""


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with on_the_path(tmp_path_factory.mktemp("programs")) as folder:
        yield folder


@pytest.mark.parametrize("page", GUIDES)
def test_a_guide_does_what_it_says(page: str, data: Path, programs: str) -> None:
    blocks = [Typed(1, GUIDES[page], ()), *typed_in(ROOT / page)]
    outcome = typed_into_a_terminal(blocks, data, programs)
    for block, printed in zip(blocks, outcome.printed, strict=False):
        missing = first_missing(block.shown, printed)
        assert missing is None, f"{page}:{block.line} did not print {missing!r}:\n{printed}"
    assert outcome.code == 0, (
        f"{page}:{blocks[len(outcome.printed) - 1].line}: {outcome.printed[-1]}"
    )
    assert len(outcome.printed) == len(blocks)
