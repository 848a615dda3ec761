"""What a refusal tells somebody who does not see hands in play.

The rules know all hands and all figures. A refusal that names them, or that hangs on them, would
answer questions that its sender may not ask: whether these pieces were dealt, who would win.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import msgspec

from domain.commands import Command
from domain.controls import (
    ALERT,
    CORRECTION,
    DAY_OPEN_EXCEPTION,
    DISPUTE,
    DUTIES_APART,
    EXCEPTION,
    HANDS_IN_PLAY,
    MEANINGS,
    VIGORISH_OWED,
)
from domain.game_library import LIBRARY
from domain.games.seam.masking import Validation
from domain.pieces import NOTATION
from domain.refusals import NotThisPlayer, Refused, UnlawfulSetting
from domain.unseen import MASK

_OF_GAMES: Final = tuple(game.views.masking for game in LIBRARY.games)
_VALIDATIONS: Final[dict[str, Validation]] = {
    command: one for game in _OF_GAMES for command, one in game.validations.items()
}
_VALIDATED: Final = {one.rule: one.reason for one in _VALIDATIONS.values()}
_ON_FIGURES: Final = {
    "owe_vigorish": VIGORISH_OWED,
    "acknowledge": EXCEPTION,
    "correct_entry": CORRECTION,
    "complain": DISPUTE,
    "hold_dispute": DISPUTE,
    "rule_dispute": DISPUTE,
    "close_day": DAY_OPEN_EXCEPTION,
    "acknowledge_alert": ALERT,
}
"""Commands of a list that are accepted or not by what the steps before them led to, and the rule
that they are refused by."""
_PIECE_FIELDS: Final = frozenset[str]().union(*(game.fields for game in _OF_GAMES))
_QUOTED: Final = re.compile(rf'"{NOTATION}"'.encode())
_IN_TEXT: Final = re.compile(rf"(?<![\w-]){NOTATION}(?![\w-])")


@dataclass(frozen=True, slots=True)
class Disclosed:
    """As much of a refusal as anybody may know."""

    rule: str
    reason: str
    index: int


def disclosed(
    commands: Sequence[Command],
    refusal: Refused,
    index: int,
    *,
    is_kept: bool = False,
    has_meter: bool = True,
) -> Disclosed:
    """Rule and place; the reason too where it tells nothing of hands or of undone steps.

    `is_kept`: it may come out of the store, which does not keep its class. Then it is masked by
    its command alone, so that it reads the same each time. `has_meter`: hands may be paid off a
    progressive meter at this table.
    """
    for at in range(index + 1):
        rule = _hinges_on(commands, at, has_meter=has_meter)
        if rule is not None and (at < index or is_kept or _tells(refusal, rule)):
            # The same, whether this step is refused or a later one: else the place would tell.
            return Disclosed(rule, _meaning(rule, commands), at)
    if index > 0:
        return Disclosed(refusal.rule, _meaning(refusal.rule, commands), index)
    validation = _VALIDATIONS.get(commands[0].command)
    if validation is not None and refusal.rule == validation.rule:
        return Disclosed(refusal.rule, validation.reason, index)
    return Disclosed(refusal.rule, refusal.reason, index)


def without_reason(told: Disclosed, commands: Sequence[Command]) -> Disclosed:
    """The same with the rule's own meaning, for who may not even know the figures."""
    return replace(told, reason=_meaning(told.rule, commands))


def _hinges_on(commands: Sequence[Command], at: int, *, has_meter: bool) -> str | None:
    """The rule, if whether this step is accepted tells of hands, or of what steps before it did."""
    command = commands[at]
    validation = _VALIDATIONS.get(command.command)
    if validation is not None:
        # Somebody must validate a payout off the meter: the refusal tells that there is one.
        return validation.rule if has_meter and len(commands) > 1 else None
    if any(game.tells_of_hands(command) for game in _OF_GAMES):
        return HANDS_IN_PLAY
    return _ON_FIGURES.get(command.command) if len(commands) > 1 else None


def _tells(refusal: Refused, rule: str) -> bool:
    if rule in _VALIDATED:
        return refusal.rule in (rule, DUTIES_APART)
    if rule != HANDS_IN_PLAY:
        return refusal.rule == rule
    return isinstance(refusal, NotThisPlayer | UnlawfulSetting) or refusal.rule == CORRECTION


def _meaning(rule: str, commands: Sequence[Command]) -> str:
    meaning = _VALIDATED.get(rule) or MEANINGS.get(rule, "this rule does not allow the command now")
    if len(commands) == 1:
        return meaning
    return f"{meaning}; nothing of the list was done, and what it would have led to is not told"


def mask_text(text: str) -> str:
    """Without the names of pieces."""
    return _IN_TEXT.sub(MASK, text)


def mask_command(value: bytes) -> bytes:
    """A command as it was sent, without its pieces; the very bytes where it names none."""
    try:
        content = msgspec.json.decode(value)
        shown = _without_pieces(content)
        return value if shown == content else msgspec.json.encode(shown)
    except (ValueError, RecursionError):  # no JSON, or nested too deeply
        return _QUOTED.sub(f'"{MASK}"'.encode(), value)


def _without_pieces(content: Any) -> Any:
    """A field may be misspelt: pieces in any list are masked, but for those that were filed."""
    if isinstance(content, list):
        return [MASK if _is_piece(one) else _without_pieces(one) for one in content]
    if not isinstance(content, dict):
        return content
    return {name: _shown(name, part) for name, part in content.items()}


def _shown(name: str, part: Any) -> Any:
    if name == "submission":
        return part
    return _masked(part) if name in _PIECE_FIELDS else _without_pieces(part)


def _is_piece(part: Any) -> bool:
    return isinstance(part, str) and _IN_TEXT.fullmatch(part) is not None


def _masked(part: Any) -> Any:
    if isinstance(part, list):
        return [_masked(one) for one in part]
    if isinstance(part, dict):
        return {name: _masked(one) for name, one in part.items()}
    return MASK if isinstance(part, str) else part
