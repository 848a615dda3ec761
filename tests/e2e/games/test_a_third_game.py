"""A made-up game in a copy of the tree: registered by one line, it has everything.

It takes long because all of it is real: a copied tree has no compiled parent to fork from, and a
demo, a service, a browser and the command line each start in it once.
"""

import filecmp
import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final, NamedTuple

import httpx
import pytest
from playwright.sync_api import expect
from typer.testing import CliRunner

from domain.unseen import MASK
from services.cli.main import app
from tests.support import shared
from tests.support.browser import open_browser
from tests.support.games.registered import LIBRARY, SCRIPTS, with_game
from tests.support.http.staff import write_tokens
from tests.support.pages.people import Person
from tests.support.pages.terminal import AtTerminal
from tests.support.processes.builds import PACKAGES, ROOT, Build, Done
from tests.support.processes.service import served
from tests.support.processes.waiting import wait_for

NAME: Final = "stones"
SUBMISSION: Final = {
    "regulation": "xx-stones",
    "lucky_stone": True,
    "limits": {"high_stone": [500, 10_000]},
}
OWN_RULES: Final = """
regulation = "xx-stones"
lucky_stone = true
[limits]
high_stone = [500, 10000]
"""
OTHER_RULES: Final = 'regulation = "xx-stones"\n[limits]\nhigh_stone = [1500, 10000]\n'
STONES: Final = {"dealer": ["S-7"], "1": ["S-12"], "3": ["S-4"]}
UP_TO_THE_DRAW: Final = (
    {"command": "open_round"},
    {"command": "place_wager", "seat": 1, "wager": "high_stone", "amount": 1000},
    {"command": "place_wager", "seat": 1, "wager": "lucky_stone", "amount": 500},
    {"command": "place_wager", "seat": 3, "wager": "high_stone", "amount": 2000},
    {"command": "no_more_bets"},
    {"command": "draw", "stones": STONES},
)
HIDDEN: Final = {place: [MASK] for place in STONES}
SHOWN: Final = {"command": "show_stones"}
OTHERS: Final = ("round", "craps")
"""Examples of the games that are here."""
PAGES: Final = (
    ("/tables/XX02", "House stone before"),
    ("/rounds?piece=stone+12&game=stones&table=XX02", "XX02-1-1"),
    ("/rules", "House rules of Stones"),
)
"""Pages with something that only the game can tell."""
GENERATED: Final = """
import json
from services.tools.docgen.pages import generated
print(json.dumps(generated()))
"""


def opening(table: str) -> dict[str, Any]:
    told = {"command": "open_table", "table": table, "submission": SUBMISSION}
    return {**told, "inventory": {"100": 500, "500": 100, "2500": 20}}


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Build:
    more = ("docs", "examples", "deploy/schemas")
    return with_game(tmp_path_factory.mktemp("tree"), NAME, *more)


def test_nothing_else_was_touched(build: Build) -> None:
    changed = [one for name in PACKAGES for one in differing(Path(name), build.folder)]
    assert changed == [
        f"domain/games/{NAME} is new", f"{LIBRARY} differs", f"{SCRIPTS}/{NAME}.js is new"
    ]  # fmt: skip
    before, after = ((at / LIBRARY).read_text().splitlines() for at in (ROOT, build.folder))
    assert [line for line in after if line not in before] == [f'    "{NAME}",']


def differing(place: Path, folder: Path) -> Iterator[str]:
    looked = filecmp.dircmp(ROOT / place, folder / place, ignore=["__pycache__"])
    yield from (f"{place / one} is new" for one in looked.right_only)
    yield from (f"{place / one} is gone" for one in looked.left_only)
    _, *others = filecmp.cmpfiles(looked.left, looked.right, looked.common_files, shallow=False)
    yield from (f"{place / one} differs" for found in others for one in found)
    for one in looked.common_dirs:
        yield from differing(place / one, folder)


class Told(NamedTuple):
    """What the command line says of a file of commands, of the rules, and of other games."""

    explained: str
    under: str
    rules: str
    sign: str
    simulated: str
    demo: str
    others: tuple[str, ...]


@pytest.fixture(scope="module")
def data() -> Iterator[Path]:
    with shared.new_data_folder() as folder:
        shared.prepare(folder)
        yield folder


