"""The pages know no game: their code names none, and nothing that one of them is played with.

What belongs to a game lies in its folder of the rules, and in a script of its name.
"""

import re
from pathlib import Path

from domain.game_library import LIBRARY, REGULATIONS

ROOM = "services/web"
OF_GAMES = "static/games"
ELSEWHERE = ("static/vendor",)
KINDS = {".py", ".js", ".css", ".html", ".svg"}
SHARED_KINDS = {"die"}
"""Dice belong to no game: every table may roll them."""


def names() -> set[str]:
    """Games and regulations, their pieces, the commands, events and wagers that one alone has; but
    not those whose name is an ordinary word."""
    games = {game.name for game in LIBRARY.games}
    found = {spaced for game in games for spaced in (game, game.replace("_", "[ -]?"))}
    found |= {one.name for one in REGULATIONS}
    for game in LIBRARY.games:
        found |= {f"{one.name}s?" for one in game.layout.kinds if one.name not in SHARED_KINDS}
        found |= {one for one in game.layout.commands if "_" in one}
        classes = [one.__name__ for one in (*game.events, *game.commands)]
        found |= {one for one in classes if re.search("[a-z][A-Z]", one)}
        found |= {one for one in game.catalogue if "_" in one}
    return found


def named_in(text: str, words: set[str]) -> list[str]:
    pattern = re.compile(rf"(?<![\w.-])({'|'.join(sorted(words))})(?![\w-])", re.IGNORECASE)
    return pattern.findall(text)


def test_no_page_names_a_game_or_what_it_is_played_with(root: Path) -> None:
    words, read = names(), 0
    for path in sorted((root / ROOM).rglob("*")):
        place = str(path.relative_to(root / ROOM))
        if path.suffix not in KINDS or place.startswith((OF_GAMES, *ELSEWHERE)):
            continue
        read += 1
        assert named_in(path.read_text(), words) == [], place
        assert named_in(path.stem, words) == [], place
    assert read > 100


def test_the_names_would_be_found(root: Path) -> None:
    words = names()
    assert named_in("a table of Pai Gow, by tiles or a card", words) == ["Pai Gow", "tiles", "card"]
    for game in LIBRARY.games:
        script = root / ROOM / OF_GAMES / f"{game.name}.js"
        assert not script.exists() or named_in(script.read_text(), words)


def test_every_script_is_a_games(root: Path) -> None:
    scripts = {path.stem for path in (root / ROOM / OF_GAMES).iterdir()}
    assert scripts <= {game.name for game in LIBRARY.games}
