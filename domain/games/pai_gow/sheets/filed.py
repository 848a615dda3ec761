"""What a submission files of the house way: hand by hand, beside what the named way would do."""

from fractions import Fraction

from domain.games.pai_gow.cards.row_counts import ALL_HANDS
from domain.games.pai_gow.elections.elections import Elections
from domain.games.pai_gow.elections.filed_way import (
    CardsException,
    CardsWay,
    TilesException,
    TilesWay,
)
from domain.games.pai_gow.layout.filed_way import filed_setting, way_named
from domain.games.pai_gow.layout.setting import Setting
from domain.games.pai_gow.odds import on_filed_hands as tiles
from domain.games.pai_gow.regulations import Regulation
from domain.games.pai_gow.tiles.game import TilesGame
from domain.games.pai_gow.wagers.names import MAIN
from domain.games.seam.sheet import Filed, FiledHand
from domain.refusals import Refused


def filed_of(elected: Elections, rules: Regulation, vigorish_percent: int) -> Filed | None:
    """None where nothing is filed, or nothing that the regulation takes."""
    way = elected.house_way
    if not isinstance(way, TilesWay | CardsWay) or not _permitted(elected, rules):
        return None
    own = rules.with_wheel(elected.wheel)
    name = way_named(way.model_dump())
    assert name is not None
    return Filed(
        way=name,
        wager=rules.catalogue[MAIN].said,
        base=way.base,
        rule=own.cites.house_way_exceptions,
        hands=[_hand(one, way.base, own, vigorish_percent) for one in way.exceptions],
        all_hands=tiles.ALL_HANDS if own.game.in_stacks else ALL_HANDS,
    )


def _permitted(elected: Elections, rules: Regulation) -> bool:
    try:
        rules.check_way(elected)
    except Refused:
        return False
    return True


def _hand(
    one: TilesException | CardsException, base: str, rules: Regulation, vigorish_percent: int
) -> FiledHand:
    hand, setting = tuple(one.hand), filed_setting(one.model_dump())
    otherwise = rules.game.house_settings(base, hand)[0]
    return FiledHand(
        hand=hand,
        high=setting.high,
        low=setting.low,
        otherwise=(otherwise.high, otherwise.low),
        dealt=tiles.times_dealt(hand) if rules.game.in_stacks else 1,
        adds=_adds(rules, setting, otherwise, vigorish_percent),
    )


def _adds(
    rules: Regulation, setting: Setting, otherwise: Setting, vigorish_percent: int
) -> Fraction | None:
    """None for cards: the hands that a seat may be dealt beside seven cards are too many."""
    game = rules.game
    if not isinstance(game, TilesGame):
        return None
    return tiles.added(game, setting, otherwise, vigorish_percent)
