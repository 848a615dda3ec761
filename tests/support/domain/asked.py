"""Commands as the tables send them, with as little said as a test needs."""

from typing import Any, Final, TypeAlias

Asked: TypeAlias = dict[str, Any]

RING: Final = ("dealer", "1", "2", "3", "4", "5", "6", "dead")
_TWICE: Final = ("6-6", "1-1", "4-4", "1-3", "5-5", "3-3", "2-2", "5-6", "4-6", "1-6", "1-5")
_ONCE: Final = ("3-6", "4-5", "2-6", "3-5", "2-5", "3-4", "2-4", "1-4", "2-3", "1-2")
TILES: Final = (*_TWICE, *_TWICE, *_ONCE)
NINE: Final = (1, 2, 6)
"""Dice that give the first stack to the dealer (19:47-10.6(c)1)."""


def ask(command: str, **fields: Any) -> Asked:
    return {"command": command, **fields}


def open_table(inventory: int | dict[str, int] = 1_000_000, **elections: Any) -> Asked:
    submission = {"regulation": "nj-pai-gow", **elections}
    return ask("open_table", table="PG01", submission=submission, inventory=inventory)


def open_round() -> Asked:
    return ask("open_round")


def place(seat: int, amount: int = 2500, **fields: Any) -> Asked:
    return ask("place_wager", seat=seat, wager="pai_gow", amount=amount, **fields)


def withdraw(seat: int) -> Asked:
    return ask("withdraw_wager", seat=seat, wager="pai_gow")


def no_more_bets() -> Asked:
    return ask("no_more_bets")


def roll(*dice: int, **fields: Any) -> Asked:
    return ask("roll", dice=list(dice or NINE), **fields)


def stacks(hands: dict[str, str]) -> list[list[str]]:
    """Eight stacks that give these hands where the first goes to the dealer; the rest is left."""
    told = {position: tiles.split() for position, tiles in hands.items()}
    rest = list(TILES)
    for tiles in told.values():
        for tile in tiles:
            rest.remove(tile)
    laid = []
    for position in RING:
        if position in told:
            laid.append(told[position])
        else:
            laid.append(rest[:4])
            del rest[:4]
    return laid


def deal(dealer: str, seats: dict[int, str] | None = None, **fields: str) -> Asked:
    """The dealer's four tiles and those of some seats, for dice that total nine."""
    hands = {"dealer": dealer, **{str(seat): tiles for seat, tiles in (seats or {}).items()}}
    return ask("deal", stacks=stacks(hands), **fields)


def set_hand(seat: int | str, high: str | None = None, low: str | None = None) -> Asked:
    return _setting(ask("set_hand", seat=seat), high, low)


def set_house(high: str | None = None, low: str | None = None) -> Asked:
    return _setting(ask("set_house"), high, low)


def _setting(asked: Asked, high: str | None, low: str | None) -> Asked:
    if high is None or low is None:
        return asked
    return {**asked, "high": high.split(), "low": low.split()}


def surrender(seat: int) -> Asked:
    return ask("surrender", seat=seat)


def expose(position: int | str, **fields: str) -> Asked:
    return ask("expose", position=position, **fields)


def void_hand(seat: int) -> Asked:
    return ask("void_hand", seat=seat)


def play_on(seat: int) -> Asked:
    return ask("play_on", seat=seat)


def void_round(reason: str = "the lights went out", supervisor: str = "fp1") -> Asked:
    return ask("void_round", reason=reason, supervisor=supervisor)


def reshuffle(reason: str = "a tile was turned over", supervisor: str = "fp1") -> Asked:
    return ask("reshuffle", reason=reason, supervisor=supervisor)


def return_wager(seat: int, wager: str = "dice_bonus") -> Asked:
    return ask("return_wager", seat=seat, wager=wager, reason="the table closes", supervisor="fp1")


def misdeal(
    reason: str = "stack to the wrong seat", announced: int = 10, supervisor: str = "fp1"
) -> Asked:
    """By a total that was called out for dice that come to another one."""
    return ask("misdeal", reason=reason, announced=announced, supervisor=supervisor)


def settle() -> Asked:
    return ask("settle")


def close_table(inventory: int = 1_000_000) -> Asked:
    return ask("close_table", inventory=inventory)


def buy_in(seat: int = 1, amount: int = 10_000, **fields: Any) -> Asked:
    return ask("buy_in", seat=seat, amount=amount, **fields)


def fill(slip: str, amount: int = 50_000, **fields: Any) -> Asked:
    return ask("fill", slip=slip, amount=amount, **fields)


def credit(slip: str, amount: int = 50_000, **fields: Any) -> Asked:
    return ask("credit", slip=slip, amount=amount, **fields)


def count_drop(**fields: Any) -> Asked:
    return ask("count_drop", **(fields or {"amount": 10_000}))


def up_to_the_deal(dealer: str, hands: dict[int, str], **wager: Any) -> list[Asked]:
    """One round with a wager on each of these seats, dealt; a hand is written high / low."""
    wagers = [place(seat, **wager) for seat in hands]
    tiles = {seat: hand.replace("/", "") for seat, hand in hands.items()}
    return [open_round(), *wagers, no_more_bets(), roll(), deal(dealer, tiles)]


def up_to_the_house(dealer: str, hands: dict[int, str], **wager: Any) -> list[Asked]:
    """As above, with every seat's hand set as written, and the house's by its way."""
    settings = [set_hand(seat, *hand.split("/")) for seat, hand in hands.items()]
    return [*up_to_the_deal(dealer, hands, **wager), *settings, set_house()]
