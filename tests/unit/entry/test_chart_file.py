"""The house's chart of accounts: read whole, or refused with what is wrong and what to add."""

from pathlib import Path

import pytest

from domain.chart import LEDGER_ACCOUNTS, MOST_LINES, ChartLine, ChartOfAccounts
from domain.events import encode
from domain.events.day import DayClosed
from domain.events.size import MOST_EVENT_BYTES
from services.entry.chart_file import chart_of, read_lines
from services.settings import read_settings
from services.settings_sources import SettingsError
from tests.support.reports.chart import chart_text

EXAMPLE = Path(__file__).parents[3] / "examples/ledger-accounts.toml"


def told(tmp_path: Path, text: str) -> tuple[ChartLine, ...]:
    file = tmp_path / "chart.toml"
    file.write_text(text)
    return read_lines(file)


def test_a_chart_is_read_in_its_order_with_the_house_s_name(tmp_path: Path) -> None:
    narrow = '[[account]]\nours = "win"\ncode = "4010"\nname = "Craps"\ngame = "nj-craps"\n'
    file = tmp_path / "chart.toml"
    file.write_text(narrow + chart_text())
    chart = chart_of(read_settings({}, ledger_accounts=file, property="royal"))
    assert chart.property == "royal"
    assert chart.lines[0] == ChartLine(account="win", code="4010", name="Craps", game="nj-craps")
    assert [one.account for one in chart.lines[1:]] == list(LEDGER_ACCOUNTS)
    assert chart.called("win", "CR01", "nj-craps", "wagers") == ("4010", "Craps")


def test_without_a_file_the_accounts_keep_our_names() -> None:
    assert chart_of(read_settings({})) == ChartOfAccounts(property="house")


def test_the_example_can_be_used() -> None:
    assert read_lines(EXAMPLE)


WRONG = {
    "it says nothing of vigorish; add": chart_text(leave_out="vigorish"),
    'ours = "tray" code': "",
    "did you mean 'tray'?": chart_text().replace('"tray"', '"trey"', 1),
    "no game is called": chart_text(more='game = "poker"'),
    "no posting is called 'fils'; did you mean 'fill'?": chart_text(more='posting = "fils"'),
    "is never reached": chart_text() + chart_text(),
    "[[account]] 1 has 'kode'": chart_text().replace("code", "kode", 1),
    "[[account]] 1 has no 'code'": chart_text().replace('code = "1000"\n', "", 1),
    "is text, in quotes": chart_text().replace('"1000"', "1000", 1),
    "it has 'accounts'; it lists [[account]]": chart_text().replace("[account]", "[accounts]"),
    "in two brackets": "[account]\nours = 'tray'",
    "it is a word or more": chart_text().replace('"1000"', '""', 1),
    "41 characters, 40": chart_text().replace("1000", "1" * 41, 1),
    "Expected": "[[account]\n",
}


@pytest.mark.parametrize("why", WRONG)
def test_what_is_wrong_is_said_with_what_to_do(tmp_path: Path, why: str) -> None:
    with pytest.raises(SettingsError) as refused:
        told(tmp_path, WRONG[why])
    assert "PITLEDGER_LEDGER_ACCOUNTS" in str(refused.value)
    assert why in str(refused.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"missing\.toml cannot be used: No such file"):
        read_lines(tmp_path / "missing.toml")


def test_the_longest_chart_fits_into_the_event_of_a_close(tmp_path: Path) -> None:
    longest = {"code": "9" * 40, "name": "n" * 100, "table": "T" * 40}
    lines = [
        ChartLine(account="progressive_liability", posting="late_last_closer", game="nj-pai-gow-poker", **longest)
        for _ in range(MOST_LINES)
    ]  # fmt: skip
    event = DayClosed(
        status="provisional", chart=ChartOfAccounts(property="p" * 64, lines=tuple(lines))
    )
    assert len(encode(event)) < MOST_EVENT_BYTES
    text = chart_text() * (MOST_LINES // len(LEDGER_ACCOUNTS) + 1)
    with pytest.raises(SettingsError, match="200 are the most"):
        told(tmp_path, text)
