"""Sentences about a round, from the first wager to the house's hand."""

from typing import Final

import msgspec

from domain.account.phrases import (
    because,
    exceptional,
    limits_told,
    player_at,
    sentence,
    signed,
    spoken,
)
from domain.account.scene import Scene, Story
from domain.events import round as happened
from domain.games.pai_gow.account.phrases import (
    piece_named,
    place,
    setting_told,
    style_told,
    way_told,
)
from domain.games.pai_gow.account.told import (
    bank_in,
    house_named,
    round_in,
    rules_in,
    seats_dealt,
    terms_in,
)
from domain.games.pai_gow.layout.positions import DEAD, DEALER, count_to
from domain.games.pai_gow.layout.setting import Setting
from domain.games.pai_gow.messages import events as of_pai_gow
from domain.games.pai_gow.messages.events import BankCorrected, DealCorrected, SettingCorrected
from domain.games.pai_gow.regulations import Regulation
from domain.games.pai_gow.round.state import Round
from domain.money import dollars
from domain.unseen import is_unseen
from domain.wording import listed

_ENDS: Final = {"left": "the left end", "right": "the right end", "both": "both ends"}
_TURNS: Final = {1: "once around", 2: "twice around"}


def _opened(scene: Scene, event: happened.RoundOpened) -> list[str]:
    limits = limits_told(event.terms.limits)
    told = [sentence(f"round {event.round} is open for wagers: {limits}", event)]
    for one in event.retained:
        who, stake = player_at(one.seat, one.player), dollars(one.amount)
        told.append(
            f"The dice bonus wager of {who}, {stake}, still lies there: {_running(event.triples)}."
        )
    rules = rules_in(scene)
    assert rules is not None
    rule = rules.bank.rotation
    if event.offered:
        seats = ", then to ".join(player_at(one.seat, one.player) for one in event.offered)
        told.append(f"The bank is offered to {seats} [{rule}].")
    if event.dealer_keeps:
        told.append(
            f"The offer of the bank has come back to the dealer, who keeps this round [{rule}]."
        )
    return told


def _running(triples: int) -> str:
    return "one triple is running" if triples == 1 else f"{triples} triples are running"


def _bank_passed(_: Scene, event: of_pai_gow.BankPassed) -> list[str]:
    return [sentence(f"seat {event.seat} passes the bank", event)]


def _bank_accepted(_: Scene, event: of_pai_gow.BankAccepted) -> list[str]:
    shared = ", half with the casino" if event.co_bank else ""
    words = f"{player_at(event.seat, event.player)} banks the round{shared}"
    words += f", with {dollars(event.chips)} to cover the wagers"
    if event.dealer_wager:
        words += f"; the dealer wagers {dollars(event.dealer_wager)} against it"
    return [sentence(words, event)]


def _bank_corrected(_: Scene, event: BankCorrected) -> list[str]:
    was = player_at(event.was.seat, event.was.player)
    if event.seat is None:
        words = f"{was} did not take the bank, and nobody else has"
    elif event.seat == event.was.seat:
        words = f"{was} did not take the bank as it was told, and takes it anew"
    else:
        words = f"{was} did not take the bank: seat {event.seat} did"
    told = sentence(f"{words}: {because(event, event.reason, event.supervisor)}", event)
    return [told, "That is an exception, to be answered for."]


def _set_out(_: Scene, event: of_pai_gow.TilesSetOut) -> list[str]:
    return [sentence("nobody plays: the tiles lie face up in pairs", event)]


def _tiles_changed(_: Scene, event: of_pai_gow.TilesChanged) -> list[str]:
    words = "a fresh set of tiles comes to the table and is inspected"
    if not isinstance(event.reason, msgspec.UnsetType):
        words += f"; the other one goes: {spoken(event.reason)}"
    return [sentence(words, event), *signed(event.signed)]


def _cut(_: Scene, event: of_pai_gow.TilesCut) -> list[str]:
    if isinstance(event.stacks, int):
        moved = "one stack" if event.stacks == 1 else f"{event.stacks} stacks"
    else:
        places = listed(map(str, event.stacks))
        moved = f"stack {places}" if len(event.stacks) == 1 else f"stacks {places}"
    end = "an end" if isinstance(event.end, msgspec.UnsetType) else _ENDS[event.end]
    return [sentence(f"the bank cuts: {moved} moved to {end}", event)]


def _reshuffled(scene: Scene, event: of_pai_gow.TilesReshuffled) -> list[str]:
    words = f"the {piece_named(scene)}s are mixed again, and the wagers stand"
    return [sentence(f"{words}: {because(event, event.reason, event.supervisor)}", event)]


def _delivery(scene: Scene, event: of_pai_gow.DeliveryChosen) -> list[str]:
    words = f"{house_named(scene)} chooses the delivery: {style_told(event.style)}"
    return [sentence(words, event)]


