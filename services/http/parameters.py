"""Parameters of addresses: each is described as exactly as it is held to, from one place."""

import re
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import Annotated, Any, Final, TypeAlias

from fastapi import Header, Query
from pydantic import AfterValidator, BeforeValidator, Field, WithJsonSchema

from domain.commands.reading import MOST_INTEGER
from domain.game_library import LIBRARY, PLAYED
from domain.games.seam.search import MOST_LETTERS
from domain.gaming_day import FIRST_DAY, LAST_DAY, parse_day, parse_moment
from domain.money import MOST_CENTS
from domain.pieces import (
    MOST_PIECES,
    NOTATION,
    OF_GAMES,
    UnknownPiece,
    meant_by,
)
from projections.rounds.search import STATES
from services.search.asked import (
    DICE,
    FEWEST_DICE,
    MOST_DICE,
    MOST_SEATS,
    NO_DICE,
    OUTCOMES,
    WAGERS,
)
from services.search.rounds import MOST_ROUNDS

_MOST_NAME: Final = 200
_DATES: Final = (
    "(0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)"
    "|02-(0[1-9]|1[0-9]|2[0-9])"
)
_DAY: Final = f"1999-12-31|2[01][0-9]{{2}}-({_DATES})"
_TIME: Final = r"([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]{1,9})?"
_OFFSET: Final = "(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])"
TABLE: Final = "^[A-Za-z0-9_]{1,32}$"
ROUND: Final = "^[A-Za-z0-9_]{1,32}-[0-9]{1,9}-[0-9]{1,9}$"
_DIGITS: Final = re.compile(r"0|-?[1-9][0-9]{0,19}")
_TRUTHS: Final = {"true": True, "false": False}


def _matching(pattern: str, what: str, *readers: Callable[[str], object]) -> Callable[[str], str]:
    """Holds to what is described, and to the readers, which say more of what is wrong."""
    known = re.compile(pattern)

    def check(text: str) -> str:
        for reader in readers:
            reader(text)
        if not known.fullmatch(text):
            raise ValueError(f"{text[:40]!r} {what}")
        return text

    return check


def _text(pattern: str, **more: Any) -> WithJsonSchema:
    return WithJsonSchema({"type": "string", "pattern": pattern, **more})


def _one_of(known: Iterable[str]) -> Callable[[str], str]:
    names = tuple(known)

    def check(text: str) -> str:
        if text in names:
            return text
        near = get_close_matches(text, names, n=3)
        there_is = f"perhaps {' or '.join(near)}" if near else f"there are {', '.join(names)}"
        raise ValueError(f"there is no {text[:40]!a}; {there_is}")

    return check


def _names(known: Iterable[str]) -> WithJsonSchema:
    return WithJsonSchema({"type": "string", "enum": list(known)})


def _as_digits(value: object) -> object:
    """As JSON writes a whole number; the library would take ` 5`, `5.0` and `1_000`, too."""
    if isinstance(value, str) and not _DIGITS.fullmatch(value):
        raise ValueError(f"{value[:40]!a} is not a whole number")
    return value


def _as_truth(value: object) -> object:
    if isinstance(value, str) and value not in _TRUTHS:
        raise ValueError(f"{value[:40]!a} is neither true nor false")
    return _TRUTHS[value] if isinstance(value, str) else value


_WHOLE: Final = BeforeValidator(_as_digits)
_Position: TypeAlias = Annotated[int, Field(ge=0, le=MOST_INTEGER), _WHOLE]
_Seq: TypeAlias = Annotated[int, Field(ge=1, le=MOST_INTEGER), _WHOLE]
_Cents: TypeAlias = Annotated[int, Field(ge=0, le=MOST_CENTS), _WHOLE]
_NumberOfDice: TypeAlias = Annotated[int, Field(ge=FEWEST_DICE, le=MOST_DICE), _WHOLE]
Truth: TypeAlias = Annotated[bool, BeforeValidator(_as_truth)]
DayText: TypeAlias = Annotated[
    str,
    AfterValidator(
        _matching(
            f"^({_DAY})$", f"is not a day from {FIRST_DAY} to {LAST_DAY}, as 2026-11-15", parse_day
        )
    ),
    _text(f"^({_DAY})$", format="date"),
]
_MOMENT: Final = f"^({_DAY}|2200-01-01)T{_TIME}{_OFFSET}$"
MomentText: TypeAlias = Annotated[
    str,
    AfterValidator(
        _matching(_MOMENT, "is not a moment such as 2026-11-15T20:00:00Z", parse_moment)
    ),
    _text(_MOMENT, format="date-time"),
]
TableText: TypeAlias = Annotated[
    str,
    AfterValidator(
        _matching(TABLE, "is not a table's name: letters, digits and _, 1 to 32 of them")
    ),
    _text(TABLE),
]
_NO_NOUGHT: Final = r"^[^\x00]+$"
_PLAYER: Final = rf"[^\x00]{{1,{_MOST_NAME}}}"
_Player: TypeAlias = Annotated[
    str,
    AfterValidator(_matching(_PLAYER, f"is no player: a name has 1 to {_MOST_NAME} characters")),
    _text(_NO_NOUGHT, minLength=1, maxLength=_MOST_NAME),
]


def _piece(words: str) -> str:
    if len(words) > MOST_LETTERS:
        raise UnknownPiece(words)
    meant_by(words)
    return words


