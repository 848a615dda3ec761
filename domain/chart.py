"""The house's own chart of accounts: what its general ledger calls the accounts of the books."""

from typing import Final

import msgspec

from domain.money import ACCOUNT_MEANINGS

OVER_SHORT: Final = {
    "opener_variance": "what openers were over or short of the closers before them",
    "tray_variance": "what counts of the tray were over or short of what was expected",
    "drop_variance": "what counts of the drop were over or short of what was expected",
}
"""Accounts that a journal has beside those of the events: what counts found belongs to win."""
LEDGER_ACCOUNTS: Final = {**ACCOUNT_MEANINGS, **OVER_SHORT}
"""Every account that a line of a journal may be posted to."""
MOST_LINES: Final = 200
"""A chart stands in one event: 200 lines of the longest codes and names fit into it."""


class ChartLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What one of our accounts is called; narrowed, only for what it is narrowed to."""

    account: str
    code: str
    name: str
    table: str = ""
    """A table or a meter, `PG01` or `meter:M1`; with `*` at its end all that begin so."""
    game: str = ""
    """A regulation, by its name."""
    posting: str = ""
    """Why it was posted, such as fill."""

    @property
    def is_narrow(self) -> bool:
        return bool(self.table or self.game or self.posting)

    def fits(self, account: str, table: str, game: str, posting: str) -> bool:
        begins = self.table.removesuffix("*")
        named = table.startswith(begins) if self.table.endswith("*") else table == self.table
        return (
            account == self.account
            and (not self.table or named)
            and self.game in ("", game)
            and self.posting in ("", posting)
        )


class ChartOfAccounts(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """As it was when a day was closed. Without lines the accounts keep the names they have here."""

    property: str = ""
    """The house, in the number of its journals."""
    lines: tuple[ChartLine, ...] = ()

    def called(self, account: str, table: str, game: str, posting: str) -> tuple[str, str]:
        """Code and name: those of the first line that fits."""
        if not self.lines:
            return account, account.replace("_", " ").capitalize()
        found = next((one for one in self.lines if one.fits(account, table, game, posting)), None)
        assert found is not None, f"the chart has no line for {account}, and was taken"
        return found.code, found.name