def _bets_closed(scene: Scene, event: happened.BetsClosed) -> list[str]:
    words = 'the dealer announces "no more bets"'
    state = round_in(scene)
    if state is not None and state.offered and state.bank is None:
        words += "; nobody takes the bank, and the dealer keeps it"
    told = [sentence(words, event)]
    if isinstance(event.lit, tuple):
        seats = listed(map(str, event.lit)) or "no seat"
        told.append(
            f"Lit are the acceptors of {seats}, where the progressive wagers lie [19:47-11.14(c)1]."
        )
    elif isinstance(event.lights, int):
        lit = "light is" if event.lights == 1 else "lights are"
        told.append(
            f"By the count {event.lights} {lit} on, as many as progressive wagers [19:47-11.14(b)]."
        )
    return told


def _rolled(scene: Scene, event: happened.DiceRolled) -> list[str]:
    dice = listed(map(str, event.dice))
    words = f"{_shaking(scene, event)} {dice}, {event.total} in all"
    if event.running:
        words += f"; a triple, {event.running} running"
    told = [sentence(words, event)]
    if event.announced is not msgspec.UNSET and event.announced != event.total:
        told.append(f"The dealer announced {event.announced}; the deal goes by the dice.")
    if terms_in(scene).dragons_eye is not None:
        eye = event.dice[0]
        told.append(f"The dragon's eye die shows {eye}: the button goes to seat {eye}.")
    return told


def _shaking(scene: Scene, event: happened.DiceRolled) -> str:
    """Who shakes, and for whom where it is another's roll."""
    whose = _shaker(scene, event)
    if isinstance(event.shaken_by, msgspec.UnsetType):
        return f"{whose} shakes"
    return f"{place(event.shaken_by)} shakes for {whose.removesuffix(',')}:"


def _shaker(scene: Scene, event: happened.DiceRolled) -> str:
    """Whose roll it is, and by what right where it is not the dealer's."""
    assert event.shaker is not None
    if event.shaker == DEALER:
        return place(DEALER)
    if bank_in(scene) is not None:
        return f"{place(event.shaker)}, {house_named(scene)},"
    return f"{place(event.shaker)}, with the dragon's eye button and a dice bonus wager,"


def _announced(_: Scene, event: of_pai_gow.NumberAnnounced) -> list[str]:
    return [sentence(f"the generator shows {event.number}", event)]


def _dealt(scene: Scene, event: of_pai_gow.TilesDealt) -> list[str]:
    style = style_told(event.style)
    told = [
        *_counted(scene, event.start),
        sentence(f"{place(event.start)} gets the first stack, {style}", event),
    ]
    rules = rules_in(scene)
    ring = rules.game.ring if rules else ()
    unseen = [place(position) for position in ring if position not in event.hands]
    if unseen:
        rule = f" [{_dead_hand(scene, rules)}]" if rules else ""
        told.append(f"The tiles of {listed(unseen)} go unseen to {place(DEAD)}{rule}.")
    return told


def _dead_hand(scene: Scene, rules: Regulation) -> str:
    """The paragraph by which stacks that nobody plays join it."""
    if bank_in(scene) is not None:
        return rules.bank.dead_hand
    beside_bonus = terms_in(scene).triples_bonus
    return rules.cites.dead_hand_beside_bonus if beside_bonus else rules.cites.dead_hand


def _cards_dealt(scene: Scene, event: of_pai_gow.CardsDealt) -> list[str]:
    deck = f" of deck {spoken(event.deck)}" if event.deck else ""
    first = sentence(f"{place(event.start)} gets the first seven cards{deck}", event)
    hands = (f"{place(at)} is dealt {_cards(cards)}." for at, cards in event.hands.items())
    told = (f"{hand[:1].upper()}{hand[1:]}" for hand in hands)
    return [*_counted(scene, event.start), first, *told]


def _cards(cards: tuple[str, ...]) -> str:
    return f"{len(cards)} cards that are not shown" if is_unseen(cards) else " ".join(cards)


def _counted(scene: Scene, start: str) -> list[str]:
    """How the dice, or the generator's number, name the starting position, where they do."""
    state, rules = round_in(scene), rules_in(scene)
    if state is None or rules is None or state.counted_by is None:
        return []
    if _by_the_eye(state):
        assert rules.eye is not None
        named = f"The dragon's eye die names {place(start)} for the first stack"
        return [f"{named} [{rules.eye.start}]."]
    ring, total = rules.game.ring, state.counted_by
    if count_to(ring, state.house_position, total) != start:
        return []
    turns, steps = divmod(total - 1, len(ring))
    if not turns:
        way = f"{total} falls on {place(start)}"
    else:
        around = _TURNS.get(turns, f"{turns} times around")
        way = f"{total} is {around} ({turns * len(ring)}) and {steps + 1} more: {place(start)}"
    if state.bank is None:
        cites = rules.cites
        rule = cites.count_beside_bonus if state.terms.triples_bonus else cites.count
        return [f"Counted counterclockwise with the dealer as one, {way} [{rule}]."]
    one = f"{place(state.bank.seat)}, {house_named(scene)},"
    return [f"Counted counterclockwise with {one} as one, {way} [{rules.bank.start}]."]


def _by_the_eye(state: Round) -> bool:
    eye = state.terms.dragons_eye
    return eye is not None and eye.start == "eye" and state.bank is None


