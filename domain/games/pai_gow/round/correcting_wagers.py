"""A wager that was keyed in wrong: seat, amount, coupon or player."""

from typing import Final

from msgspec.structs import replace

from domain.commands.books import CorrectWager
from domain.commands.round import PlaceWager
from domain.controls import CORRECTION
from domain.events import Event
from domain.events.corrections import Stood, WagerCorrected
from domain.events.envelope import Stamp
from domain.games.pai_gow.regulations import Regulation
from domain.games.pai_gow.round.betting import hold_rules_of_placing, somebody_plays
from domain.games.pai_gow.round.correcting import round_to_correct
from domain.games.pai_gow.round.evolve import after
from domain.games.pai_gow.round.play import Play
from domain.games.pai_gow.round.state import Phase, Round, Wager
from domain.games.pai_gow.round.wagering import hold_limit, hold_streak, refuse_leaving_alone
from domain.games.pai_gow.wagers.names import MAIN, PROGRESSIVE
from domain.refusals import BeyondLimit, BooksRefuse, NoSuchWager, NotThisPlayer, WrongMoment
from domain.standing_by import require_for_correction

DEALT: Final[tuple[Phase, ...]] = ("dealt", "house_set")
"""Since then it is known what is played for."""


def correct_wager(play: Play, command: CorrectWager, stamp: Stamp) -> list[Event]:
    """The rules of placing hold for the corrected wager, on the layout as bets closed."""
    state, rules = round_to_correct(play)
    if state.phase != "betting":
        require_for_correction(play.table, command.supervisor, stamp)
    standing = state.wager_at(command.seat, command.wager)
    if standing is None:
        reason = f"seat {command.seat} has no undecided `{command.wager}` wager in {state.id}"
        raise NoSuchWager(CORRECTION, reason)
    layout = _as_bets_closed(play, state)
    _refuse_retained(play, standing, command, rules)
    if command.amount == 0:
        _refuse_leaving_decided(state, layout, standing, rules)
        refuse_leaving_alone(layout, standing, rules, "correct that one to nothing first")
        corrected = [_corrected(standing, _nothing(standing), command)]
    else:
        corrected = _stand_right(play, layout, standing, command, rules)
    _refuse_late(state, corrected)
    if state.phase != "betting" and not somebody_plays(after(state, [*corrected])):
        reason = (
            f"without it nobody would play in round {state.id}; call the round off (`void_round`)"
        )
        raise WrongMoment(rules.cites.nobody_plays, reason)
    if state.phase == "betting":
        return [*corrected]
    return [replace(one, exceptional=True) for one in corrected]


def _refuse_retained(play: Play, standing: Wager, command: CorrectWager, rules: Regulation) -> None:
    """While triples run it is neither raised nor lowered, whoever keyed what in."""
    as_it_lies = command.amount in (None, standing.amount) and not command.coupon
    if not standing.retained or as_it_lies or not rules.reading.retained_stays_as_it_is:
        return
    assert rules.eye is not None
    reason = (
        f"the dice bonus of seat {standing.seat} was retained, {standing.amount} cents: it is"
        " neither raised nor lowered while triples run; its player may take it down"
        ' (`withdraw_wager`) before "no more bets"'
    )
    raise BeyondLimit(rules.eye.streak, reason)


def _as_bets_closed(play: Play, state: Round) -> Round:
    """With what was lost by leaving before the dice: its spot is not free for another wager."""
    layout = state if play.game.before_roll is None else play.game.before_roll.round
    left = (Wager(one.seat, one.wager, one.amount, one.coupon, one.player) for one in layout.lines)
    return replace(layout, wagers=(*layout.wagers, *left))


def _refuse_leaving_decided(
    state: Round, layout: Round, standing: Wager, rules: Regulation
) -> None:
    """One that needs it was decided in this round, and is corrected by nothing of its own."""
    for one in layout.wagers:
        needs = rules.catalogue[one.wager].beside(layout.terms) == standing.wager
        if needs and one.seat == standing.seat and not _is_among(one, state.wagers):
            _refuse_decided_beside(one)


def _refuse_decided_beside(one: Wager) -> None:
    reason = (
        f"the `{one.wager}` wager of seat {one.seat} has been decided beside it;"
        " correct what decided it first, or settle and let the player complain"
    )
    raise WrongMoment(CORRECTION, reason)


def _nothing(standing: Wager) -> Wager:
    return replace(standing, amount=0, coupon=0)


