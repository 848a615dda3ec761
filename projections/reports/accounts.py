"""Accounts in debit and credit: each stands on one side, and the sides sum to the same."""

from collections.abc import Mapping
from typing import Final

from domain.money import ACCOUNT_MEANINGS
from projections.reports.report import Line, cents, text

ACCOUNTS: Final = tuple(ACCOUNT_MEANINGS)
ACCOUNT_COLUMNS: Final = (text("account"), cents("debit"), cents("credit"))


def debit(cents_posted: int) -> int:
    return max(cents_posted, 0)


def credit(cents_posted: int) -> int:
    return max(-cents_posted, 0)


def account_lines(total: Mapping[str, int]) -> list[Line]:
    """One line an account that anything was posted to, in the order of the chart of accounts."""
    return [
        (account, debit(total[account]), credit(total[account]))
        for account in ACCOUNTS
        if account in total
    ]
