"""Whether exceptions to the house way may be filed (19:47-10.7(e), 11.9; MD 8.D(3))."""

from domain.games.pai_gow.elections.filed_way import (
    CardsException,
    CardsWay,
    TilesException,
    TilesWay,
)
from domain.games.pai_gow.layout.filed_way import filed_setting
from domain.games.pai_gow.layout.pieces import Pieces
from domain.games.pai_gow.layout.setting import Setting
from domain.games.pai_gow.tiles.house_way import bound_by, plays_seven_or_more
from domain.refusals import NotOffered


def check_exceptions(
    way: TilesWay | CardsWay, game: Pieces, rule: str, *, only_open_choices: bool
) -> None:
    """Each is a lawful setting of its own hand, no hand is named twice, and the text permits it."""
    if isinstance(way, TilesWay) != game.in_stacks:
        shape = "four `tiles` and the two played `high`"
        if not game.in_stacks:
            shape = "seven `cards` and the two played `low`"
        raise NotOffered(rule, f"the game is played with {game.piece}s: an exception names {shape}")
    before: list[str] | None = None
    # They stand in order, so a hand that is named twice stands beside itself.
    for one in way.exceptions:
        told = " ".join(one.hand)
        if one.hand == before:
            raise NotOffered(rule, f"the hand {told} is named twice: file one setting of it")
        before = one.hand
        setting = filed_setting(one.model_dump())
        wrong = _unlawful(one, setting, game)
        if wrong is None and only_open_choices:
            wrong = _not_open(setting)
        if wrong is not None:
            raise NotOffered(rule, f"the exception for {told}: {wrong}")


def _unlawful(one: TilesException | CardsException, setting: Setting, game: Pieces) -> str | None:
    if not setting.uses(tuple(one.hand)):
        return f"{' '.join(one.named)} is not in that hand; name two of its own {game.piece}s"
    if not game.in_order(setting):
        high, low = game.name(setting.high), game.name(setting.low)
        return f"the high hand ({high}) ranks below the low hand ({low}); file a lawful setting"
    return None


def _not_open(setting: Setting) -> str | None:
    """Maryland leaves a choice between tiles that make 9, 8 or 7, and no other."""
    bound = bound_by((*setting.high, *setting.low))
    if bound is not None:
        return f"it has {bound}; leave it to the house way"
    if not plays_seven_or_more(setting):
        return "it plays no two tiles together that make 9, 8 or 7; file a setting that does"
    return None
