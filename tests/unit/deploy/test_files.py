"""Files to deploy by: taken by what reads them, and true to the program they start."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import typer
import yaml

from domain.game_library import LIBRARY
from services.cli.main import app
from services.settings import Settings
from services.tools.release.image import build_arguments

_SETTING = re.compile(r"\bPITLEDGER_([A-Z][A-Z_]+)\b")
_OF_THE_DATABASE = {"OWNER_PASSWORD", "SERVING_PASSWORD"}
"""Asked for by the database's own container alone."""


def commands() -> set[str]:
    made = typer.main.get_command(app)
    return set(made.commands)  # type: ignore[attr-defined]


@pytest.fixture
def house(root: Path) -> list[dict[str, Any]]:
    """What kubernetes is given for one property."""
    kubectl = shutil.which("kubectl")
    if kubectl is None:
        pytest.skip("no kubectl here: what it is given for a house is not made")
    made = subprocess.run(
        [kubectl, "kustomize", root / "deploy/kubernetes/house"],
        check=True,
        capture_output=True,
        text=True,
    )
    return list(yaml.safe_load_all(made.stdout))


def pods(house: list[dict[str, Any]]) -> Iterator[tuple[str, dict[str, Any]]]:
    for one in house:
        if one["kind"] in ("Deployment", "Job"):
            yield one["metadata"]["name"], one["spec"]["template"]["spec"]


def test_all_of_it_is_what_kubernetes_takes(house: list[dict[str, Any]]) -> None:
    for one in house:
        kubernetes_validate.validate(one, kubernetes_validate.latest_version(), strict=True)


def test_every_pod_may_do_little_and_is_told_nothing_by_service_links(
    house: list[dict[str, Any]],
) -> None:
    """Links would set PITLEDGER_PORT to an address, which is a setting of ours."""
    for name, pod in pods(house):
        assert pod["enableServiceLinks"] is False, name
        assert pod["automountServiceAccountToken"] is False, name
        assert pod["securityContext"]["runAsNonRoot"] is True, name
        for container in (*pod.get("initContainers", ()), *pod["containers"]):
            allowed = container["securityContext"]
            assert allowed["readOnlyRootFilesystem"] is True, name
            assert allowed["capabilities"] == {"drop": ["ALL"]}, name
            assert container["resources"]["limits"]["memory"], name


def test_every_pod_runs_a_command_that_there_is(house: list[dict[str, Any]]) -> None:
    started = {pod["containers"][0]["args"][0] for _, pod in pods(house)}
    assert started == {"migrate", "api", "follow"}
    assert started <= commands()


def test_only_who_migrates_has_the_owners_address(house: list[dict[str, Any]]) -> None:
    for name, pod in pods(house):
        secrets = {
            source["secretRef"]["name"]
            for source in pod["containers"][0]["envFrom"]
            if "secretRef" in source
        }
        assert ("pitledger-owner" in secrets) == (name == "migrate")


def test_the_api_says_when_it_is_ready_and_a_budget_holds_for_it(
    house: list[dict[str, Any]],
) -> None:
    api = dict(pods(house))["api"]["containers"][0]
    assert api["readinessProbe"]["httpGet"]["path"] == "/readyz/api"
    assert api["livenessProbe"]["httpGet"]["path"] == "/livez"
    budgets = {one["metadata"]["name"] for one in house if one["kind"] == "PodDisruptionBudget"}
    assert {"api", "follow"} <= budgets
    several = {one["metadata"]["name"]: one for one in house if one["kind"] == "Deployment"}
    assert several["api"]["spec"]["replicas"] >= 2
    told = {one["name"]: one for one in api["env"]}
    assert told["PITLEDGER_DESK_HOST"]["valueFrom"]["fieldRef"]["fieldPath"] == "status.podIP"


def test_compose_starts_every_part(root: Path) -> None:
    told = yaml.safe_load((root / "deploy/compose/compose.yaml").read_text())
    started = [one["command"][0] for one in told["services"].values() if "command" in one]
    assert sorted(started) == ["api", "api", "follow", "migrate"]
    named = {volume for one in told["services"].values() for volume in one.get("volumes", ())}
    kept = {volume.partition(":")[0] for volume in named if not volume.startswith(".")}
    assert kept == set(told["volumes"])


@pytest.mark.parametrize("folder", ["compose", "image", "kubernetes", "systemd"])
def test_every_setting_that_is_named_is_one(root: Path, folder: str) -> None:
    known = {name.upper() for name in Settings.model_fields} | _OF_THE_DATABASE
    for path in (root / "deploy" / folder).rglob("*"):
        if path.is_file() and "secrets" not in path.parts:
            assert set(_SETTING.findall(path.read_text())) <= known, path


def test_the_image_is_built_by_the_steps_that_can_be_tried_without_one(root: Path) -> None:
    told = (root / "deploy/image/Dockerfile").read_text()
    assert "RUN deploy/image/build.sh /opt/pitledger" in told
    assert "\nUSER 10001:10001\n" in told
    copied = {
        line.split()[1]
        for line in told.splitlines()
        if line.startswith("COPY ") and "--" not in line
    }
    for name in copied - {"pyproject.toml"}:
        assert (root / name).exists()
        assert f"!{name}" in (root / ".dockerignore").read_text().splitlines()


def test_the_image_is_labelled_with_all_that_is_told_to_its_builder(root: Path) -> None:
    told = (root / "deploy/image/Dockerfile").read_text()
    for name in build_arguments(root):
        assert f"\nARG {name}" in told.partition("\nFROM ${BASE}")[2], name
        assert f'="${{{name}}}"' in told, name
    for label in ("version", "revision", "created", "source", "licenses"):
        assert f"org.opencontainers.image.{label}=" in told, label


def test_every_label_of_the_image_has_its_value(root: Path) -> None:
    told = build_arguments(root)
    assert all(told.values())
    assert [one.partition("=")[0] for one in told["REGULATIONS"].split(",")] == [
        one.ref for one in LIBRARY.carried
    ]
    assert not any(" " in one for one in told.values())


def test_units_are_what_systemd_takes(root: Path, tmp_path: Path) -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("no systemd-analyze here: the units are not read")
    for unit in (root / "deploy/systemd").iterdir():
        # The programs they start are on no machine but the house's.
        text = re.sub(
            r"^ExecStart=\S+", "ExecStart=/bin/true", unit.read_text(), flags=re.MULTILINE
        )
        (tmp_path / unit.name.replace("@.", "@desk.")).write_text(text)
    done = subprocess.run(
        [program, "verify", *sorted(tmp_path.iterdir())],
        capture_output=True,
        text=True,
        check=False,
    )
    ours = [line for line in done.stderr.splitlines() if "pitledger" in line]
    assert not ours, ours
