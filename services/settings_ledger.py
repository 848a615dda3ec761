"""What the settings of the general ledger may be."""

from pathlib import Path
from typing import Annotated

from pydantic import Field

Accounts = Annotated[
    Path | None,
    Field(
        description="TOML file of the house's chart of accounts, for the journal: what each account"
        " is called there; recorded with a day's first close; none: our own names"
    ),
]