def _stand_right(
    play: Play, layout: Round, standing: Wager, command: CorrectWager, rules: Regulation
) -> list[WagerCorrected]:
    """The wager, and those that go with it to another seat or another player."""
    right = _as_corrected(layout, standing, command)
    beside = _beside(play, layout, standing, right)
    bare = replace(
        layout,
        wagers=tuple(one for one in layout.wagers if not _is_among(one, (standing, *beside))),
    )
    corrected: list[WagerCorrected] = []
    pairs = [
        (standing, right),
        *((one, replace(one, seat=right.seat, player=right.player)) for one in beside),
    ]
    for was, asked in sorted(pairs, key=lambda pair: pair[0].wager != MAIN):
        now = _placed_right(play, bare, was, asked, rules)
        bare = replace(bare, wagers=(*bare.wagers, now))
        if now != was:
            corrected.append(_corrected(was, now, command))
    if not corrected:
        reason = f"the `{standing.wager}` wager of seat {standing.seat} stands so already"
        raise BooksRefuse(CORRECTION, reason)
    return corrected


def _as_corrected(layout: Round, standing: Wager, command: CorrectWager) -> Wager:
    """What the correction leaves out stays; on another seat an unnamed wager is that seat's."""
    seat = command.to_seat or standing.seat
    player = command.player or standing.player
    if command.player is None and seat != standing.seat:
        joins = standing.wager != MAIN and any(one.seat == seat for one in layout.wagers)
        if joins or player == f"seat-{standing.seat}":
            player = ""
    return replace(
        standing,
        seat=seat,
        player=player,
        amount=standing.amount if command.amount is None else command.amount,
        coupon=standing.coupon if command.coupon is None else command.coupon,
    )


def _beside(play: Play, layout: Round, standing: Wager, right: Wager) -> tuple[Wager, ...]:
    """One player a seat, and most wagers need the one on the hands: those move together."""
    moved = right.seat != standing.seat
    renamed = right.player != standing.player and not moved
    if standing.retained or not (renamed or (moved and standing.wager == MAIN)):
        return ()
    assert play.game.round is not None
    beside = tuple(
        one
        for one in layout.wagers
        if one.seat == standing.seat and not one.retained and not _is_among(one, (standing,))
    )
    for one in beside:
        if not _is_among(one, play.game.round.wagers):
            _refuse_decided_beside(one)
    return beside


def _is_among(wager: Wager, wagers: tuple[Wager, ...]) -> bool:
    return any((one.seat, one.wager) == (wager.seat, wager.wager) for one in wagers)


def _placed_right(play: Play, bare: Round, was: Wager, asked: Wager, rules: Regulation) -> Wager:
    """As if it were placed now, on a layout without it."""
    there = bare.wager_at(asked.seat, asked.wager)
    if there is not None:
        reason = f"seat {there.seat} has a `{there.wager}` wager already; correct that one too"
        assert play.game.round is not None
        if not _is_among(there, play.game.round.wagers):
            reason = (
                f"the `{there.wager}` wager of seat {there.seat} was decided in this round;"
                " its spot takes no other"
            )
        raise NotThisPlayer(CORRECTION, reason)
    placing = PlaceWager.model_validate(
        {
            "command": "place_wager",
            "seat": asked.seat,
            "wager": asked.wager,
            "amount": asked.amount,
            "coupon": asked.coupon,
            "player": asked.player or None,
        }
    )
    if was.retained:
        _hold_retained(play, bare, was, placing, rules)
        return replace(was, amount=asked.amount)
    player, _ = hold_rules_of_placing(play, bare, placing, rules)
    return replace(asked, player=player)


def _hold_retained(
    play: Play, bare: Round, was: Wager, placing: PlaceWager, rules: Regulation
) -> None:
    """It lies where it lay at the triple, whoever wagers on the hands, and is not raised."""
    hold_streak(play, placing, placing.player or was.player, placing.amount, rules)
    hold_limit(bare, placing, None, placing.amount, rules)
    if placing.amount > was.amount:
        assert rules.eye is not None
        reason = f"the dice bonus of seat {was.seat} was retained; it is not raised"
        raise BeyondLimit(rules.eye.streak, reason)


def _refuse_late(state: Round, corrected: list[WagerCorrected]) -> None:
    """Some wagers are beyond correcting before settlement is near."""
    for one in corrected:
        standing = state.wager_at(one.was.seat, one.was.wager)
        assert standing is not None
        kept = "a retained dice bonus" if standing.retained else "a progressive wager"
        if (standing.retained or one.wager == PROGRESSIVE) and state.phase != "betting":
            reason = f'{kept} is put right only before "no more bets" (seat {standing.seat})'
            raise WrongMoment(CORRECTION, reason)
        who_plays = one.seat != one.was.seat or (one.wager == MAIN and not one.amount)
        if who_plays and state.phase in DEALT:
            reason = (
                f"round {state.id} is dealt to those who play: who that is, and where, is put"
                " right before the deal; call the round off (`void_round`), or settle and let the"
                " player complain"
            )
            raise WrongMoment(CORRECTION, reason)


def _corrected(was: Wager, now: Wager, command: CorrectWager) -> WagerCorrected:
    return WagerCorrected(
        was=Stood(was.seat, was.wager, was.amount, was.coupon, was.player),
        seat=now.seat,
        wager=now.wager,
        amount=now.amount,
        coupon=now.coupon,
        player=now.player,
        reason=command.reason,
        supervisor=command.supervisor,
    )
