"""Spark on this machine, or a cluster's, with what it needs to read Kafka's topics."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from pyspark.sql import SparkSession

from services.kafka.local import fetch_libraries

PROJECT: Final = Path(__file__).parents[2] / "deploy" / "spark"
"""Names the jars; where the project is installed without it, `spark.jars` must name them."""
_SHUFFLED_LOCALLY: Final = 2
"""Partitions a core, on one machine: streams are of different lengths."""


@contextmanager
def spark_session(master: str, *, with_kafka: bool = True) -> Iterator[SparkSession]:
    """A session, ended with the block; what `spark-defaults.conf` says holds where we say nothing.

    Without `PYSPARK_PYTHON` the workers take this Python, which has the folds.
    """
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    settings = SparkSession.builder.master(master).appName("pitledger group figures")
    # A folder called property=007 is the property 007, not 7.
    settings = settings.config("spark.sql.sources.partitionColumnTypeInference.enabled", "false")
    if master.startswith("local"):
        cores = os.cpu_count() or 1
        settings = (
            settings.config("spark.ui.enabled", "false")
            .config("spark.ui.showConsoleProgress", "false")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.log.level", "ERROR")
            .config("spark.sql.shuffle.partitions", str(cores * _SHUFFLED_LOCALLY))
        )
    if with_kafka and PROJECT.exists():
        settings = settings.config("spark.jars", _jars())
    session = settings.getOrCreate()
    try:
        yield session
    finally:
        session.stop()


def _jars() -> str:
    libraries = fetch_libraries(PROJECT, "dependency:copy")
    return ",".join(str(jar) for jar in sorted(libraries.glob("*.jar")))