_Piece: TypeAlias = Annotated[
    str,
    AfterValidator(_piece),
    WithJsonSchema({"type": "string", "minLength": 1, "maxLength": MOST_LETTERS}),
]
_SEAT: Final = "^([1-9]|1[0-9]|2[0-4]|[Dd][Ee][Aa][Ll][Ee][Rr])$"
_Seat: TypeAlias = Annotated[
    str,
    AfterValidator(_matching(_SEAT, f"is no seat: 1 to {MOST_SEATS}, or `dealer`")),
    _text(_SEAT),
]
_DICE: Final = f"^{DICE}$"
_DiceText: TypeAlias = Annotated[
    str,
    AfterValidator(_matching(_DICE, NO_DICE)),
    _text(_DICE),
]
_CURSOR: Final = f"^({_DAY}|2200-01-01)T{_TIME}Z~[A-Za-z0-9_]{{1,32}}-[0-9]{{1,9}}-[0-9]{{1,9}}$"
_SECTION: Final = "^[a-z][a-z_]{0,63}$"
_HAND: Final = f"^{NOTATION}(,{NOTATION}){{0,{MOST_PIECES - 1}}}$"
_HANDS_SUCH: Final = " or ".join(one.example for one in OF_GAMES)
_PIECES_TOLD: Final = "; ".join(one.told for one in OF_GAMES)
_DICE_SUCH: Final = ", ".join(
    f"`{one.dice_example}`" for one in (game.views.search for game in LIBRARY.games) if one.dice
)
_POSITION: Final = "^[0-9]{1,15}$"

Day: TypeAlias = Annotated[DayText | None, Query(description="gaming day; today's if left out")]
Moment: TypeAlias = Annotated[MomentText | None, Query(description="RFC 3339 moment")]
AsOf: TypeAlias = Annotated[
    MomentText | None,
    Query(description="as it was known at this moment, RFC 3339 in recorded time"),
]
Table: TypeAlias = Annotated[TableText | None, Query(description="this table only")]
Position: TypeAlias = Annotated[_Position, Query()]
Seq: TypeAlias = Annotated[
    _Seq | None, Query(description="wait until the table is projected so far")
]
Hand: TypeAlias = Annotated[
    str,
    AfterValidator(_matching(_HAND, f"is no hand such as {_HANDS_SUCH}")),
    _text(_HAND),
    Query(description="the pieces of one hand, with commas between them"),
]
Limit: TypeAlias = Annotated[int, Query(ge=1, le=5000), _WHOLE]
RoundLimit: TypeAlias = Annotated[int, Query(ge=1, le=MOST_ROUNDS), _WHOLE]
Seat: TypeAlias = Annotated[_Seat | None, Query(description=f"1 to {MOST_SEATS}, or `dealer`")]
Player: TypeAlias = Annotated[_Player | None, Query()]
Pieces: TypeAlias = Annotated[
    list[_Piece] | None,
    Query(
        min_length=1,
        max_length=MOST_PIECES,
        description=f"{_PIECES_TOLD}; several: all in one hand",
    ),
]
Dice: TypeAlias = Annotated[_DiceText | None, Query(description=f"however they lay: {_DICE_SUCH}")]
Outcome: TypeAlias = Annotated[
    Annotated[str, AfterValidator(_one_of(OUTCOMES)), _names(OUTCOMES)] | None,
    Query(description="how a wager ended"),
]
Wager: TypeAlias = Annotated[
    Annotated[str, AfterValidator(_one_of(WAGERS)), _names(WAGERS)] | None,
    Query(description="a wager of this name"),
]
Amount: TypeAlias = Annotated[_Cents | None, Query(description="cents")]
NumberOfDice: TypeAlias = Annotated[
    _NumberOfDice | None, Query(description="totals of so many dice; left out: faces")
]
Game: TypeAlias = Annotated[
    Annotated[str, AfterValidator(_one_of(PLAYED)), _names(PLAYED)] | None,
    Query(description="what it is played with"),
]
State: TypeAlias = Annotated[
    Annotated[str, AfterValidator(_one_of(STATES)), _names(STATES)] | None,
    Query(description="how the round ended"),
]
CursorText: TypeAlias = Annotated[
    Annotated[
        str,
        AfterValidator(_matching(_CURSOR, "is none that an answer gave as `next`")),
        _text(_CURSOR),
    ]
    | None,
    Query(description="`next` of the page before"),
]
SectionName: TypeAlias = Annotated[
    Annotated[str, AfterValidator(_matching(_SECTION, "is no section")), _text(_SECTION)] | None,
    Query(description="of a CSV: this section; the report's first if left out"),
]
_REGULATIONS: Final = tuple(dict.fromkeys(one.name for one in LIBRARY.regulations))
Regulation: TypeAlias = Annotated[
    Annotated[str, AfterValidator(_one_of(_REGULATIONS)), _names(_REGULATIONS)] | None,
    Query(description=f"a regulation, such as {_REGULATIONS[1]}"),
]
Days: TypeAlias = Annotated[
    int, Query(ge=1, le=800, description="so many days, ending with the day"), _WHOLE
]
LastEventId: TypeAlias = Annotated[
    Annotated[str, AfterValidator(_matching(_POSITION, "is no position")), _text(_POSITION)] | None,
    Header(),
]
