"""The same search as a plain filter: every round looked at, by what the reader may see of it."""

from datetime import datetime
from itertools import combinations

from domain.game_library import played
from domain.games.pai_gow.cards.names import many
from domain.games.pai_gow.tiles.ranking import pair_name
from domain.unseen import MASK
from projections.rounds.row import RoundRow
from services.search.criteria import Criteria, Piece
from services.sight import mask_round


def matching(rows: list[RoundRow], asked: Criteria, *, sees_hidden: bool) -> list[str]:
    """Ids, newest first."""
    seen = [row if sees_hidden else mask_round(row) for row in rows]
    found = [row for row in seen if row.phase in ("closed", "voided") and matches(row, asked)]
    newest = sorted(found, key=lambda row: (moment(row.opened), row.round), reverse=True)
    return [row.round for row in newest]


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


def matches(row: RoundRow, asked: Criteria) -> bool:
    return of_the_round(row, asked) and of_a_wager_and_its_hand(row, asked)


def of_the_round(row: RoundRow, asked: Criteria) -> bool:
    assert row.ended is not None
    return (
        asked.table in (None, row.table)
        and asked.day in (None, row.day)
        and asked.game in (None, played(row.regulation))
        and (asked.dice is None or sorted(asked.dice) == sorted(row.dice or ()))
        and (asked.since is None or moment(row.ended) >= asked.since)
        and (asked.until is None or moment(row.opened) <= asked.until)
        and (asked.state is None or is_in(row, asked.state))
    )


def is_in(row: RoundRow, state: str) -> bool:
    disputes = {one.state for one in row.disputes}
    return {
        "closed": row.phase == "closed",
        "voided": row.phase == "voided",
        "corrected": bool(row.corrections),
        "disputed": bool(row.disputes),
        "unruled": bool(disputes & {"open", "held"}),
        "held": "held" in disputes,
        "upheld": "upheld" in disputes,
        "dismissed": "dismissed" in disputes,
    }[state]


def of_a_wager_and_its_hand(row: RoundRow, asked: Criteria) -> bool:
    if asked.seat == "dealer":
        return held_by(row, "dealer", asked.pieces)
    if not asked.of_a_wager and asked.seat is None:
        places = [*row.hands] if asked.pieces else ["nobody"]
        return any(held_by(row, place, asked.pieces) for place in places)
    return any(
        asked.seat in (None, seat)
        and asked.player in (None, player)
        and asked.wager in (None, wager)
        and asked.outcome in (None, outcome)
        and (not asked.by_amount or within(asked, amount) or within(asked, paid))
        and held_by(row, str(seat), asked.pieces)
        for seat, player, wager, outcome, amount, paid in wagers_of(row)
    )


def within(asked: Criteria, cents: int) -> bool:
    return cents > 0 and (asked.least or 0) <= cents <= (
        10**12 if asked.most is None else asked.most
    )


def wagers_of(row: RoundRow) -> list[tuple[int, str, str, str, int, int]]:
    told: list[tuple[int, str, str, str, int, int]] = [
        (w.seat, w.player, w.wager, w.outcome, w.amount, w.paid) for w in row.wagers
    ]
    if row.banker is None:
        return told
    net = row.bank.net if row.bank else 0
    ended = "win" if net > 0 else "lose" if net < 0 else "push"
    ended = "void" if row.phase == "voided" else ended
    return [*told, (row.banker.seat, row.banker.player, "bank", ended, 0, max(net, 0))]


def held_by(row: RoundRow, place: str, pieces: tuple[Piece, ...]) -> bool:
    hand = row.hands.get(place, ())
    return all(any(holds(hand, one) for one in piece.meant) for piece in pieces)


def holds(hand: tuple[str, ...], what: str) -> bool:
    """A piece itself, two tiles of that name, or so many cards of that rank."""
    if MASK in hand:
        return False
    if what in hand:
        return True
    if hand and "-" in hand[0]:
        return any(pair_name(two) == what for two in combinations(hand, 2))
    ranks = ["A" if card == "JK" else card[0] for card in hand]
    counts = {rank: ranks.count(rank) for rank in ranks}
    return any(
        what == f"{word} {many(rank)}"
        for rank, count in counts.items()
        for least, word in ((2, "pair of"), (3, "three"), (4, "four"))
        if count >= least
    )
