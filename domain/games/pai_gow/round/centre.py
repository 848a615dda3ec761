"""The centre of the layout, while a player banks: what fills it, and who gets the rest.

Chips in the centre are posted against `patrons`; what the tray puts in or takes out is won or lost
by the table. So the centre and the patrons' account are even at the end of every round.
"""

from collections import Counter

from domain.events.round import BankSettled, DealerWagerSettled, Outcome
from domain.games.pai_gow.regulations import Regulation
from domain.games.pai_gow.round.state import Round
from domain.games.pai_gow.wagers.vigorish import takes_vigorish
from domain.money import transfer, vigorish_on


def dealer_settled(state: Round, outcome: Outcome, rule: str) -> DealerWagerSettled:
    """The dealer's own wager: to the centre when lost, paid from it when won."""
    assert state.bank is not None
    moved = {"win": 1, "lose": -1}.get(outcome, 0) * state.bank.dealer_wager
    return DealerWagerSettled(
        rule=rule,
        amount=state.bank.dealer_wager,
        outcome=outcome,
        entries=_between_tray_and_centre(moved),
    )


def settle_bank(
    state: Round, surplus: int, rules: Regulation, *, void: bool = False
) -> BankSettled:
    """The bank makes up a shortfall or keeps a surplus, less vigorish; a co-bank carries half.

    In a void round nothing was won, so no vigorish is taken.
    """
    bank = state.bank
    assert bank is not None
    casino = _casino_share(surplus) if bank.co_bank else 0
    share = surplus - casino
    vigorish = 0
    free = void and rules.reading.void_without_vigorish
    if share > 0 and takes_vigorish(state.terms) and not free:
        vigorish = vigorish_on(share, state.terms.vigorish)
    entries = Counter(transfer(share, to="patrons", source="bank"))
    entries.update(_between_tray_and_centre(casino))
    entries.update(transfer(vigorish, to="tray", source="vigorish"))
    return BankSettled(
        rule=rules.bank.co_settle if bank.co_bank else rules.bank.settle,
        seat=bank.seat,
        player=bank.player,
        co_bank=bank.co_bank,
        surplus=surplus,
        bank_share=share,
        casino_share=casino,
        vigorish=vigorish,
        net=share - vigorish,
        entries={account: cents for account, cents in entries.items() if cents},
    )


def _casino_share(surplus: int) -> int:
    """Half; an odd cent is in the bank's favour, of a surplus as of a shortfall."""
    return surplus // 2


def _between_tray_and_centre(to_tray: int) -> dict[str, int]:
    """What the tray takes out of the centre, or below zero puts in, the table wins or loses."""
    if not to_tray:
        return {}
    return {"tray": to_tray, "win": -to_tray, "bank": -to_tray, "patrons": to_tray}
