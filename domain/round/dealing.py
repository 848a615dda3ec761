"""The deal, and what only a bank may ask for before it."""

from domain.commands.round import ChooseDelivery, Cut, Deal
from domain.events import Event
from domain.events.envelope import Stamp
from domain.events.round import TilesDealt
from domain.positions import DEALER, count_to
from domain.refusals import NotOffered
from domain.round.turn import open_round_of, require_phase
from domain.table.state import Table


def deal(table: Table, command: Deal, _: Stamp) -> list[Event]:
    state, rules = open_round_of(table)
    require_phase(state, "rolled", rules.cites.deal, "the deal")
    if command.stacks is None:
        raise NotOffered(rules.cites.deal, f"{rules.name} is dealt in stacks of tiles, not cards")
    assert state.dice is not None
    start = count_to(rules.game.ring, DEALER, sum(state.dice))
    playing = {str(wager.seat) for wager in state.playing()}
    return [
        TilesDealt(
            rule=rules.cites.deal,
            start=start,
            style="house_way_from_right",
            hands=rules.game.deliver(command.stacks, start, playing),
        )
    ]


def cut(table: Table, _: Cut, __: Stamp) -> list[Event]:
    rules = open_round_of(table)[1]
    raise NotOffered(rules.cites.cut, "only a bank may cut the tiles, and no player banks")


def choose_delivery(table: Table, _: ChooseDelivery, __: Stamp) -> list[Event]:
    rules = open_round_of(table)[1]
    raise NotOffered(rules.cites.delivery, "only a bank chooses the delivery, and no player banks")
