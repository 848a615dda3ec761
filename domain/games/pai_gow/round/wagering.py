"""Which wagers may be made: by whom, where, beside what, and how much."""

from domain.commands.round import PlaceWager
from domain.games.pai_gow.regulations import Regulation
from domain.games.pai_gow.round.play import Play
from domain.games.pai_gow.round.state import Round, Streak, Wager
from domain.games.pai_gow.wagers.names import DICE_BONUS, MAIN
from domain.games.pai_gow.wagers.on_dice import TRIPLES
from domain.money import MOST_CENTS, MOST_WON
from domain.refusals import BeyondLimit, NotOffered, NotThisPlayer, WrongMoment


def refuse_not_offered(state: Round, wager: str, rules: Regulation) -> None:
    if not rules.offers(wager, state.terms):
        reason = f"the wager `{wager}` is not offered at this table"
        raise NotOffered(rules.where_offered(wager), reason)


def refuse_coupon(command: PlaceWager, rules: Regulation) -> None:
    if command.coupon and not rules.coupons:
        raise NotOffered(rules.cites.coupon, f"{rules.name} takes no match play coupons")
    if command.coupon and not rules.catalogue[command.wager].coupon:
        reason = f"a {command.wager} wager takes no match play coupon"
        raise NotOffered(rules.where_offered(command.wager), reason)


def player_of(state: Round, command: PlaceWager, rules: Regulation) -> str:
    """Who wagers; one player, one area, or two adjacent ones where that is elected."""
    bank = state.bank
    here = next((one.player for one in state.wagers if one.seat == command.seat), None)
    if bank is not None and bank.seat == command.seat:
        here = bank.player
    player = command.player or here or f"seat-{command.seat}"
    if here is not None and here != player:
        raise NotThisPlayer(rules.cites.seated, f"seat {command.seat} is {here}'s, not {player}'s")
    if bank is not None and bank.player == player:
        _refuse_to_bank(command, player, bank.seat, rules)
    _refuse_far_areas(state, command.seat, player, rules)
    return player


def _refuse_to_bank(command: PlaceWager, player: str, seat: int, rules: Regulation) -> None:
    """The bank plays against the others: it wagers on no hand, and on no other area."""
    if command.wager == MAIN or command.seat != seat:
        reason = f"{player} banks this round from seat {seat} and makes no such wager"
        raise NotThisPlayer(rules.bank.one_area, reason)


def _refuse_far_areas(state: Round, seat: int, player: str, rules: Regulation) -> None:
    others = {one.seat for one in state.wagers if one.player == player} - {seat}
    if not others:
        return
    told = ", ".join(map(str, sorted(others)))
    if not state.terms.two_areas:
        reason = f"{player} wagers on seat {told}; a second area is not offered here"
        raise NotThisPlayer(rules.cites.two_areas, reason)
    if len(others) > 1 or abs(seat - others.pop()) != 1:
        reason = f"{player} wagers on seat {told}; two areas at most, next to each other"
        raise NotThisPlayer(rules.cites.two_areas, reason)


def refuse_alone(state: Round, command: PlaceWager, rules: Regulation) -> None:
    """Most wagers stand only beside one on the hands."""
    needed = rules.catalogue[command.wager].beside(state.terms)
    if needed is not None and state.wager_at(command.seat, needed) is None:
        reason = f"`{command.wager}` needs a `{needed}` wager, and seat {command.seat} has none"
        raise NotOffered(rules.where_offered(command.wager), reason)


def refuse_leaving_alone(
    state: Round, standing: Wager, rules: Regulation, first: str = "withdraw that first"
) -> None:
    """A wager stays while another that needs it is down."""
    for other in state.wagers:
        if other.seat != standing.seat or other.retained:
            continue
        if rules.catalogue[other.wager].beside(state.terms) == standing.wager:
            reason = f"`{other.wager}` of seat {other.seat} needs it; {first}"
            raise WrongMoment(rules.where_offered(other.wager), reason)


