"""A house's chart of accounts, as its file."""

from domain.chart import LEDGER_ACCOUNTS


def chart_text(first: int = 1000, *, leave_out: str = "", more: str = "") -> str:
    """A line for each account, numbered by tens from the first on."""
    return "\n".join(
        f'[[account]]\nours = "{account}"\ncode = "{first + 10 * at}"\nname = "Our {account}"\n{more}'
        for at, account in enumerate(LEDGER_ACCOUNTS)
        if account != leave_out
    )
