"""What of the game's own state a sentence about pai gow needs; a story may lack all of it."""

from domain.account.scene import Scene
from domain.games.pai_gow.elections.terms import Terms, own_terms
from domain.games.pai_gow.layout.positions import SEATS
from domain.games.pai_gow.layout.setting import Setting
from domain.games.pai_gow.regulations import Regulation, regulation_for
from domain.games.pai_gow.round.state import Bank, Round, game_at
from domain.games.pai_gow.wagers.record import PaiGowWager
from domain.terms import Terms as AnyTerms


def round_in(scene: Scene) -> Round | None:
    return game_at(scene.table).round


def rules_in(scene: Scene) -> Regulation | None:
    """Those of the round, else of the session."""
    state = round_in(scene)
    if state is not None:
        return regulation_for(state.regulation, state.terms.wheel)
    known = scene.table.regulation
    return regulation_for(known) if known else None


def terms_in(scene: Scene) -> Terms:
    state = round_in(scene)
    return own_terms(AnyTerms()) if state is None else state.terms


def bank_in(scene: Scene) -> Bank | None:
    state = round_in(scene)
    return None if state is None else state.bank


def hands_in(scene: Scene) -> dict[str, tuple[str, ...]]:
    state = round_in(scene)
    return {} if state is None else state.hands


def setting_at(scene: Scene, position: int | str) -> Setting | None:
    """How a seat has set its hand, or the dealer one of its own."""
    state = round_in(scene)
    if state is None:
        return None
    return state.settings.get(position) if isinstance(position, int) else state.dealer


def seats_dealt(scene: Scene) -> frozenset[str]:
    """Those that were dealt a hand of their own, the bank's aside."""
    bank = bank_in(scene)
    banked = set() if bank is None else {str(bank.seat)}
    return frozenset(map(str, SEATS)).intersection(hands_in(scene)) - banked


def wager_in(scene: Scene, name: str) -> PaiGowWager:
    wager = scene.wager(name)
    assert isinstance(wager, PaiGowWager), f"`{name}` is no wager of pai gow"
    return wager


def house_named(scene: Scene) -> str:
    """Whose hand the seats are compared with."""
    bank = bank_in(scene)
    if bank is None:
        return "the dealer"
    return "the co-bank" if bank.co_bank else "the bank"
