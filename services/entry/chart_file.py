"""The file that maps our accounts onto the house's own, read once, at the start, and checked.

What it says goes into the event of a day's close, so nothing of it may be found wrong only then.
"""

import tomllib
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

from domain.chart import LEDGER_ACCOUNTS, MOST_LINES, OVER_SHORT, ChartLine, ChartOfAccounts
from domain.game_library import REGULATIONS
from projections.balances import POSTINGS
from services.settings import Settings
from services.settings_sources import PREFIX, SettingsError

_FIELDS: Final = ("ours", "code", "name")
_NARROWS: Final = ("table", "game", "posting")
_LONGEST: Final = {"code": 40, "name": 100, "table": 40}
_KNOWN: Final = {
    "ours": tuple(LEDGER_ACCOUNTS),
    "game": tuple(sorted({one.name for one in REGULATIONS})),
    "posting": (*POSTINGS, *OVER_SHORT),
}


def chart_of(settings: Settings) -> ChartOfAccounts:
    """The house's chart of accounts, with its name. Raises SettingsError."""
    path = settings.ledger_accounts
    return ChartOfAccounts(
        property=settings.property, lines=() if path is None else read_lines(path)
    )


def read_lines(path: Path) -> tuple[ChartLine, ...]:
    """Its lines in their order, of which the first that fits is taken. Raises SettingsError."""
    try:
        return _checked(_lines_in(tomllib.loads(path.read_text(encoding="utf-8"))))
    except OSError as error:
        why = error.strerror or str(error)
    except ValueError as error:
        why = str(error)
    raise SettingsError(
        f"{PREFIX}LEDGER_ACCOUNTS: the chart of accounts {path} cannot be used: {why}"
    )


def _lines_in(told: dict[str, Any]) -> list[ChartLine]:
    unknown = told.keys() - {"account"}
    if unknown:
        raise ValueError(f"it has {min(unknown)!r}; it lists [[account]] and nothing else")
    entries = told.get("account", [])
    if not isinstance(entries, list) or not all(isinstance(one, dict) for one in entries):
        raise ValueError("`account` is a list: write [[account]], in two brackets, for each")
    if len(entries) > MOST_LINES:
        raise ValueError(f"it lists {len(entries)} accounts, and {MOST_LINES} are the most")
    return [_line(f"[[account]] {at}", one) for at, one in enumerate(entries, start=1)]


def _line(where: str, told: dict[str, Any]) -> ChartLine:
    fields = (*_FIELDS, *_NARROWS)
    for name in told.keys() - set(fields):
        raise ValueError(f"{where} has {name!r}; there are {', '.join(fields)}")
    for name in _FIELDS:
        if name not in told:
            raise ValueError(f"{where} has no {name!r}")
    for name, value in told.items():
        _check_text(where, name, value)
    narrow = {name: told[name] for name in _NARROWS if name in told}
    return ChartLine(account=told["ours"], code=told["code"], name=told["name"], **narrow)


def _check_text(where: str, name: str, value: object) -> None:
    if not isinstance(value, str):
        raise ValueError(f"{where}: {name} is text, in quotes, so that 0100 stays 0100")
    if not value or value != value.strip() or not value.isprintable():
        raise ValueError(f"{where}: {name} is {value!r}; it is a word or more, on one line")
    longest = _LONGEST.get(name)
    if longest is not None and len(value) > longest:
        raise ValueError(f"{where}: {name} takes {len(value)} characters, {longest} are the most")
    known = _KNOWN.get(name)
    if known is not None and value not in known:
        near = get_close_matches(value, known, n=1)
        meant = f"did you mean {near[0]!r}? " if near else ""
        raise ValueError(f"{where}: no {name} is called {value!r}; {meant}see docs/journal.md")


def _checked(lines: list[ChartLine]) -> tuple[ChartLine, ...]:
    """Every account has its line for whatever no narrower one fits, and none stands behind it."""
    whole: set[str] = set()
    for at, line in enumerate(lines, start=1):
        if line.account in whole:
            raise ValueError(
                f"[[account]] {at} of {line.account} is never reached: one that is not narrowed"
                " stands before it; put the narrow ones first"
            )
        if not line.is_narrow:
            whole.add(line.account)
    missing = [account for account in LEDGER_ACCOUNTS if account not in whole]
    if missing:
        raise ValueError(
            f"it says nothing of {', '.join(missing)}; add for each, after any narrower one:"
            f' [[account]] ours = "{missing[0]}" code = "…" name = "…"'
        )
    return tuple(lines)