def hold_limit(
    state: Round, command: PlaceWager, before: Wager | None, total: int, rules: Regulation
) -> None:
    """What then stands on the spot in all, with what stood there before."""
    _hold_stake(state, command, total, rules)
    low, high = state.terms.limits.get(command.wager, (1, MOST_CENTS))
    coupon = command.coupon + (before.coupon if before else 0)
    if total < low:
        reason = f"{total} cents is below the table's minimum of {low}"
    elif total > high:
        reason = f"{total} cents is above the table's maximum of {high}"
        if command.wager not in state.terms.limits:
            reason = f"{total} cents is not believable; {high} may lie there"
    elif coupon > MOST_CENTS:
        reason = f"coupons of {coupon} cents are not believable"
    elif total + coupon > (most := rules.catalogue[command.wager].most_staked):
        reason = f"a win of more than {MOST_WON} cents is not believable; {most} may lie there"
    else:
        return
    rule = rules.cites.limits
    if rules.bonus is not None and rules.catalogue[command.wager].election == TRIPLES:
        rule = rules.bonus.limits
    raise BeyondLimit(rule, f"seat {command.seat}, {command.wager}: {reason}")


def _hold_stake(state: Round, command: PlaceWager, total: int, rules: Regulation) -> None:
    """A progressive wager is the submission's one stake, neither more nor less."""
    stake = rules.catalogue[command.wager].stake(state.terms)
    if stake is not None and total != stake:
        reason = f"the {command.wager} stake is {stake} cents, not {total}"
        raise BeyondLimit(rules.where_offered(command.wager), f"seat {command.seat}: {reason}")


def refuse_streak(
    play: Play, command: PlaceWager, player: str, total: int, rules: Regulation
) -> None:
    """After a triple only players whose dice bonus was down at it; while triples run, nobody.

    Running triples are paid on what was retained, and what was taken down was not (10.11(f)).
    """
    streak = play.game.streak
    runs = command.wager == DICE_BONUS and rules.reading.taken_down_stays_down and streak.count
    if not runs:
        hold_streak(play, command, player, total, rules)
        return
    assert rules.eye is not None
    _require_down_at_triple(streak, command, player, rules)
    if any(one.seat == command.seat for one in streak.retained):
        hold_streak(play, command, player, total, rules)
        reason = f"the dice bonus wager of seat {command.seat} was retained; it is not raised"
        raise WrongMoment(rules.eye.streak, reason)
    reason = (
        f"the dice bonus wager of seat {command.seat} was taken down while triples run;"
        " it is placed anew after a roll that is no triple"
    )
    raise WrongMoment(rules.eye.streak, reason)


def _require_down_at_triple(
    streak: Streak, command: PlaceWager, player: str, rules: Regulation
) -> Wager:
    """The player's dice bonus that was down at the triple: after the third at any seat."""
    assert rules.eye is not None
    down = [one for one in streak.down if one.player == player]
    if not down:
        reason = f"{player} had no dice bonus wager down at the triple; not in the round after it"
        raise NotThisPlayer(rules.eye.streak, reason)
    here = [one for one in down if one.seat == command.seat] if streak.count else down
    if not here:
        reason = (
            f"the dice bonus wager that {player} had down at the triple was on seat {down[0].seat},"
            f" not on seat {command.seat}; while triples run none is placed on another seat"
        )
        raise NotThisPlayer(rules.eye.streak, reason)
    return here[0]


def hold_streak(
    play: Play, command: PlaceWager, player: str, total: int, rules: Regulation
) -> None:
    """It was down at the triple, with as much: after the third it is a fresh one, at any seat."""
    streak = play.game.streak
    if command.wager != DICE_BONUS or not streak.after_triple:
        return
    assert rules.eye is not None
    down = _require_down_at_triple(streak, command, player, rules)
    if streak.count and (total > down.amount or command.coupon):
        reason = (
            f"a dice bonus wager stays as it is while triples run: {down.amount} cents in"
            " chips, without a coupon"
        )
        raise BeyondLimit(rules.eye.streak, f"seat {command.seat}: {reason}")