@pytest.fixture(scope="module")
def told(build: Build, data: Path) -> Told:
    play, own, other = (data / one for one in ("round.jsonl", "own.toml", "other.toml"))
    commands = (opening("XX01"), *UP_TO_THE_DRAW, SHOWN)
    play.write_text("".join(f"{json.dumps(one)}\n" for one in commands))
    own.write_text(OWN_RULES)
    other.write_text(OTHER_RULES)
    simulated = ("--tables", "2", f"--{NAME}", "1", "--craps", "0", "--rounds", "8", "--seed", "3")
    explained, under, rules, sign, commanded, demo, *others = printed(
        build.calls(
            ("play", "--explain", play),
            ("play", "--explain", "--under", other, play),
            ("rules", "show", "xx-stones"),
            ("rules", "sign", own),
            ("simulate", *simulated, "--out", "-"),
            ("demo", "--once", *simulated, "--data", data),
            *(("play", ROOT / f"examples/{name}.jsonl") for name in OTHERS),
        )
    )
    return Told(explained, under, rules, sign, commanded, demo, tuple(others))


def printed(calls: list[Done]) -> list[str]:
    for one in calls:
        assert one.code == 0, one.stderr or one.stdout
    return [one.stdout for one in calls]


def test_it_is_explained_and_put_under_what_if(told: Told) -> None:
    assert (
        "Drawn were for the house stone 7, seat 1 stone 12 and seat 3 stone 4.\n" in told.explained
    )
    assert "wins $50.00: stone 12 against stone 7 [House rules of Stones 4(b)].\n" in told.explained
    assert "lucky stone $5.00: wins $50.00 [House rules of Stones 4(b)] -> no such" in told.under
    assert "In all, 1 round compared, 1 changed: the tray -$40.00 -> +$20.00" in told.under


def test_its_rules_and_its_sign_are_shown(told: Told) -> None:
    assert "house stone 1  every wager on the high stone goes back" in told.rules
    assert "high_stone     8.33%  1/12" in told.rules
    assert "Stone twelve               10 to 1\n" in told.sign
    assert "Lucky stone                no limits\n" in told.sign


def test_the_other_games_leave_the_same_bytes(told: Told) -> None:
    here = [
        CliRunner().invoke(app, ["play", str(ROOT / f"examples/{one}.jsonl")]) for one in OTHERS
    ]
    assert [one.stdout for one in here] == list(told.others)


def test_it_is_documented(build: Build) -> None:
    """By what `make docs` writes; nothing that stands there of other games goes."""
    done = build.run("-c", GENERATED)
    assert done.returncode == 0, done.stderr
    pages: dict[str, str] = json.loads(done.stdout)
    commands, events, openapi, own = (
        json.loads(pages[f"deploy/{one}.json"])
        for one in (
            *("schemas/commands.v1", "schemas/events.v1", "openapi"),
            "schemas/submission.xx-stones.v1",
        )
    )
    assert {"Draw", "ShowStones"} <= commands["$defs"].keys()
    assert "StonesDrawn" in events["$defs"]
    assert {"Draw", "ShowStones", "StonesDrawn"} <= openapi["components"]["schemas"].keys()
    assert "lucky_stone" in own["properties"]
    assert "pitledger.StonesDrawn.v1" in pages["deploy/asyncapi.yaml"]
    assert "`show_stones`" in pages["docs/reference.md"]


