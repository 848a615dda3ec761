"""The broker of `make kafka`: it ends with whoever started it."""

import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from services.kafka import local
from services.kafka.local import KafkaMissing, LocalKafka, free_port


def test_a_signal_takes_the_broker_along(data: Path) -> None:
    """Java would go on otherwise, over a folder that may be gone."""
    if shutil.which("java") is None or shutil.which("mvn") is None:
        pytest.skip("no Java: a local Kafka needs java (17 or newer) and mvn on the PATH")
    with ExitStack() as both:  # starting takes longest: at once
        started = [
            (how, *both.enter_context(making_kafka(data / how.name)))
            for how in (signal.SIGTERM, signal.SIGHUP)
        ]
        for how, process, port in started:
            assert process.stdout is not None
            assert f"127.0.0.1:{port}" in process.stdout.readline()
            process.send_signal(how)
        for _, process, port in started:
            assert process.wait(40) == 0
            with socket.socket() as probe:
                assert probe.connect_ex(("127.0.0.1", port)) != 0


@contextmanager
def making_kafka(folder: Path) -> Iterator[tuple["subprocess.Popen[str]", int]]:
    """What `make kafka` starts, and the port that it was given."""
    port = free_port()
    command = [sys.executable, "-m", "services.kafka.local", str(port), str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process, port
        finally:
            process.terminate()  # if the test failed before


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
