"""A wager added to a copy of the tree as CONTRIBUTING.md says, and a history of before verified by
that copy; and the same with a step left out."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest

from domain.games.pai_gow.regulations.nj_pai_gow import NJ_PAI_GOW
from services.evidence.bundle import everything, make_evidence
from services.transparency.sealed_log import SealedLog
from tests.support.processes.builds import ROOT, Build, copied
from tests.support.transparency.at_once import KEY
from tests.support.verifying import THRESHOLD, House

NOW: Final = NJ_PAI_GOW.ref
NEXT: Final = f"nj-pai-gow@{NJ_PAI_GOW.version + 1}"
REGULATIONS: Final = "domain/games/pai_gow/regulations"
RELEASE: Final = """
from pathlib import Path
from domain.game_library import LIBRARY
from services.tools.compatibility.released import keep_rules, last_release
keep_rules(last_release(Path()), LIBRARY.carried)
"""
HELD: Final = """
from pathlib import Path
from services.tools.compatibility.released import other_rules_since
print(*other_rules_since(Path()), sep="\\n")
"""


class Raised(Build):
    """A tree that a wager is added to."""

    __slots__ = ()

    def verify(self, house: House, *words: str) -> "subprocess.CompletedProcess[str]":
        where = {
            "PITLEDGER_DATABASE_URL": house.url,
            "PITLEDGER_CURRENCY_THRESHOLD": THRESHOLD,
        }
        return self.pitledger("verify", "--key", str(KEY.verifier), *words, **where)

    def add_the_wager(self, *, since: str) -> None:
        """The block of CONTRIBUTING.md, at the end of `on_dice.py`."""
        found = re.search(
            r"```python\n(def _eleven.*?)```", (ROOT / "CONTRIBUTING.md").read_text(), re.DOTALL
        )
        assert found is not None
        block, told = re.subn(r'    since=\{"nj-pai-gow": \d+\},.*\n', since, found[1])
        assert told == 1
        end = "ON_THE_DICE: Final = (*ON_TRIPLES, *ON_THE_EYE)\n"
        self.edit("domain/games/pai_gow/wagers/on_dice.py", (end, block))

    def raise_the_version(self) -> None:
        version = NJ_PAI_GOW.version
        self.edit(
            f"{REGULATIONS}/nj_pai_gow.py", (f"version={version},", f"version={version + 1},")
        )
        before = f"NJ_PAI_GOW_{version}: Final = replace(NJ_PAI_GOW, version={version})\n"
        listed = f"EARLIER: Final = (\n    NJ_PAI_GOW_{version},\n"
        self.edit(f"{REGULATIONS}/earlier.py", ("EARLIER: Final = (\n", before + listed))


def released(folder: Path) -> Raised:
    """A copy of this tree, whose rules are released as they are."""
    build = Raised(copied(folder, "deploy/schemas/released"))
    done = build.run("-c", RELEASE)
    assert done.returncode == 0, done.stderr
    return build


@pytest.fixture(scope="module")
def raised(tmp_path_factory: pytest.TempPathFactory) -> Raised:
    build = released(tmp_path_factory.mktemp("raised"))
    build.add_the_wager(since=f'    since={{"nj-pai-gow": {NJ_PAI_GOW.version + 1}}},\n')
    build.raise_the_version()
    return build


@pytest.fixture(scope="module")
def not_raised(tmp_path_factory: pytest.TempPathFactory) -> Raised:
    build = released(tmp_path_factory.mktemp("not-raised"))
    build.add_the_wager(since="")
    return build


@pytest.fixture(scope="module")
def evidence(yesterday: House, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of a round that was played under the version that this tree has in force."""
    opened = next(
        one["round"]
        for one in yesterday.found("SELECT round, state FROM pitledger_events WHERE round <> ''"
                                   " AND topic LIKE 'pitledger.RoundOpened.v%%'"
                                   " ORDER BY notification_id")
        if json.loads(bytes(one["state"]))["regulation"] == NOW
    )  # fmt: skip
    file = tmp_path_factory.mktemp("evidence") / "evidence.zip"
    with yesterday.ledger() as ledger:
        file.write_bytes(make_evidence(ledger, SealedLog(ledger.datastore), opened, everything))
    return file


def events_of(told: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in told.splitlines()]


