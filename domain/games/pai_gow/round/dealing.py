"""The bank's cut, the style of delivery, and the deal."""

import msgspec

from domain.events import Event
from domain.events.envelope import Stamp
from domain.games.pai_gow.cards.game import CARD_RING
from domain.games.pai_gow.layout.positions import DEALER
from domain.games.pai_gow.messages.commands import ChooseDelivery, Cut, Deal, Dealt
from domain.games.pai_gow.messages.events import CardsDealt, DeliveryChosen, TilesCut, TilesDealt
from domain.games.pai_gow.regulations import Regulation
from domain.games.pai_gow.round.age import refuse_old_at_deal
from domain.games.pai_gow.round.decks import check_deck
from domain.games.pai_gow.round.misdeal import first_dealt_to, void_if_misdealt
from domain.games.pai_gow.round.play import Play
from domain.games.pai_gow.round.start import named_by_eye
from domain.games.pai_gow.round.state import Round
from domain.games.pai_gow.round.turn import open_round_of, require_phase
from domain.games.pai_gow.tiles.dealing import deliver
from domain.games.pai_gow.tiles.delivery import STYLES
from domain.games.pai_gow.wagers.names import PROGRESSIVE
from domain.refusals import NotOffered, WrongMoment


def cut(play: Play, command: Cut, _: Stamp) -> list[Event]:
    """The bank may cut once, before the dice; stacks that are named lie side by side."""
    state, rules = open_round_of(play)
    rule = rules.bank.cut
    if not rules.game.in_stacks:
        raise NotOffered(rule, f"{rules.name} knows no cut of stacks")
    if state.bank is None:
        raise NotOffered(rule, "only a bank may cut the tiles, and no player banks")
    if state.phase not in ("betting", "no_more_bets"):
        raise WrongMoment(rule, f"the tiles are cut before the dice; round {state.id} is past that")
    if state.was_cut:
        raise WrongMoment(rule, f"the tiles are cut once, and were cut in round {state.id}")
    if is_delivery_indicated(state, rules):
        reason = (
            f"the tiles are cut before their delivery is indicated; in round {state.id}"
            f" {_indicated(state)}"
        )
        raise WrongMoment(rule, reason)
    end = msgspec.UNSET if command.end is None else command.end
    if isinstance(command.stacks, int):
        _refuse_one_to_both(command, command.stacks, rule)
        return [TilesCut(rule=rule, stacks=command.stacks, end=end)]
    places = sorted(command.stacks)
    if places != list(range(places[0], places[0] + len(places))):
        raise NotOffered(rule, f"stacks {places} do not lie side by side")
    _refuse_one_to_both(command, len(places), rule)
    return [TilesCut(rule=rule, stacks=tuple(command.stacks), end=end)]


def is_delivery_indicated(state: Round, rules: Regulation) -> bool:
    """A style was chosen; or the shaker was shaken, before which the dealer indicates one."""
    return rules.reading.cut_before_delivery and (state.style is not None or state.shaken)


def _indicated(state: Round) -> str:
    """What shows it."""
    if state.style is not None:
        return f"`{state.style}` was chosen"
    return f"the shaker has been shaken, and `{STYLES[0]}` stands"


def _refuse_one_to_both(command: Cut, moved: int, rule: str) -> None:
    """At least one stack goes to each end (10.8(g)2; MD 9.G(3)(b))."""
    if command.end == "both" and moved == 1:
        reason = "one stack is moved, and cannot go to both ends: tell `left` or `right`"
        raise NotOffered(rule, reason)


def choose_delivery(play: Play, command: ChooseDelivery, _: Stamp) -> list[Event]:
    """By the bank; by the dealer in a round without one, where the submission says so."""
    state, rules = open_round_of(play)
    if not rules.game.in_stacks:
        raise NotOffered(rules.bank.delivery, f"{rules.name} knows no styles of delivery")
    if state.bank is None and not state.terms.dealer_delivery:
        reason = "only a bank chooses the delivery, and no player banks"
        raise NotOffered(rules.cites.delivery, reason)
    rule = rules.cites.delivery if state.bank is None else rules.bank.delivery
    require_phase(state, "no_more_bets", rule, "the choice of a delivery")
    if is_delivery_indicated(state, rules):
        reason = f"a style is chosen once, before the shaker is shaken; in round {state.id}"
        raise WrongMoment(rule, f"{reason} {_indicated(state)}")
    styles = state.terms.delivery_styles
    if styles is not None and command.style not in styles:
        offered = ", ".join(styles)
        raise NotOffered(rule, f"`{command.style}` is not offered at this table; {offered} are")
    return [DeliveryChosen(rule=_of_style(state, command.style, rules, rule), style=command.style)]


