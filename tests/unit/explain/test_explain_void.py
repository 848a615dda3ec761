"""What goes wrong, told: a round called off, tiles mixed again, wagers that go back or wait."""

from domain.events import Event
from services.explain.narrator import Narrator
from tests.support.domain.asked import (
    ask,
    close_table,
    deal,
    expose,
    misdeal,
    no_more_bets,
    open_round,
    open_table,
    place,
    reshuffle,
    return_wager,
    surrender,
    up_to_the_house,
    void_round,
)
from tests.support.domain.at_the_dice import bet, eye_table, to_the_dice
from tests.support.domain.banked import WIN, accepted, after_first, jersey, up_to_settlement
from tests.support.domain.given import Happened, history, when


def story(events: tuple[Event, ...]) -> list[str]:
    narrator = Narrator()
    return [sentence for event in events for sentence in narrator.tell(event)]


def test_tiles_mixed_again_and_a_total_called_wrong() -> None:
    wrong = ask("roll", dice=[2, 3, 4], announced=10)
    play = (open_round(), place(1), reshuffle("a tile was seen", "Kim"), no_more_bets(), wrong)
    told = story(history(open_table(), *play).events)
    assert (
        "The tiles are mixed again, and the wagers stand: a tile was seen (supervisor Kim)"
        " [19:47-10.4(e)]."
    ) in told
    assert "The dealer announced 10; the deal goes by the dice." in told


def test_a_surrendered_wager_that_goes_back() -> None:
    play = up_to_the_house("1-3 1-5 5-6 4-6", {1: "6-6 1-6 / 5-5 2-3"})
    told = story(history(open_table(), *play, surrender(1), misdeal("one off")).events)
    assert "Seat 1 gets the $25.00 pai gow wager back that it had given up [19:47-10.9(c)]." in told
    assert told[-2:] == [
        (
            "Round PG01-1-1 is void: one off (supervisor fp1); 1 returned; the tray is as it was"
            " [19:47-10.9(c)]."
        ),
        "The dealer had announced 10, not the total of the dice.",
    ]


def test_a_wager_left_behind_that_goes_back() -> None:
    play = up_to_the_house("1-3 1-5 5-6 4-6", {1: "6-6 1-6 / 5-5 2-3"})
    opening, left = open_table(regulation="md-pai-gow"), ask("abandon", seat=1)
    told = story(history(opening, *play, left, misdeal("one off")).events)
    assert "Seat 1 gets the $25.00 pai gow wager back that it had left behind [MD 10.C]." in told


def test_a_deal_by_a_wrong_total() -> None:
    wrong = ask("roll", dice=[2, 3, 4], announced=10)
    dealt = deal("1-3 1-5 5-6 4-6", start="1")
    told = story(history(open_table(), open_round(), place(1), no_more_bets(), wrong, dealt).events)
    assert told[-1] == (
        "Round PG01-1-1 is void: 10 was announced, the dice total 9: the deal began at seat 1, not"
        " at the dealer; 1 returned; the tray is as it was [19:47-10.9(c)]."
    )


def test_whose_exposure_leaves_a_choice() -> None:
    play = up_to_the_house("1-3 1-5 5-6 4-6", {1: "6-6 1-6 / 5-5 2-3"})
    seen = (expose(1, by="player"), expose(1))
    told = story(history(open_table(), *play[:5], *seen).events)
    assert told[-2:] == [
        "A tile of seat 1 is exposed by a player; that changes nothing [19:47-10.9(d)].",
        ("A tile of seat 1 is exposed; its player may play the hand or void it [19:47-10.9(d)]."),
    ]
    told = story(history(open_table(), *play, expose(1)).events)
    assert told[-1].endswith("is exposed; that changes nothing [19:47-10.9(d)].")


def test_a_no_roll_by_its_cause() -> None:
    begun = (open_table(), open_round(), place(1), no_more_bets())
    told = story(history(*begun, ask("no_roll", cause="fell_out")).events)
    assert told[-1] == (
        'The dealer calls "no roll": a die fell out; the dice are shaken again [19:47-10.9(b)].'
    )


def test_against_a_bank_it_comes_from_the_centre() -> None:
    table = accepted(after_first(jersey(), 1, 6), 6, dealer_wager=0)
    then: Happened = when(
        up_to_settlement(table, [place(1, 3000)], {1: WIN}), surrender(1), void_round("why", "Kim")
    )
    opened = when(after_first(jersey(), 1, 6), open_round(), ask("pass_bank", seat=1))
    banked = when(opened.table, ask("accept_bank", seat=6, chips=100_000, dealer_wager=0))
    told = story((*opened.events, *banked.events, *then.events))
    assert (
        "Seat 1 gets the $30.00 pai gow wager back that it had given up from the centre"
        " [control:void-round]."
    ) in told
    assert any("is void: why (supervisor Kim); 1 returned" in one for one in told)


def test_a_dice_bonus_that_waits_and_one_that_is_given_back() -> None:
    first = to_the_dice(bet(2), dice=(4, 4, 4))
    then = history(
        *(eye_table(standalone=True), *first, open_round(), no_more_bets(), void_round()),
        *(return_wager(2), close_table(1_000_000 - 2500)),
    )
    told = story(then.events)
    assert (
        "Seat 2 keeps its $1.00 dice bonus wager on the layout for the next roll [13:69F-10.11(f)]."
    ) in told
    assert (
        "The dice bonus wager of seat 2, $1.00, lay on the layout between rounds and goes back:"
        " the table closes (supervisor fp1) [control:carried]."
    ) in told
