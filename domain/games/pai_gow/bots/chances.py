"""How often things happen in a game of pai gow."""

from typing import Final

NO_ROLL: Final = 0.02
MISDEAL: Final = 0.004
RESHUFFLED: Final = 0.01
"""A tile or card is seen while the table is made ready for the deal."""
CALLED_OFF: Final = 0.004
"""Something happens beside the game that ends the round."""
TOTAL_MISCALLED: Final = 0.01
TILE_EXPOSED: Final = 0.01
EXPOSED_AT_HOUSE: Final = 0.15
"""Of the exposed tiles, those of the dealer, the bank or the dead hand, which void the round."""
PLAYS_ON: Final = 0.7
ADDS_TO_WAGER: Final = 0.04
WALKS_OFF: Final = 0.006
"""Takes the wager back while betting is open, and goes."""
SETS_CARELESSLY: Final = 0.5
"""Of the hands of somebody who does not know better."""
SURRENDERS: Final = 0.08
"""Of the hopeless hands that would lose anyhow."""
PASSES_TOLD: Final = 0.7
"""Where nobody wants the bank: said aloud, seat by seat, rather than by silence."""
CO_BANKS: Final = 0.4
"""Of those who take the bank where the casino would share it."""
DEALER_WAGERS_ALL: Final = 0.7
"""Of the banks, those that let the dealer wager as much as the seat did last."""
CUTS: Final = 0.6
CHOOSES_DELIVERY: Final = 0.4
DEALER_CHOOSES: Final = 0.3
GENERATOR_DOWN: Final = 0.05
"""The number generator does not answer, and the dealer takes the dice."""
LETS_DEALER_SHAKE: Final = 0.15
USES_COUPON: Final = 0.2
TAKES_DOWN: Final = 0.25
"""Of the dice bonus wagers that stay on the table after a triple."""
ASKS_BACK: Final = 0.1
"""Of those whose dice bonus waits for the next roll: goes, and wants it back before that."""
ABANDONS: Final = 0.015
"""Somebody leaves the table with the wager down, where that loses it."""
CHIPPED: Final = 0.02
"""A tile or a die of an old set is found damaged between two rounds."""
WAGER_MISKEYED: Final = 0.006
BANK_MISKEYED: Final = 0.02
"""Of the banks that are taken after others have passed."""
ROLL_MISREAD: Final = 0.008
DEAL_MISTOLD: Final = 0.006
SETTING_MISKEYED: Final = 0.004