def _of_style(state: Round, style: str | None, rules: Regulation, rule: str) -> str:
    """The style's own paragraph, where the dealer chose it."""
    if style is None or state.bank is not None or not rules.reading.style_cited_by_number:
        return rule
    return rules.styles.get(style, rule)


def deal(play: Play, command: Deal, stamp: Stamp) -> list[Event]:
    state, rules = open_round_of(play)
    require_phase(state, "rolled", _rule(state, rules), "the deal")
    refuse_old_at_deal(play, stamp)
    start = first_dealt_to(state, command, rules, _rule(state, rules))
    told = command.start is not None
    dealt = told_hands(state, command, rules, start, is_start_told=told)
    if isinstance(dealt, CardsDealt):
        check_deck(play, command.deck, stamp)
    return void_if_misdealt(state, dealt, rules)


def told_hands(
    state: Round, command: Dealt, rules: Regulation, start: str, *, is_start_told: bool
) -> TilesDealt | CardsDealt:
    """Every hand by its position: tiles from their stacks, cards as the command has them."""
    rule, start_told = _rule(state, rules), is_start_told or msgspec.UNSET
    if not rules.game.in_stacks:
        if command.hands is None:
            raise NotOffered(rule, f"{rules.name} is dealt in cards, seven by position")
        return CardsDealt(
            rule=rule,
            start=start,
            hands=_by_position(state, command.hands, rule),
            # A correction that names no deck leaves it as it was.
            deck=command.deck or state.deck or msgspec.UNSET,
            start_told=start_told,
        )
    if command.stacks is None:
        raise NotOffered(rule, f"{rules.name} is dealt in stacks of tiles, not cards")
    style = state.style or STYLES[0]
    hands = deliver(command.stacks, style, start, places_kept(state))
    return TilesDealt(rule=rule, start=start, style=style, hands=hands, start_told=start_told)


def _by_position(state: Round, told: dict[str, list[str]], rule: str) -> dict[str, tuple[str, ...]]:
    """The hands of those who play; the dealer's may be named where it does not, and is left out."""
    kept = places_kept(state) | _on_the_meter(state)
    if lacking := sorted(set(places_told(state)) - told.keys()):
        raise NotOffered(rule, f"no cards are told for {', '.join(lacking)}")
    if surplus := sorted(told.keys() - kept - {DEALER}):
        raise NotOffered(rule, f"nobody plays at {', '.join(surplus)}, but cards are told for it")
    return {place: tuple(told[place]) for place in CARD_RING if place in kept & told.keys()}


def places_told(state: Round) -> tuple[str, ...]:
    """The places whose cards must be told, as they lie around the table."""
    needed = (places_kept(state) | _on_the_meter(state)) - _needless(state)
    return tuple(place for place in CARD_RING if place in needed)


def _on_the_meter(state: Round) -> set[str]:
    return {str(one.seat) for one in state.wagers if one.wager == PROGRESSIVE}


def _needless(state: Round) -> set[str]:
    """With no wager left on the hands the house needs none."""
    return set() if state.playing() or state.dealer_plays else {state.house_position}


def _rule(state: Round, rules: Regulation) -> str:
    if state.bank is not None:
        return rules.bank.deal
    if named_by_eye(state):
        assert rules.eye is not None
        return rules.eye.start
    if state.terms.dragons_eye is not None and rules.eye is not None and rules.eye.counted:
        return rules.eye.counted
    rule = rules.cites.deal_beside_bonus if state.terms.triples_bonus else rules.cites.deal
    return _of_style(state, state.style, rules, rule)


def places_kept(state: Round) -> set[str]:
    """Positions that play: seats with a wager on the hands, the house, and the dealer's own."""
    kept = {str(wager.seat) for wager in state.playing()} | {state.house_position}
    return kept | {DEALER} if state.dealer_plays else kept
