"""What the games' layouts say, as the pages' scripts and templates take it."""

import json
import re
from types import SimpleNamespace
from typing import Any

import pytest

from domain.game_library import LIBRARY, REGULATIONS
from domain.games.seam.game import Game
from domain.games.seam.layout import Layout, Lying, Shown, plain_cloth
from domain.terms import Terms
from services.web import layouts
from services.web.command_forms import command_forms
from services.web.pieces import PIECE_KINDS, TITLES

games = pytest.mark.parametrize("game", LIBRARY.games, ids=lambda game: game.name)


def told() -> dict[str, Any]:
    """What the module exports, by name."""
    found = re.findall(r"^export const (\w+) = (.*);$", layouts.script(), re.MULTILINE)
    return {name: json.loads(value) for name, value in found}


@games
def test_the_scripts_know_every_wager_command_and_phase(game: Game) -> None:
    found = told()["GAMES"][game.name]
    assert found["regulations"] == [one.name for one in game.regulations]
    assert set(found["wagers"]) == set(game.catalogue)
    assert {"closed", "open", "betting", "no_more_bets"} <= set(found["phases"])
    commands = command_forms()
    assert set(found["commands"]) <= set(commands)
    for phase in found["phases"].values():
        assert set(phase["primary"]) <= set(commands)


@games
def test_a_script_is_found_by_the_games_name(root: Any, game: Game) -> None:
    file = root / "services/web/static/games" / f"{game.name}.js"
    assert told()["GAMES"][game.name]["hasScript"] == file.is_file()


@games
def test_keys_reach_one_command_of_the_table_each(game: Game) -> None:
    keys = [one.key for one in game.layout.commands.values() if one.key]
    assert len(set(keys)) == len(keys)
    assert not set(keys) & set("owxnrti"), "these are of any table"


@pytest.mark.parametrize("kind", PIECE_KINDS.values(), ids=lambda kind: kind.name)
def test_no_key_of_a_piece_begins_anothers(kind: Any) -> None:
    typed = {keys: piece.name for piece in kind.pieces for keys in piece.keys}
    assert told()["TITLES"][kind.name] == TITLES[kind.name]
    for keys, name in typed.items():
        longer = {one for other, one in typed.items() if other.startswith(keys)}
        assert longer <= {name}


@pytest.mark.parametrize("rules", REGULATIONS, ids=lambda rules: rules.name)
def test_dice_are_drawn_by_faces_that_there_are(rules: Any) -> None:
    for die in layouts.layout_of(rules.ref).dice(Terms()):
        assert {f"{die.look}-{face}" for face in range(1, 7)} <= set(TITLES["die"])


def test_what_runs_and_what_is_marked_is_said_of_all_games_together() -> None:
    assert layouts.running_labels() == "Triples, point"
    assert layouts.running_labels(counted=True) == "Triples"
    states = [one.state for one in layouts.marks()]
    assert states == ["in", "setting", "exposed", "bank", "co-bank", "offered", "carried"]


def test_a_game_that_says_nothing_of_its_layout_is_drawn_all_the_same() -> None:
    lying = (Lying(2, "stones", None, "Ann", 2500), Lying(3, "stones", None, "seat-3", 500))
    row = SimpleNamespace(dice=(2, 3), hands={"2": ("S4", "??")})
    cloth = plain_cloth(Shown(row, lying, Terms(), 4, told="3"))
    assert [one.label for one in cloth.seats] == ["Seat 1", "Seat 2", "Seat 3", "Seat 4"]
    assert [one.player for one in cloth.seats] == [None, "Ann", None, None]
    assert [one.is_told for one in cloth.seats] == [False, False, True, False]
    assert cloth.seats[1].hands[0].pieces == ("S4", "??")
    assert cloth.notes == ("5 in all",)
    assert layouts.layout_of("xx-none@1") == Layout()
    assert layouts.phase_told(Layout(), "betting") == "wagers are made"
    assert layouts.phase_told(Layout(), "shaken") == "shaken"
