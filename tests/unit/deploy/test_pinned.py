"""The image's base is given by its digest, and the tools of generated clients are installed by hash."""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

from services.tools.release.locked import read_lock

DIGEST = "sha256:" + "0f" * 32


def make_image(root: Path, folder: Path, base: str) -> "subprocess.CompletedProcess[str]":
    """With a `docker` that says what it was asked for."""
    docker = folder / "docker"
    docker.write_text('#!/bin/sh\necho "$@"\n')
    docker.chmod(0o755)
    ready = ".venv/.ready"  # taken as made: nothing is installed
    return subprocess.run(
        ["make", "-s", "-o", ready, "image", base],
        cwd=root,
        env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"},
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip


@pytest.mark.parametrize("base", ["", "python:3.11-slim-bookworm", "python@sha256:", "a@sha256:12"])
def test_a_base_without_a_digest_is_refused(root: Path, tmp_path: Path, base: str) -> None:
    done = make_image(root, tmp_path, f"BASE={base}")
    assert done.returncode != 0
    assert "BASE must name the base by its digest" in done.stderr
    assert done.stdout == ""


def test_the_image_is_built_on_the_base_that_is_given(root: Path, tmp_path: Path) -> None:
    done = make_image(root, tmp_path, f"BASE=python@{DIGEST}")
    assert f"--build-arg BASE=python@{DIGEST}" in done.stdout, done.stderr
    told = (root / "deploy/image/Dockerfile").read_text()
    assert re.search(r"^ARG BASE$", told, re.MULTILINE)
    assert set(re.findall(r"^FROM (\S+)", told, re.MULTILINE)) == {"${BASE}"}


def test_the_generator_of_clients_is_locked_by_hash(root: Path) -> None:
    folder = root / "examples/clients"
    locked = read_lock(folder / "requirements.txt")
    assert all(one.hashes for one in locked.values())
    for line in (folder / "requirements.in").read_text().split():
        name, _, version = line.partition("==")
        assert locked[name].version == version


def test_packages_of_npm_are_locked_by_hash_and_name_no_registry(root: Path) -> None:
    folder = root / "examples/clients"
    locked = json.loads((folder / "package-lock.json").read_text())["packages"]
    asked = json.loads((folder / "package.json").read_text())
    top = locked.pop("")
    assert all(top[kind] == asked[kind] for kind in ("dependencies", "devDependencies"))
    assert all(one["integrity"].startswith("sha512-") for one in locked.values())
    assert not any("resolved" in one for one in locked.values())


def test_make_clients_installs_what_is_locked_and_nothing_else(root: Path) -> None:
    told = (root / "Makefile").read_text().partition("\nclients:")[2].partition("\n\n")[0]
    assert "--require-hashes --no-deps" in told
    assert "npm ci" in told
    assert "npm install" not in told
