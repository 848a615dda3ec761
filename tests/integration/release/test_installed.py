"""Installed from its wheel, beside packages of others with the same names, it works as it is."""

import json
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import httpx
import pytest

from services.tools.release.building import Built
from tests.integration.release.conftest import LOCK, OTHERS, Installed, installer, of_nobody
from tests.support.processes.service import Process
from tests.support.processes.waiting import wait_for
from tests.support.shared import new_data_folder

_OPENS_WITHIN_SECONDS = 180


def label(installed: Installed) -> dict[str, str]:
    file = installed.packages / "pitledger/app/services/build.json"
    read: dict[str, str] = json.loads(file.read_text())
    return read


def test_it_says_which_build_it_is(installed: Installed) -> None:
    told = json.loads(installed.run("version", "--json").stdout)
    assert told == label(installed)
    assert told["version"] == version("pitledger")


def test_the_names_of_others_stay_theirs(installed: Installed) -> None:
    for name in OTHERS:
        whose = installed.python("-c", f"import {name}; print({name}.WHOSE)")
        assert whose == f"somebody else, {name}\n"


def test_a_demo_on_the_embedded_default_balances_and_its_read_models_are_folded_again(
    installed: Installed, data: Path
) -> None:
    """By spawned processes: each has to find the folds, where Python by itself does not look."""
    done = installed.run("demo", "--once", "--tables=2", "--rounds=2", f"--data={data}")
    assert done.returncode == 0, done.stderr
    assert "Balanced to the cent." in done.stdout
    done = installed.run("rebuild", "--processes=2", f"--data={data}")
    assert done.returncode == 0, done.stderr


def test_it_lists_the_rules_and_the_examples_it_brings(installed: Installed, root: Path) -> None:
    told = installed.run("rules", "list").stdout
    for example in (root / "examples/submissions").iterdir():
        assert f"{installed.packages}/pitledger/app/examples/submissions/{example.name}" in told


def test_a_file_is_played_as_in_the_tree(installed: Installed, root: Path) -> None:
    file = str(root / "examples" / "craps.jsonl")
    done = installed.run("play", "--explain", file)
    here = subprocess.run(
        [sys.executable, "-m", "services.cli.main", "play", "--explain", file],
        capture_output=True,
        text=True,
        check=True,
    )
    assert (done.returncode, done.stdout) == (0, here.stdout)


class House(Process):
    """`python -m pitledger serve` of the installation."""

    def __init__(self, installed: Installed, data: Path) -> None:
        super().__init__()
        self._program = installed.folder / "tools" / "pitledger" / "bin" / "python"
        self._data = data

    def launch(self) -> None:
        self.process = subprocess.Popen(
            [self._program, "-m", "pitledger", "serve", "--port", "0"],
            cwd=self._data,
            env=of_nobody(PITLEDGER_DATA=str(self._data)),
            stdout=subprocess.PIPE,
            text=True,
        )


@pytest.fixture(scope="module")
def url(installed: Installed) -> Iterator[str]:
    """Where every part runs as a process of its own."""
    with new_data_folder() as data:
        house = House(installed, data)
        house.launch()
        # Parts that cannot start are started again and again: then nothing is ever said.
        end = threading.Timer(_OPENS_WITHIN_SECONDS, house.process.kill)
        end.start()
        assert house.process.stdout is not None
        found = re.search(r"http://127.0.0.1:\d+", house.process.stdout.readline())
        end.cancel()
        assert found
        yield found[0]
        house.signal(signal.SIGTERM)
        assert house.gone() == 0


def test_every_part_runs(url: str) -> None:
    wait_for(lambda: httpx.get(f"{url}/readyz").status_code == 200)


@pytest.mark.parametrize("page", ["/", "/rules", "/reports", "/rounds", "/count", "/meters"])
def test_pages_and_all_that_they_load_are_served(url: str, page: str) -> None:
    answer = httpx.get(url + page)
    assert answer.status_code == 200, answer.text
    loaded = set(re.findall(r'(?:href|src)="(/static/[^"#]+)', answer.text))
    assert loaded
    for one in loaded:
        assert httpx.get(url + one).status_code == 200, one


def test_the_page_of_the_system_names_the_commit(url: str, installed: Installed) -> None:
    assert (
        f"{version('pitledger')} ({label(installed)['revision'][:12]})"
        in httpx.get(f"{url}/system").text
    )


def test_pipx_installs_it_too(built: Built, tmp_path: Path) -> None:
    where = {
        "PIPX_HOME": str(tmp_path / "home"),
        "PIPX_BIN_DIR": str(tmp_path / "bin"),
        "PIPX_MAN_DIR": str(tmp_path / "man"),
        "PIPX_DEFAULT_BACKEND": "uv",  # which has downloaded everything already
    }
    command = [installer("pipx"), "install", "--python", sys.executable]
    done = subprocess.run(
        [*command, f"--pip-args=-c {LOCK}", str(built.wheel)],
        env=of_nobody(**where),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told = subprocess.run(
        [tmp_path / "bin" / "pitledger", "--version"], capture_output=True, text=True, check=True
    )
    assert told.stdout == f"pitledger {version('pitledger')}\n"
