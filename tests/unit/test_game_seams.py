"""Outside the rules, too, a game is found by name: the core of each room imports none of them."""

import ast
from pathlib import Path
from typing import Final

import pytest

from domain.commands.submission import Submission
from domain.game_elections import ELECTIONS, elections_elsewhere
from domain.game_library import LIBRARY, REGULATIONS
from domain.game_names import GAME_OF, REGULATION_NAMES, WAGER_NAMES
from services.rulebook.sheets import facts_of, regulation_sheet, submission_sheet
from services.tools.simulator.games import OF_GAMES as PLAYERS

ROOMS: Final = {
    "services/tools/simulator": {"games", "layouts"},
}
"""Each with the modules that name its games; what belongs to one lies in a folder of its own."""
NAME_NONE: Final = (
    *("services", "services/explain", "services/history", "services/http", "services/rulebook"),
    "services/search",
)

GAMES: Final = {game.name for game in LIBRARY.games}


@pytest.mark.parametrize("room", [*ROOMS, *NAME_NONE])
def test_the_core_of_a_room_knows_no_game(root: Path, room: str) -> None:
    for path in sorted((root / room).glob("*.py")):
        if path.stem in ROOMS.get(room, ()):
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom):
                named = (node.module or "").split(".")
                assert not set(named) & GAMES, f"{path} imports {node.module}"


STILL_NAMES: Final = {
    "domain/game_names.py",
    "domain/game_elections.py",
    "domain/events/round.py",
}
"""What of the rules imports a game, or what one adds to shared events, from outside its folder.
Nothing joins them. Read models import none."""


def test_rules_and_read_models_import_no_game(root: Path) -> None:
    found = {
        str(path.relative_to(root))
        for room in ("domain", "projections")
        for path in (root / room).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ImportFrom) and set((node.module or "").split(".")) & GAMES
    }
    outside = {one for one in found if not one.startswith("domain/games/")}
    assert outside <= STILL_NAMES


def test_commands_name_what_the_games_have() -> None:
    assert set(WAGER_NAMES) == set(LIBRARY.wagers)
    assert set(REGULATION_NAMES) == {one.name for one in REGULATIONS}
    assert {one.name: game.name for game in LIBRARY.games for one in game.regulations} == GAME_OF


def test_a_submission_names_what_the_games_have() -> None:
    assert set(ELECTIONS) == {game.name for game in LIBRARY.games}
    for rules in REGULATIONS:
        assert not rules.elections.model_fields.keys() & elections_elsewhere(rules.name)


@pytest.mark.parametrize("room", [PLAYERS], ids=[*ROOMS])
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
