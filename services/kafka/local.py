"""A real Apache Kafka on this machine, one node on loopback: for the tests and for trying out."""

import contextlib
import fcntl
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final

from kafka import KafkaAdminClient
from kafka.errors import KafkaError

from services.settings import default_data

PROJECT: Final = Path(__file__).parents[2] / "deploy" / "kafka"
_CLUSTER: Final = "cGl0bGVkZ2VyLWxvY2FsLTE"
_USUAL_PORT: Final = 9092
_PORTS: Final = range(20_000, 32_000)
_READY_WITHIN_SECONDS: Final = 180.0
"""It takes five on an idle machine; on a busy one it has its time."""
_STOPS_WITHIN_SECONDS: Final = 30.0


class KafkaMissing(Exception):
    """What a local broker needs is not on this machine."""


def fetch_libraries(project: Path = PROJECT, goal: str = "dependency:copy-dependencies") -> Path:
    """The jars a Maven project names, fetched once into its target folder."""
    libraries = project / "target" / "libs"
    if (libraries / ".complete").exists():
        return libraries
    maven = shutil.which("mvn")
    if shutil.which("java") is None or maven is None:
        raise KafkaMissing("no Java: a local Kafka needs java (17 or newer) and mvn on the PATH")
    (project / "target").mkdir(exist_ok=True)
    with (project / "target" / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # two that fetch at once would copy over each other
        if (libraries / ".complete").exists():
            return libraries
        done = subprocess.run(  # noqa: S603  found on the PATH, arguments of our own
            [maven, "-q", "-B", goal],
            cwd=project,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode == 0:
            (libraries / ".complete").touch()
    if done.returncode:
        told = (done.stdout + done.stderr).strip().splitlines()[:3]
        raise KafkaMissing("no Kafka: Maven could not fetch it: " + " ".join(told))
    return libraries


def free_port() -> int:
    """A port that nothing uses, below the range from which the system serves connections.

    So it is still free when a server that was stopped starts on it again.
    """
    while True:
        port = secrets.choice(_PORTS)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


class LocalKafka:
    """One broker with its own folder; it keeps its port and its data when it is started again."""

    def __init__(self, folder: Path, port: int | None = None) -> None:
        self._folder = folder
        self._port = port or free_port()
        self._controller = free_port()
        self._process: subprocess.Popen[bytes] | None = None
        self._libraries = fetch_libraries()
        self._runtime = shutil.which("java") or "java"

    @property
    def bootstrap(self) -> str:
        return f"127.0.0.1:{self._port}"

    @property
    def port(self) -> int:
        return self._port

    @property
    def pid(self) -> int | None:
        return None if self._process is None else self._process.pid

    def start(self) -> None:
        """Up and answering when it returns."""
        self._folder.mkdir(parents=True, exist_ok=True)
        settings = self._folder / "server.properties"
        if not settings.exists():
            settings.write_text(self._settings())
            self._java("kafka.tools.StorageTool", "format", "--standalone", "-t", _CLUSTER,
                       "-c", str(settings), *self._users()).wait()  # fmt: skip
        self._process = self._java("kafka.Kafka", str(settings))
        self._wait_until_ready()

    def stop(self) -> None:
        """A clean shutdown."""
        self._end(kill=False)

    def kill(self) -> None:
        """As a power cut would end it."""
        self._end(kill=True)

    def wait(self) -> None:
        """Until the broker ends by itself."""
        if self._process is not None:
            self._process.wait()

    def _end(self, *, kill: bool) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        if kill:
            process.kill()
        else:
            process.terminate()
        try:
            process.wait(_STOPS_WITHIN_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _java(self, *arguments: str) -> "subprocess.Popen[bytes]":
        log = (self._folder / "kafka.log").open("ab")
        with log:
            return subprocess.Popen(  # noqa: S603  arguments of our own
                [
                    self._runtime,
                    "-Xmx512m",
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",  # it is short-lived: starting costs most
                    "-cp",
                    f"{self._libraries}/*",
                    *arguments,
                ],
                stdout=log,
                stderr=subprocess.STDOUT,
                env={**os.environ, "LOG4J_CONFIGURATION_FILE": str(PROJECT / "log4j2.properties")},
            )

    def _wait_until_ready(self) -> None:
        until = time.monotonic() + _READY_WITHIN_SECONDS
        while time.monotonic() < until:
            if self._process is None or self._process.poll() is not None:
                raise KafkaMissing(f"no Kafka: the broker ended; see {self._folder / 'kafka.log'}")
            if self._answers():
                return
            time.sleep(0.1)
        self.kill()
        raise KafkaMissing(f"no Kafka: the broker does not answer on {self.bootstrap}")

    def _users(self) -> list[str]:
        """Who may sign in, as it is formatted; here nobody has to."""
        return []

    def _client(self) -> dict[str, Any]:
        """How to speak to it."""
        return {}

    def _answers(self) -> bool:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", self._port)) != 0:
                return False
        try:
            admin = KafkaAdminClient(
                bootstrap_servers=self.bootstrap, request_timeout_ms=2000, **self._client()
            )
            try:
                admin.list_topics()
            finally:
                admin.close()
        except KafkaError:
            return False
        return True

    def _settings(self) -> str:
        return "".join(f"{name}={value}\n" for name, value in self._properties().items())

    def _properties(self) -> dict[str, str]:
        broker, controller = f"127.0.0.1:{self._port}", f"127.0.0.1:{self._controller}"
        return {
            "process.roles": "broker,controller",
            "node.id": "1",
            "controller.quorum.bootstrap.servers": controller,
            "controller.listener.names": "CONTROLLER",
            "listeners": f"PLAINTEXT://{broker},CONTROLLER://{controller}",
            "advertised.listeners": f"PLAINTEXT://{broker}",
            "listener.security.protocol.map": "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
            "log.dirs": str(self._folder / "data"),
            "offsets.topic.replication.factor": "1",
            "offsets.topic.num.partitions": "5",
            "transaction.state.log.replication.factor": "1",
            "transaction.state.log.min.isr": "1",
            "group.initial.rebalance.delay.ms": "0",
            "group.min.session.timeout.ms": "1000",
            # One that was killed is let in again when its old session is over.
            "broker.session.timeout.ms": "1500",
            "broker.heartbeat.interval.ms": "300",
            "auto.create.topics.enable": "false",
        }


def main() -> None:
    """`make kafka`: fetch once, start, say where, run until Ctrl-C."""
    port = int(sys.argv[1]) if len(sys.argv) > 1 else _USUAL_PORT
    folder = Path(sys.argv[2]) if len(sys.argv) > 2 else default_data() / "kafka"
    for one in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(one, signal.default_int_handler)
    broker = None
    try:
        broker = LocalKafka(folder, port)
        with contextlib.suppress(KeyboardInterrupt):
            broker.start()
            print(f"Kafka answers; export PITLEDGER_KAFKA_BOOTSTRAP={broker.bootstrap}", flush=True)  # noqa: T201
            broker.wait()
    except KafkaMissing as error:
        sys.exit(f"pitledger: {error}")
    finally:
        # However it ends, nobody is left over a folder that may be gone.
        if broker is not None:
            broker.stop()


if __name__ == "__main__":
    main()
