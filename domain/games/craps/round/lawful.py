"""Which of the game's commands are lawful now, in the order they would be reached for."""

from domain.games.craps.round.correcting import counted_since_roll
from domain.games.craps.round.play import Play
from domain.games.seam.game import Lawful


def lawful(play: Play) -> Lawful:
    """At an open table."""
    return Lawful(_now(play), ("change_dice",))


def _now(play: Play) -> tuple[str, ...]:
    game = play.game
    if game.round is None:
        takes_back = game.before_roll is not None and not counted_since_roll(play)
        return (
            "open_round",
            *_if(game.wagers, "return_wager"),
            *_if(takes_back, "correct_roll"),
        )
    fresh = [one for one in game.wagers if one.amount > one.carried]
    correction = _if(fresh, "correct_wager")
    if game.round.phase == "no_more_bets":
        return ("roll", "no_roll", "void_round", *correction)
    return (
        *_if(game.wagers, "no_more_bets"),
        "place_wager",
        *_if(any(not one.carried for one in fresh), "withdraw_wager"),
        *_if(_some_may_be_called(play), "call_on"),
        "void_round",
        *correction,
    )


def _some_may_be_called(play: Play) -> bool:
    catalogue = play.rules.catalogue
    off = (one for one in play.game.wagers if not one.is_on)
    return play.game.point is None and any(catalogue[one.wager].place_bet for one in off)


def _if(condition: object, *commands: str) -> tuple[str, ...]:
    return commands if condition else ()
