"""The broker of `make kafka`: it ends with whoever started it."""

import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from services.kafka import local
from services.kafka.local import KafkaMissing, LocalKafka, free_port


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_takes_the_broker_along(how: signal.Signals, data: Path) -> None:
    """Java would go on otherwise, over a folder that may be gone."""
    if shutil.which("java") is None or shutil.which("mvn") is None:
        pytest.skip("no Java: a local Kafka needs java (17 or newer) and mvn on the PATH")
    port = free_port()
    with subprocess.Popen(
        [sys.executable, "-m", "services.kafka.local", str(port), str(data / "kafka")],
        stdout=subprocess.PIPE,
        text=True,
    ) as started:
        assert started.stdout is not None
        assert f"127.0.0.1:{port}" in started.stdout.readline()
        started.send_signal(how)
        assert started.wait(40) == 0
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", port)) != 0


def test_one_that_does_not_answer_in_time_is_not_left_behind(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local, "_READY_WITHIN_SECONDS", 0.0)
    try:
        broker = LocalKafka(data / "kafka")
    except KafkaMissing as missing:
        pytest.skip(str(missing))
    with pytest.raises(KafkaMissing, match="does not answer"):
        broker.start()
    assert broker._process is None
