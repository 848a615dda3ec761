"""What tests of processes share: the service's settings, for it and for the test; a small disk."""

import os
import shutil
import subprocess
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from services.kafka.local import LocalKafka
from services.settings import Settings, read_settings
from services.settings_sources import PREFIX


@pytest.fixture
def settings(broker: LocalKafka, database: str) -> Settings:
    """A database and topics of the test's own."""
    return read_settings(
        {},
        database_url=database,
        kafka_bootstrap=broker.bootstrap,
        topic_prefix=f"h{uuid.uuid4().hex[:8]}.",
        partitions=3,
    )


@pytest.fixture
def environment(settings: Settings) -> dict[str, str]:
    """The same for a process."""
    told = settings.model_dump(include=settings.model_fields_set)
    return {PREFIX + name.upper(): str(value) for name, value in told.items()}


@pytest.fixture
def small_disk(data: Path) -> Iterator[Path]:
    """A disk with room for a cluster and little more."""
    disk = data / "disk"
    disk.mkdir()
    if shutil.which("mount") is None or os.geteuid() != 0:
        pytest.skip("no mount: a small disk takes root's rights")
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=160m,mode=755", "tmpfs", str(disk)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if made.returncode:
        pytest.skip(f"no mount: {made.stderr.strip()}")
    yield disk
    subprocess.run(["umount", "-l", str(disk)], check=True)
