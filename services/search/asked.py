"""Reading what is looked for: every part checked, and what contradicts itself refused in words."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from difflib import get_close_matches
from typing import Final, TypeVar, get_args

from domain.events.round import Outcome
from domain.game_library import LIBRARY, PLAYED, played
from domain.games.seam.game import Game
from domain.gaming_day import parse_day, parse_moment, write_moment
from domain.money import MOST_CENTS, dollars
from domain.pieces import MOST_PIECES, meant_by, narrowed, played_with
from projections.rounds.search import STATES
from services.queries import is_round_id, is_table_name
from services.search.criteria import DEALER, Criteria, Cursor, Piece

OUTCOMES: Final[tuple[str, ...]] = get_args(Outcome)
WAGERS: Final = (
    *LIBRARY.wagers,
    *(name for game in LIBRARY.games for name in game.views.search.beside),
)
MOST_SEATS: Final = max(game.views.search.last_seat for game in LIBRARY.games)
_MOST_PLAYER: Final = 200
_BY_DICE: Final = sorted(
    (game for game in LIBRARY.games if game.views.search.dice),
    key=lambda game: game.views.search.dice,
)
FEWEST_DICE: Final = _BY_DICE[0].views.search.dice
MOST_DICE: Final = _BY_DICE[-1].views.search.dice
DICE: Final = f"[1-6]([-, ]?[1-6]){{{FEWEST_DICE - 1},{MOST_DICE - 1}}}"
"""How dice are written."""
NO_DICE: Final = f"are no dice: {', else '.join(game.views.search.dice_told for game in _BY_DICE)}"
_DICE: Final = re.compile(DICE)
_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six")
_APOSTROPHES: Final = dict.fromkeys(map(ord, ("'", "\u2019")))
_CURSOR: Final = re.compile(r"(?P<opened>[^~]{1,40})~(?P<round>[^~]{1,60})")
T = TypeVar("T")


class BadSearch(ValueError):
    """What is asked cannot be looked for: where it is wrong, and what."""

    def __init__(self, wrong: list[tuple[str, str]]) -> None:
        super().__init__("; ".join(f"{where}: {what}" for where, what in wrong))
        self.wrong = wrong


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """As it came in an address: text, with moments in RFC 3339 and amounts in cents."""

    table: str | None = None
    day: str | None = None
    since: str | None = None
    until: str | None = None
    seat: str | None = None
    player: str | None = None
    piece: tuple[str, ...] = ()
    dice: str | None = None
    outcome: str | None = None
    wager: str | None = None
    least: int | None = None
    most: int | None = None
    game: str | None = None
    state: str | None = None


_QUERY: Final = {"since": "from", "until": "to", "least": "min", "most": "max"}
"""What is called otherwise in an address, where `from` may be a name."""


@dataclass(slots=True)
class _Reading:
    """Reads part by part, and goes on after what is wrong, so that all of it is told at once."""

    wrong: list[tuple[str, str]] = field(default_factory=list)

    def read(self, name: str, text: str | None, reader: Callable[[str], T]) -> T | None:
        if text is None:
            return None
        try:
            return reader(text)
        except ValueError as error:
            self.refuse(name, str(error))
            return None

    def refuse(self, name: str, what: str) -> None:
        self.wrong.append((_QUERY.get(name, name), what))


def read_criteria(asked: Asked) -> Criteria:
    """Raises BadSearch, with everything that is wrong with it."""
    reading = _Reading()
    pieces = [reading.read("piece", words, _piece) for words in asked.piece]
    criteria = Criteria(
        table=reading.read("table", asked.table, _table),
        day=reading.read("day", asked.day, parse_day),
        since=reading.read("since", asked.since, parse_moment),
        until=reading.read("until", asked.until, parse_moment),
        seat=reading.read("seat", asked.seat, _seat),
        player=reading.read("player", asked.player, _player),
        pieces=tuple(one for one in pieces if one is not None),
        dice=reading.read("dice", asked.dice, read_dice),
        outcome=reading.read("outcome", asked.outcome, lambda text: _one_of(OUTCOMES, text)),
        wager=reading.read("wager", asked.wager, lambda text: _one_of(WAGERS, text)),
        least=asked.least,
        most=asked.most,
        game=reading.read("game", asked.game, lambda text: _one_of(PLAYED, text)),
        state=reading.read("state", asked.state, lambda text: _one_of(STATES, text)),
    )
    if len(asked.piece) > MOST_PIECES:
        reading.refuse("piece", f"no hand has more than {MOST_PIECES} pieces")
    if not reading.wrong:
        criteria = _of_the_game(criteria)
        _refuse_contradictions(criteria, reading)
    if reading.wrong:
        raise BadSearch(reading.wrong)
    return criteria


def read_cursor(text: str) -> Cursor:
    matched = _CURSOR.fullmatch(text)
    if matched is None or not is_round_id(matched["round"]):
        raise BadSearch([("cursor", "is none that an answer gave as `next`")])
    try:
        return Cursor(datetime.fromisoformat(matched["opened"]), matched["round"])
    except ValueError:
        raise BadSearch([("cursor", "is none that an answer gave as `next`")]) from None


def write_cursor(cursor: Cursor) -> str:
    return f"{write_moment(cursor.opened)}~{cursor.round}"


def _table(text: str) -> str:
    if not is_table_name(text):
        raise ValueError(f"{text[:40]!r} is not a table's name: letters, digits and _, at most 32")
    return text


def _seat(text: str) -> int | str:
    if text.casefold() == DEALER:
        return DEALER
    if not re.fullmatch(r"[1-9][0-9]?", text) or int(text) > MOST_SEATS:
        raise ValueError(f"{text[:40]!r} is no seat: 1 to {MOST_SEATS}, or `{DEALER}`")
    return int(text)


def _player(text: str) -> str:
    if not text or len(text) > _MOST_PLAYER or "\x00" in text:
        raise ValueError(f"a player's name has 1 to {_MOST_PLAYER} characters")
    return text


def _piece(words: str) -> Piece:
    return Piece(words.strip(), meant_by(words))


def read_dice(text: str) -> tuple[int, ...]:
    if not _DICE.fullmatch(text.strip()):
        raise ValueError(f"{text[:40]!r} {NO_DICE}")
    return tuple(int(one) for one in text if one.isdigit())


def _one_of(known: tuple[str, ...], text: str) -> str:
    """As people write it: in any case, with spaces, without apostrophes."""
    plain = text.strip().casefold().translate(_APOSTROPHES).replace(" ", "_")
    if plain in known:
        return plain
    near = get_close_matches(plain, known, n=3)
    there_is = f"perhaps {' or '.join(near)}" if near else f"there are {', '.join(known)}"
    raise ValueError(f"there is no {text[:40]!r}; {there_is}")


def _of_the_game(criteria: Criteria) -> Criteria:
    """Of what a piece may mean, what that game is played with."""
    if criteria.game is None or not criteria.pieces:
        return criteria
    pieces = (Piece(one.words, narrowed(one.meant, criteria.game)) for one in criteria.pieces)
    return replace(criteria, pieces=tuple(pieces))


def _refuse_contradictions(asked: Criteria, reading: _Reading) -> None:
    """What no round can be, whatever was played."""
    if asked.since is not None and asked.until is not None and asked.since > asked.until:
        reading.refuse("until", "is before `from`")
    _refuse_amounts(asked, reading)
    if asked.seat == DEALER and asked.of_a_wager:
        named = ", ".join(asked.of_a_wager)
        reading.refuse("seat", f"the dealer has no wager to be found by ({named}): name its seat")
    _refuse_other_games(asked, reading)


def _refuse_amounts(asked: Criteria, reading: _Reading) -> None:
    for name in ("least", "most"):
        cents = getattr(asked, name)
        if cents is not None and not 0 <= cents <= MOST_CENTS:
            reading.refuse(name, f"an amount is from 0 to {MOST_CENTS} cents")
    if asked.least is not None and asked.most is not None and asked.least > asked.most:
        least, most = dollars(asked.least), dollars(asked.most)
        reading.refuse("most", f"{most} is less than `min`, {least}")


def _refuse_other_games(asked: Criteria, reading: _Reading) -> None:
    """Each part says which games it is of; there must be one that is of all of them."""
    left = set(PLAYED)
    for name, games, what in _games(asked):
        if not left & games:
            reading.refuse(name, f"{what}, which the rest of the search is not")
            return
        left &= games


def _games(asked: Criteria) -> list[tuple[str, set[str], str]]:
    found = []
    if asked.game is not None:
        found.append(("game", {asked.game}, f"it is {asked.game}"))
    if isinstance(asked.seat, int):
        at = [game for game in LIBRARY.games if game.views.search.last_seat >= asked.seat]
        if len(at) < len(LIBRARY.games):
            found.append(("seat", _played(at), f"seat {asked.seat} is one of {_said(at)}"))
    if asked.dice is not None:
        at = [game for game in LIBRARY.games if game.views.search.dice == len(asked.dice)]
        told = f"{_NUMBERS[len(asked.dice)]} dice are rolled at {_said(at)}"
        found.append(("dice", _played(at), told))
    for piece in asked.pieces:
        games = {played_with(held) for held in piece.meant}
        told = f"{piece.words!r} is of {' or '.join(sorted(games)) or 'another game'}"
        found.append(("piece", games, told))
    if asked.wager is not None:
        games = _games_of_wager(asked.wager)
        found.append(("wager", games, f"{asked.wager} is wagered at {' and '.join(sorted(games))}"))
    return found


def _played(games: Iterable[Game]) -> set[str]:
    return {one.played for game in games for one in game.regulations}


def _said(games: Iterable[Game]) -> str:
    return " and ".join(game.views.search.said for game in games)


def _games_of_wager(wager: str) -> set[str]:
    known = LIBRARY.wager(wager)
    if known is None:
        return _played(game for game in LIBRARY.games if wager in game.views.search.beside)
    return {played(one) for one in known.permitted}
