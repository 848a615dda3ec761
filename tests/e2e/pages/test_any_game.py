"""What the pages' scripts make of a game that has no script, and of pieces nobody has drawn."""

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.support.http.serving import Served
from tests.support.pages.watching import address_of

_PICKED: Final = """async (told) => {
  const { panelFor } = await import("/static/terminal/panels.js");
  const { gameOf } = await import("/static/games.js");
  const sent = [], state = {};
  const app = {
    game: gameOf({ regulation: "xx-stones@1" }),
    forms: { draw: [{ name: "stones", kind: told.kind, required: true }] },
    state: { shown: { next: { round: "XX01-1-1", phase: "betting" } } },
    ui: {},
    uiOf: (command, first) => (state[command] ??= first),
    isPending: () => false,
    render: () => {},
    send: (command, words) => sent.push([command, words]),
  };
  const pieces = { piece: "stone", whole: ["S-1", "S-2", "S-12"], field: "stones" };
  if (told.groups) pieces.groups = told.groups;
  const panel = () => panelFor(app, { command: "draw", pieces });
  const took = told.keys.map((key) => panel().onKey({ key, inField: false }));
  return { took, sent, title: panel().title, known: app.keyed?.hands ?? null };
}"""
_ON_THE_FLOOR: Final = """async () => {
  const { carried, gameInWords, running, seatsInWords } =
    await import("/static/floor_seats.js");
  const row = {
    regulation: "xx-stones@1", regulation_label: "Stones", terms: { controls: "full" },
    seats: [2], wagers: [{ seat: 2, wager: "all_odd", stake: 500 }],
  };
  const money = (cents) => `$${cents / 100}`;
  return [running(row).words, carried(row).spots, gameInWords(row), seatsInWords(row, money)];
}"""


@pytest.fixture
def page(browser: BrowserContext, running: Served) -> Iterator[Page]:
    page = browser.new_page()
    page.goto(f"{address_of(running)}/rules")
    yield page
    page.close()


@pytest.mark.parametrize(
    ("kind", "groups", "keys", "told"),
    [
        ("text", None, ["s", "1", "2", "Enter"], "S-12"),
        ("text", None, ["s", "1", "Enter", "Enter"], "S-1"),
        ("json", [{"name": "bag", "size": 2}], ["S", "1", "S", "2", "Enter"], ["S-1", "S-2"]),
        (
            "json",
            [{"name": "1", "size": 1}, {"name": "2", "size": 1}],
            ["s", "2", "Backspace", "s", "1", "2", "s", "2", "Enter"],
            {"1": ["S-12"], "2": ["S-2"]},
        ),
    ],
    ids=["one", "one that another begins with", "several", "by place"],
)
def test_pieces_of_any_game_are_picked_by_key(
    page: Page, kind: str, groups: object, keys: list[str], told: object
) -> None:
    found = page.evaluate(_PICKED, {"kind": kind, "groups": groups, "keys": keys})
    [[command, words]] = found["sent"]
    assert command == {"command": "draw", "stones": told}
    assert words.startswith("Draw: S-")
    assert found["known"] is not None
    assert found["title"] == "Draw"


def test_nothing_is_sent_before_all_is_picked(page: Page) -> None:
    groups = [{"name": "bag", "size": 2}]
    found = page.evaluate(_PICKED, {"kind": "json", "groups": groups, "keys": ["s", "2", "Enter"]})
    assert found["took"] == [True, True, False]
    assert found["sent"] == []


def test_the_floor_says_of_any_game_what_lies_where(page: Page) -> None:
    assert page.evaluate(_ON_THE_FLOOR) == [
        "",
        [],
        "Stones, full controls",
        "seats 2; 2: all odd $5",
    ]
