"""A game is one folder and one line: nothing outside of it knows it by name."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import pytest

from domain.commands.submission import Submission
from domain.game_elections import ELECTIONS, elections_elsewhere
from domain.game_library import LIBRARY, REGULATIONS
from domain.game_names import GAME_OF, REGULATION_NAMES, WAGER_NAMES
from domain.games.library import GAMES
from domain.games.seam.regulation import Regulation
from services.rulebook.sheets import facts_of, regulation_sheet, submission_sheet

ROOMS: Final = ("domain", "projections", "services")
KINDS: Final = (".py", ".js", ".html", ".css")
WORDS: Final = re.compile(
    r"pai[ _-]?gow|craps|dragon|joker|pair[ _-]?fortunes"
    rf"|(?<![a-z])(tiles?|cards?|triples?|{'|'.join(GAMES)})(?![a-z])",
    re.IGNORECASE,
)
"""What names a game, or what one is played with."""
CLASSES: Final = re.compile(r"(Tile|Card|Triple)s?(?=[A-Z])|(?<=[a-z])(Tile|Card|Triple)s?")
"""The same within a name of several words."""
LOG_TILES: Final = (
    *("services/archive", "services/transparency"),
    *("services/evidence/kept_checkpoint.py", "services/evidence/served_log.py"),
    *("services/http/description", "services/http/log.py"),
    *("services/verification/stored_tiles.py", "services/verification/tree.py"),
)
"""Whose tiles are the transparency log's."""
STILL: Final = {
    "domain/games/library.py": "the line that registers each game",
    "domain/controls.py": "a released control of inspections",
    "domain/events/table.py": "a description in released schemas",
    "services/kafka/rejection.py": "a description in released schemas",
    "services/export/columns.py": "a released column of the export",
    "services/tools/docgen/conformance.py": "how the two texts of New Jersey are told apart",
    "services/tools/bench": "what is measured are rounds of certain games",
    "services/tools/pai_gow": "counts and weighs the hands of one game",
}
"""What still names one, and why. Nothing joins it."""


def sources(root: Path) -> Iterator[tuple[str, str]]:
    """Everything that is read or run, outside the folders of the games, by its place."""
    for path in (path for room in ROOMS for path in sorted((root / room).rglob("*"))):
        place = path.relative_to(root).as_posix()
        of_games = place.startswith(("domain/games/", "services/web/static/games/"))
        its_game = of_games and set(GAMES) & {path.stem, *place.split("/")[2:3]}
        if path.suffix in KINDS and not its_game and "/vendor/" not in place:
            yield place, path.read_text()


def under(place: str, listed: Iterable[str]) -> str | None:
    """The entry that a place is of."""
    return next((one for one in listed if place == one or place.startswith(f"{one}/")), None)


def names_a_game(place: str, text: str) -> bool:
    found = {one[0].lower() for one in (*WORDS.finditer(text), *CLASSES.finditer(text))}
    if under(place, LOG_TILES):
        found -= {"tile", "tiles"}
    return bool(found)


def test_nothing_outside_its_folder_names_a_game(root: Path) -> None:
    naming = {place for place, text in sources(root) if names_a_game(place, text)}
    assert {place for place in naming if not under(place, STILL)} == set()
    assert {under(place, STILL) for place in naming} == set(STILL), "take out what names none now"


def test_a_folder_is_a_game_once_it_is_registered(root: Path) -> None:
    folders = {path.name for path in (root / "domain/games").iterdir() if path.is_dir()}
    assert folders - {"__pycache__", "seam"} == set(GAMES)
    assert tuple(game.name for game in LIBRARY.games) == GAMES


def test_commands_name_what_the_games_have() -> None:
    assert set(WAGER_NAMES) == set(LIBRARY.wagers)
    assert set(REGULATION_NAMES) == {one.name for one in REGULATIONS}
    assert {one.name: game.name for game in LIBRARY.games for one in game.regulations} == GAME_OF


def test_a_submission_names_what_the_games_have() -> None:
    assert tuple(ELECTIONS) == GAMES
    for rules in REGULATIONS:
        assert not rules.elections.model_fields.keys() & elections_elsewhere(rules.name)


@pytest.mark.parametrize("rules", REGULATIONS, ids=lambda one: one.name)
def test_every_regulation_has_its_sheets_and_its_label(rules: Regulation) -> None:
    assert facts_of(rules.name)
    assert regulation_sheet(rules).payouts
    main = rules.wagers[0]
    odds = {"odds": {main: [1, 1]}} if "odds" in rules.elections.model_fields else {}
    submission = Submission.model_validate({"regulation": rules.name, **odds})
    assert [one.wager for one in submission_sheet(submission, rules).offers] == [main]
    assert (rules.places > 0, bool(rules.label), bool(rules.mark)) == (True, True, True)
