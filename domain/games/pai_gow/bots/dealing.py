"""The dice, the deal and the settings, some of them keyed in wrong and put right at once."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from domain.games.pai_gow.bots.chances import (
    DEAL_MISTOLD,
    GENERATOR_DOWN,
    LETS_DEALER_SHAKE,
    ROLL_MISREAD,
    SETS_CARELESSLY,
    SETTING_MISKEYED,
    TOTAL_MISCALLED,
    WAGER_MISKEYED,
)
from domain.games.pai_gow.bots.guests import Skill
from domain.games.pai_gow.bots.mishaps import false_rolls
from domain.games.pai_gow.cards.deck import DECK
from domain.games.pai_gow.cards.house_way import lawful
from domain.games.pai_gow.cards.ranking import PokerHand
from domain.games.pai_gow.cards.ranking import rank as rank_cards
from domain.games.pai_gow.layout.positions import DEALER
from domain.games.pai_gow.layout.setting import Setting
from domain.games.pai_gow.regulations import Regulation, regulation_for
from domain.games.pai_gow.round.misdeal import asks_for_start
from domain.games.pai_gow.round.start import pointed_to, start_of
from domain.games.pai_gow.round.state import Round, game_at, round_at
from domain.games.pai_gow.tiles.house_way import pair_of, splits
from domain.games.pai_gow.tiles.ranking import rank
from domain.games.pai_gow.tiles.tile_set import FULL_SET
from domain.games.seam.bots import DIE_MISREAD, PlayedTable, Told
from domain.games.seam.guests import Luck, happens

HIGHEST_NUMBER: Final = 8
"""The generator shows one number for each position."""
_FACES: Final = range(1, 7)
_LEAST_TOTAL: Final = 3
_DEALT_BY: Final = 9
"""Of the wrong totals, the one that nobody notices in time."""
_STACK: Final = 4
_SEVEN: Final = 7
_WAY: Final = "basic"
_HOPELESS_VALUE: Final = 5
_ONE_OFF: Final = "the pieces were keyed in one position off"
_OTHERWISE: Final = "the hands were keyed in as they did not lie"


def first_stack(table: PlayedTable, luck: Luck) -> Iterator[Told]:
    """Who is dealt to first: by the generator where one serves, else by the dice."""
    state = game_at(table.state).round
    assert state is not None
    serves = state.terms.generator and state.bank is None
    if serves and not happens(luck, GENERATOR_DOWN):
        yield table.tell("announce_number", number=luck.randint(1, HIGHEST_NUMBER))
        return
    yield from false_rolls(table, luck)
    dice = shaken(luck)
    entitled = game_at(table.state).shaker()
    if entitled == "dealer":
        yield from tell_roll(table, dice)
    else:
        # Whoever has the button may let the dealer shake; a bank shakes itself.
        lets = happens(luck, LETS_DEALER_SHAKE) and state.bank is None
        shaker = "dealer" if lets else entitled
        yield from tell_roll(table, dice, shaker=shaker)


def shaken(luck: Luck) -> list[int]:
    """Three fair dice."""
    return [luck.randint(1, 6) for _ in range(3)]


def stacks_of(luck: Luck) -> list[list[str]]:
    """Eight stacks of a shuffled set of tiles."""
    tiles = list(FULL_SET)
    luck.shuffle(tiles)
    return [tiles[first : first + _STACK] for first in range(0, len(tiles), _STACK)]


def dealt_cards(state: Round, luck: Luck) -> dict[str, list[str]]:
    """To the seats with a wager that needs cards, the bank and the dealer."""
    seats = {wager.seat for wager in state.wagers}
    if state.bank is not None:
        seats.add(state.bank.seat)
    return seven_each(seats, luck)


def seven_each(seats: Iterable[int], luck: Luck) -> dict[str, list[str]]:
    """Hands of a shuffled deck to the dealer and these seats."""
    deck = list(DECK)
    luck.shuffle(deck)
    places = [DEALER, *map(str, sorted(seats))]
    return {place: deck[_SEVEN * at : _SEVEN * (at + 1)] for at, place in enumerate(places)}


def chosen_setting(state: Round, seat: int, skill: Skill, luck: Luck) -> Setting | None:
    """The setting a player tells; none where the dealer is asked for the house way."""
    if skill == "asks":
        return None
    hand = state.hands[str(seat)]
    game = regulation_for(state.regulation, state.terms.wheel).game
    if skill == "careless" and happens(luck, SETS_CARELESSLY):
        return luck.choice(lawful_settings(state, hand))
    return game.house_settings(_WAY, hand)[0]


def lawful_settings(state: Round, hand: tuple[str, ...]) -> list[Setting]:
    if regulation_for(state.regulation).game.in_stacks:
        return splits(hand)
    return lawful(hand, "lowest" if state.terms.wheel == "lowest" else "second")


def is_hopeless(setting: Setting, rules: Regulation) -> bool:
    """Nobody shows such a hand with pride."""
    if not rules.game.in_stacks:
        return rank_cards(setting.high, "second").hand is PokerHand.NOTHING
    high = rank(pair_of(setting.high))
    return not high.is_pair and high.value <= _HOPELESS_VALUE


def miskeyed_wager(table: PlayedTable, amount: int, low: int, high: int) -> int | None:
    """Another amount that could be a wager here; mostly none is keyed in."""
    if not happens(table.beside, WAGER_MISKEYED):
        return None
    if amount > low:
        return low
    # More than was meant might be more than a bank covers.
    return 2 * amount if round_at(table.state).bank is None and 2 * amount <= high else None


def tell_roll(table: PlayedTable, dice: list[int], **fields: Any) -> Iterator[Told]:
    wrong = _misread(table, dice)
    if wrong is None and happens(table.beside, TOTAL_MISCALLED):
        fields["announced"] = sum(dice) - 1 if sum(dice) > _LEAST_TOTAL else sum(dice) + 1
    yield table.tell("roll", dice=wrong or dice, **fields)
    if wrong is not None:
        yield table.corrected("correct_roll", DIE_MISREAD, dice=dice)


def _misread(table: PlayedTable, dice: list[int]) -> list[int] | None:
    """One die as it did not fall. No triple: such a roll might end the round before it is seen."""
    luck = table.beside
    if not happens(luck, ROLL_MISREAD) or not round_at(table.state).playing():
        return None
    die = luck.randrange(len(dice))
    face = luck.choice([face for face in _FACES if face != dice[die]])
    wrong = [*dice[:die], face, *dice[die + 1 :]]
    return wrong if len(set(wrong)) > 1 else None


def tell_stacks(table: PlayedTable, stacks: list[list[str]]) -> Iterator[Told]:
    yield from _tell_deal(table, {"stacks": stacks}, {"stacks": [*stacks[1:], stacks[0]]})


def tell_cards(table: PlayedTable, hands: dict[str, list[str]]) -> Iterator[Told]:
    first, *rest = hands.values()
    wrong = dict(zip(hands, (*rest, first), strict=True))
    yield from _tell_deal(table, {"hands": hands}, {"hands": wrong})


def _tell_deal(table: PlayedTable, right: dict[str, Any], wrong: dict[str, Any]) -> Iterator[Told]:
    """After a wrong total with the position that got the first stack, which voids the round where
    the dealer went by that total."""
    state = round_at(table.state)
    rules = regulation_for(state.regulation, state.terms.wheel)
    start = {"start": start_of(state, rules)} if asks_for_start(state, rules) else {}
    if start and state.announced == _DEALT_BY:
        assert state.announced is not None
        yield table.tell("deal", **right, start=pointed_to(state, state.announced, rules))
    elif happens(table.beside, DEAL_MISTOLD):
        yield table.tell("deal", **wrong, **start)
        yield table.corrected("correct_deal", _ONE_OFF, **right)
    else:
        yield table.tell("deal", **right, **start)


def tell_hand(table: PlayedTable, seat: int, setting: Setting | None) -> Iterator[Told]:
    wrong = _missed(table, seat, setting) if happens(table.beside, SETTING_MISKEYED) else None
    yield table.tell("set_hand", seat=seat, **as_told(wrong or setting))
    if wrong is not None:
        yield table.corrected("correct_setting", _OTHERWISE, seat=seat, **as_told(setting))


def as_told(setting: Setting | None) -> dict[str, list[str]]:
    """Nothing where the dealer is asked for the house way."""
    return {} if setting is None else {"high": list(setting.high), "low": list(setting.low)}


def _missed(table: PlayedTable, seat: int, setting: Setting | None) -> Setting | None:
    """Another setting that the same pieces could lie in."""
    state = round_at(table.state)
    hand = state.hands[str(seat)]
    game = regulation_for(state.regulation, state.terms.wheel).game
    right = setting or game.house_settings(state.terms.house_way, hand)[0]
    others = [one for one in lawful_settings(state, hand) if not one.same_as(right)]
    return table.beside.choice(others) if others else None