def _hand_set(scene: Scene, event: of_pai_gow.HandSet) -> list[str]:
    setting = setting_told(scene, Setting(event.high, event.low))
    if event.seat == DEALER:
        words = f"the dealer sets a hand of its own by the house way: {setting}"
        return [sentence(f"{words}{_excepted(scene, event)}", event)]
    words = f"{place(event.seat)} sets {setting}"
    if event.house_way:
        words += ", asking for the house way"
    return [sentence(f"{words}{_excepted(scene, event)}", event)]


def _excepted(scene: Scene, event: of_pai_gow.HandSet | of_pai_gow.HouseSet) -> str:
    """The setting told is the exception itself: it was filed for these very pieces."""
    rules = rules_in(scene)
    if event.by_exception is not True or rules is None:
        return ""
    return f", as an exception filed for this hand has it ({rules.cites.house_way_exceptions})"


def _house_set(scene: Scene, event: of_pai_gow.HouseSet) -> list[str]:
    setting = setting_told(scene, Setting(event.high, event.low))
    bank = bank_in(scene)
    if bank is None:
        words = f"{place(event.position)} sets {setting}"
    elif bank.co_bank:
        words = f"the dealer sets the hand of the co-bank, seat {bank.seat}: {setting}"
    else:
        words = f"the bank, seat {bank.seat}, sets {setting}"
    if event.way is not None:
        words += f", by the house way {way_told(event.way)}"
        terms = terms_in(scene)
        bound = bank is not None and not bank.co_bank and terms and terms.bank_house_way
        words += ", which binds the bank here" if bound else ""
    return [sentence(f"{words}{_excepted(scene, event)}", event)]


def _surrendered(scene: Scene, event: of_pai_gow.HandSurrendered) -> list[str]:
    pieces = f"{piece_named(scene)}s"
    return [sentence(f"seat {event.seat} surrenders; its {pieces} are collected unseen", event)]


def _abandoned(_: Scene, event: of_pai_gow.WagerAbandoned) -> list[str]:
    return [sentence(f"seat {event.seat} has left; its undecided wagers are lost", event)]


def _exposed(scene: Scene, event: of_pai_gow.TileExposed) -> list[str]:
    words = f"a {piece_named(scene)} of {place(event.position)} is exposed"
    if event.by == "player":
        words += " by a player"
    state = round_in(scene)
    if state is not None and event.position in seats_dealt(scene):
        may_choose = event.by != "player" and state.may_be_voided(int(event.position))
        words += "; its player may play the hand or void it" if may_choose else ""
        words += "" if may_choose else "; that changes nothing"
    return [sentence(words, event)]


def _hand_voided(_: Scene, event: of_pai_gow.HandVoided) -> list[str]:
    return [sentence(f"seat {event.seat} voids the exposed hand", event)]


def _played_on(_: Scene, event: of_pai_gow.HandPlayedOn) -> list[str]:
    return [sentence(f"seat {event.seat} plays the exposed hand", event)]


def _deal_corrected(scene: Scene, event: DealCorrected) -> list[str]:
    pieces = f"{piece_named(scene)}s"
    words = f"the {pieces} were not dealt so, and hands set on them are set again"
    told = sentence(f"{words}: {because(event, event.reason, event.supervisor)}", event)
    return [told, *exceptional(event)]


def _setting_corrected(scene: Scene, event: SettingCorrected) -> list[str]:
    whose = house_named(scene) if event.position == "house" else place(event.position)
    was = Setting(event.was_high, event.was_low)
    unseen = is_unseen(was.high + was.low)
    wrong = "set otherwise" if unseen else f"not set as {setting_told(scene, was)}"
    words = f"the hand of {whose} was {wrong}, and is set again"
    told = sentence(f"{words}: {because(event, event.reason, event.supervisor)}", event)
    return [told, *exceptional(event)]


ROUND_STORY: Final[Story] = {
    of_pai_gow.TilesSetOut: _set_out,
    of_pai_gow.TilesChanged: _tiles_changed,
    happened.RoundOpened: _opened,
    of_pai_gow.BankPassed: _bank_passed,
    of_pai_gow.BankAccepted: _bank_accepted,
    BankCorrected: _bank_corrected,
    happened.BetsClosed: _bets_closed,
    of_pai_gow.TilesCut: _cut,
    of_pai_gow.TilesReshuffled: _reshuffled,
    of_pai_gow.DeliveryChosen: _delivery,
    happened.DiceRolled: _rolled,
    of_pai_gow.NumberAnnounced: _announced,
    of_pai_gow.TilesDealt: _dealt,
    of_pai_gow.CardsDealt: _cards_dealt,
    of_pai_gow.HandSet: _hand_set,
    of_pai_gow.HouseSet: _house_set,
    of_pai_gow.HandSurrendered: _surrendered,
    of_pai_gow.WagerAbandoned: _abandoned,
    of_pai_gow.TileExposed: _exposed,
    of_pai_gow.HandVoided: _hand_voided,
    of_pai_gow.HandPlayedOn: _played_on,
    DealCorrected: _deal_corrected,
    SettingCorrected: _setting_corrected,
}
