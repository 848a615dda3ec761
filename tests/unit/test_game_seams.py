"""Outside the rules, too, a game is found by name: the core of each room imports none of them."""

import ast
from pathlib import Path
from typing import Final

import pytest

from domain.commands.submission import Submission
from domain.games.library import LIBRARY, REGULATIONS
from services.explain.games import OF_GAMES as STORIES
from services.history.games import OF_GAMES as HISTORIES
from services.rulebook.sheets import OF_GAMES as SHEETS
from services.rulebook.sheets import facts_of, regulation_sheet, submission_sheet
from services.tools.simulator.games import OF_GAMES as PLAYERS

ROOMS: Final = {
    "services/rulebook": {"sheets"},
    "services/explain": {"games"},
    "services/history": {"games"},
    "services/tools/simulator": {"games", "layouts"},
}
"""Each with the modules that name its games; what belongs to one lies in a folder of its own."""


GAMES: Final = {game.name for game in LIBRARY.games}


@pytest.mark.parametrize("room", ROOMS)
def test_the_core_of_a_room_knows_no_game(root: Path, room: str) -> None:
    for path in sorted((root / room).glob("*.py")):
        if path.stem in ROOMS[room]:
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom):
                named = (node.module or "").split(".")
                assert not set(named) & GAMES, f"{path} imports {node.module}"


@pytest.mark.parametrize("room", [SHEETS, STORIES, HISTORIES, PLAYERS], ids=[*ROOMS])
def test_every_game_is_known_to_every_room(room: dict[str, object]) -> None:
    assert set(room) == {game.name for game in LIBRARY.games}


@pytest.mark.parametrize("rules", REGULATIONS, ids=lambda one: one.name)
def test_every_regulation_has_its_sheets_and_its_label(rules: object) -> None:
    found = next(one for one in REGULATIONS if one is rules)
    assert facts_of(found.name)
    assert regulation_sheet(found).payouts
    main = found.wagers[0]
    odds = {"odds": {main: [1, 1]}} if "odds" in found.elections.model_fields else {}
    submission = Submission.model_validate({"regulation": found.name, **odds})
    assert [one.wager for one in submission_sheet(submission, found).offers] == [main]
    assert (found.places in (6, 16), bool(found.label), bool(found.mark)) == (True, True, True)
