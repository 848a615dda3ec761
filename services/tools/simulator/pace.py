"""How long things take at a table, in seconds."""

from typing import Final, TypeAlias

Span: TypeAlias = tuple[int, int]
"""The fewest and the most seconds."""

PACE: Final[dict[str, Span]] = {
    "open_table": (1, 60),
    "buy_in": (8, 20),
    "fill": (20, 60),
    "credit": (20, 60),
    "open_round": (4, 10),
    "pass_bank": (1, 3),
    "accept_bank": (4, 9),
    "place_wager": (1, 4),
    "withdraw_wager": (1, 4),
    "no_more_bets": (3, 8),
    "cut": (3, 6),
    "choose_delivery": (2, 4),
    "announce_number": (3, 6),
    "roll": (5, 9),
    "no_roll": (4, 7),
    "deal": (12, 18),
    "expose": (1, 3),
    "play_on": (4, 9),
    "void_hand": (4, 9),
    "misdeal": (5, 20),
    "void_round": (10, 40),
    "reshuffle": (30, 60),
    "return_wager": (5, 20),
    "set_hand": (2, 6),
    "set_house": (4, 8),
    "surrender": (2, 5),
    "abandon": (10, 30),
    "settle": (10, 16),
    "call_on": (1, 3),
    "set_out_tiles": (20, 60),
    "change_tiles": (60, 120),
    "change_dice": (30, 60),
    "count_tray": (60, 180),
    "close_table": (300, 900),
    "count_drop": (1200, 2400),
    "remove_box": (60, 180),
    "pay_marker": (20, 60),
    "owe_vigorish": (5, 15),
    "recover_vigorish": (5, 15),
    "correct_entry": (10, 40),
    "correct_wager": (5, 15),
    "correct_roll": (5, 15),
    "correct_deal": (10, 30),
    "correct_setting": (5, 15),
    "correct_bank": (5, 15),
    "acknowledge": (10, 40),
    "complain": (10, 40),
    "hold_dispute": (20, 60),
    "rule_dispute": (60, 180),
}
"""From the command before to this one: a round comes to a minute, or a minute and a half."""

FIRST_OPENING: Final[Span] = (0, 120)
"""The tables of a floor are not all opened at the stroke of the hour."""

EMPTY_TABLE: Final[Span] = (40, 180)
"""Until the dealer of a table where nobody plays looks up again."""