class House(NamedTuple):
    """A service of the copied tree, on what the demo left there; everybody has a token."""

    build: Build
    address: str
    data: Path
    clients: dict[str, httpx.Client]

    def done(self, *commands: dict[str, Any]) -> dict[str, Any]:
        """The last event that they made."""
        for command in commands:
            answer = self.clients["dana"].post("/v1/commands", json=command)
            assert answer.status_code == 201, answer.text
        event: dict[str, Any] = answer.json()["events"][-1]
        return event

    def get(self, who: str, path: str, **query: Any) -> Any:
        answer = self.clients[who].get(path, params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()


@pytest.fixture(scope="module")
def house(build: Build, told: Told, data: Path) -> Iterator[House]:
    tokens = write_tokens(data / "tokens.toml")
    settings = {"PITLEDGER_AUTH": "on", "PITLEDGER_TOKENS": str(tokens)}
    with (
        served(data, PYTHONPATH=str(build.folder), **settings) as service,
        ExitStack() as clients,
    ):
        people = {
            who: clients.enter_context(
                httpx.Client(
                    base_url=service.url, headers={"Authorization": f"Bearer {who}"}, timeout=60
                )
            )
            for who in ("dana", "vic")
        }
        yield House(build, service.url, data, people)


@pytest.fixture(scope="module")
def played(house: House) -> str:
    """A finished round, dealt over HTTP; while it was dealt, who saw its stones."""
    table = "XX01"
    drawn = house.done(opening(table), *at(table, *UP_TO_THE_DRAW))
    number = drawn["round"]
    for who, hands in (("dana", HIDDEN), ("vic", STONES)):
        row = house.get(who, f"/v1/rounds/{number}", seq=drawn["seq"])
        [event] = house.get(who, f"/v1/rounds/{number}/events")["events"][-1:]
        assert (row["phase"], row["hands"], event["hands"]) == ("drawn", hands, hands)
        assert (event["salt"] == MASK) is (who == "dana")
        floor = house.get(who, f"/v1/tables/{table}")
        assert floor["stones"] == {"last": None, "drawn": [1, 3]}
    ended = house.done(*at(table, SHOWN))
    row = house.get("dana", f"/v1/rounds/{number}", seq=ended["seq"])
    assert (row["phase"], row["hands"], row["house_stone"]) == ("closed", STONES, "S-7")
    return str(number)


def at(table: str, *commands: dict[str, Any]) -> Iterator[dict[str, Any]]:
    return ({**one, "table": table} for one in commands)


def test_it_is_simulated_and_reconciled(told: Told, house: House) -> None:
    """A demo ends well only if all that was played balances."""
    assert '"command":"draw"' in told.simulated.replace(" ", "")
    assert "ST01" in told.demo
    found = house.get("vic", "/v1/rounds", table="ST01", limit=50)["rounds"]
    assert {one["game"] for one in found} == {"stones"}
    assert len(found) == 8


def test_it_is_masked_and_searched(house: House, played: str) -> None:
    def found(**query: Any) -> list[str]:
        rounds = house.get("dana", "/v1/rounds", table="XX01", **query)["rounds"]
        return [one["round"] for one in rounds]

    wait_for(lambda: found(game="stones") == [played])
    assert found(piece="stone 12", seat=1, outcome="win", wager="lucky_stone") == [played]
    assert found(piece="stone 12", seat=3) == found(piece="stone 1") == []
    assert found(piece="S-7", seat="dealer") == [played]


def test_it_is_replayed_proved_verified_and_rebuilt(house: House, played: str) -> None:
    page, other, bundle = (house.data / one for one in ("page.html", "other.toml", "bundle.zip"))
    key = house.clients["vic"].get("/v1/log/key").text.strip()
    wait_for(lambda: sealed(house))
    told, *_, under, proved, verified, rebuilt = printed(
        house.build.calls(
            ("replay", played),
            ("replay", played, "--html", page),
            ("replay", played, "--bundle", bundle),
            ("replay", played, "--under", other),
            ("verify", bundle, "--key", key),
            ("verify", "--key", key),
            ("rebuild",),
            PITLEDGER_DATA=str(house.data),
        )
    )
    assert "The house had stone 7.\n" in told
    assert "stone 12 against stone 7" in page.read_text()
    assert "the tray -$40.00 -> +$20.00" in under
    assert "computed again by the rules, " in proved
    assert "NOT CHECKED" not in proved
    verdicts = [line.split()[-1] for line in verified.splitlines()[1:-1]]
    assert verdicts == ["right"] * len(verdicts), verified
    assert "rounds" in rebuilt


def sealed(house: House) -> bool:
    """A checkpoint covers all that was played so far."""
    size = house.clients["vic"].get("/v1/log/checkpoint").text.splitlines()[1]
    return not house.get("vic", "/v1/events", after=int(size))["events"]


def test_it_is_dealt_at_the_terminal(house: House) -> None:
    """With its own pieces, phases, keys and script; the floor and the replay are drawn of it too."""
    house.done(opening("XX02"))
    with open_browser() as browser:
        dana = Person(browser, house.address, "dana")
        dealt = AtTerminal(dana.context, house.address, "XX02")
        dealt.act("open_round")
        dealt.phase("betting")
        dealt.wager(1, "high_stone", 500)
        dealt.wager(1, "lucky_stone", 500)
        dealt.wager(3, "high_stone", 500, 500)
        dealt.act("no_more_bets")
        dealt.phase("no_more_bets")
        dealt.pick("S-7", "S-12")
        dealt.press("s", "4", "Enter")
        dealt.phase("drawn")
        expect(dealt.seat(3)).to_contain_text("face down")
        assert (dealt.violations(), dealt.small()) == ([], [])
        dealt.act("show_stones")
        dealt.phase("open")
        expect(dealt.page.locator(".felt .dealer")).to_contain_text("House stone before: 7")
        wait_for(
            lambda: (
                ["1", "Lucky stone", "win", "$50", "House rules of Stones 4(b)"] in dealt.decided()
            )
        )
        dealt.leave()
        expect(dana.goes_to("/").locator('[data-table="XX02"]')).to_contain_text("7")
        for path, words in PAGES:
            expect(dana.goes_to(path).locator("main")).to_contain_text(words)
        stone = dana.goes_to("/rounds/XX02-1-1").locator('use[href$="#stone-S-12"]')
        expect(stone.first).to_be_attached()
        dana.leaves()