def test_with_its_version_an_older_history_is_right(raised: Raised, yesterday: House) -> None:
    assert raised.run("-c", HELD).stdout.strip() == ""
    regulations = json.loads(raised.pitledger("version", "--json").stdout)["regulations"]
    assert regulations[NOW] == NJ_PAI_GOW.content_hash()
    assert regulations[NEXT] != NJ_PAI_GOW.content_hash()
    done = raised.verify(yesterday, "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    counts = {part["part"]: part["counts"] for part in json.loads(done.stdout)["parts"]}
    assert counts["settlements"]["settlements"] > 0


def test_with_its_version_older_evidence_is_settled_as_it_was(
    raised: Raised, evidence: Path
) -> None:
    done = raised.pitledger("verify", str(evidence), "--key", str(KEY.verifier))
    assert done.returncode == 0, done.stderr
    assert "computed again by the rules, " in done.stdout
    assert "NOT CHECKED" not in done.stdout


def test_with_its_version_it_is_played_at_tables_opened_from_then_on(
    raised: Raised, tmp_path: Path
) -> None:
    """By simulated guests, who have no list of wagers."""
    told = tmp_path / "told.jsonl"
    floor = ("--tables", "21", "--craps", "0", "--rounds", "20", "--seed", "4")
    assert raised.pitledger("simulate", *floor, "--out", str(told)).returncode == 0
    played = raised.pitledger("play", str(told))
    assert played.returncode == 0, played.stderr
    events = events_of(played.stdout)
    opened = {one["table"]: one["regulation"] for one in events if one["event"] == "TableOpened"}
    eleven = [
        one for one in events if one["event"] == "WagerSettled" and one["wager"] == "yo_leven"
    ]
    assert {opened[one["table"]] for one in eleven} == {NEXT}
    assert {one["outcome"] for one in eleven} >= {"win", "lose"}
    won = next(one for one in eleven if one["outcome"] == "win")
    assert (won["paid"] * 2, won["rule"]) == (won["amount"] * 13, "19:47-10.11(y)")
    explained = raised.pitledger("play", "--explain", str(told)).stdout
    assert "'s yo leven wager of $" in explained
    assert ": the dice come to 11, paid 13 to 2, $" in explained


def test_with_its_version_tables_of_the_version_before_do_not_have_it(
    raised: Raised, tmp_path: Path
) -> None:
    told = tmp_path / "told.jsonl"
    elected = {"regulation": "nj-pai-gow", "triples_bonus": True}
    commands = [
        {"command": "open_table", "table": "PG01", "submission": elected, "inventory": 100_000},
        {"command": "open_round"},
        {"command": "place_wager", "seat": 1, "wager": "pai_gow", "amount": 500},
        {"command": "place_wager", "seat": 1, "wager": "yo_leven", "amount": 500},
    ]
    told.write_text("".join(f"{json.dumps(one)}\n" for one in commands))
    assert raised.pitledger("play", str(told)).returncode == 0
    done = raised.pitledger("play", "--version", NOW, str(told))
    assert done.returncode == 3
    refused = events_of(done.stdout)[-1]["rejected"]
    assert "`yo_leven` is not offered at this table" in refused["reason"]


def test_without_it_every_released_version_is_held_and_the_way_out_is_told(
    not_raised: Raised,
) -> None:
    told = not_raised.run("-c", HELD).stdout.splitlines()
    assert {line.split()[0] for line in told} == {
        f"nj-pai-gow@{version}" for version in range(1, NJ_PAI_GOW.version + 1)
    }
    for line in told:
        assert "this build states it otherwise: wagers.yo_leven is new" in line
        assert "raise the version" in line
        assert "CONTRIBUTING.md" in line


@pytest.mark.parametrize("words", [(), ("--from", "200")], ids=["whole", "range"])
def test_without_it_verify_speaks_of_other_rules_and_not_of_a_change(
    not_raised: Raised, yesterday: House, words: tuple[str, ...]
) -> None:
    done = not_raised.verify(yesterday, "--json", *words)
    assert done.returncode == 7, done.stdout + done.stderr
    said = json.loads(done.stdout)
    first = said["first_bad"]
    assert (said["verified"], first["part"], first["code"]) == (False, "settlements", 7)
    assert "this build's rules differ from those that the table was opened under" in first["what"]
    assert f"{NOW} was sha256 {NJ_PAI_GOW.content_hash()} then, and is " in first["what"]
    assert "`pitledger version --json` names" in first["todo"]
    wrong = [part for part in said["parts"] if part["found"]]
    assert [part["found"] - part["by_other_rules"] for part in wrong] == [0]
    # All else is decided again by the rules as they are here, and comes out as it is stored.
    assert all("was opened under" in one["what"] for one in wrong[0]["findings"])


def test_without_it_verify_tells_a_person_the_same(not_raised: Raised, yesterday: House) -> None:
    done = not_raised.verify(yesterday, "--only", "settlements")
    assert done.returncode == 7
    assert "by other rules" in done.stdout
    assert "\nNot verified by this build: event " in done.stdout
    assert "bad event" not in done.stdout


def test_without_it_a_change_is_a_change_all_the_same(not_raised: Raised, house: House) -> None:
    event = house.event("WagerPlaced", 3)
    house.rewrite(event["notification_id"], ('"seat":', '"seat": '))
    done = not_raised.verify(house, "--json", "--only", "tree,settlements")
    assert done.returncode == 1, done.stdout
    assert json.loads(done.stdout)["first_bad"]["position"] == event["notification_id"]


def test_without_it_evidence_is_as_sealed_and_of_other_rules(
    not_raised: Raised, evidence: Path
) -> None:
    done = not_raised.pitledger("verify", str(evidence), "--key", str(KEY.verifier))
    assert done.returncode == 7
    assert "all in the log" in done.stdout
    assert "computed again by this build's rules, " in done.stdout
    assert "this build's rules differ" in done.stderr


def test_without_it_a_replay_says_so(not_raised: Raised, yesterday: House, evidence: Path) -> None:
    played = next(
        one["said"]
        for one in (yesterday.event("RoundOpened", number) for number in range(5))
        if one["said"]["regulation"] == NOW
    )
    words = ("replay", played["round"])
    done = not_raised.pitledger(*words, PITLEDGER_DATABASE_URL=yesterday.url)
    assert done.returncode == 0
    assert "this build's rules differ" in done.stderr
    assert played["round"] in done.stderr
