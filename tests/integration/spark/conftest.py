"""A group of three properties, on the topics of a real broker and as Parquet; Spark in this process.

Where pyspark is not installed each file says so and is skipped: `make spark` runs them.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from services.kafka.local import LocalKafka
from tests.support.kafka.feeds import FromKafka

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from tests.support.spark.properties import Property


@pytest.fixture(scope="session")
def spark() -> "Iterator[SparkSession]":
    from pyspark import SparkContext  # noqa: PLC0415

    from services.spark.session import spark_session  # noqa: PLC0415

    with spark_session("local[2]") as session:
        yield session
    # Java would end with this process only; by then it counts as left behind.
    java = SparkContext._gateway.proc
    java.stdin.close()
    java.wait()


@pytest.fixture(scope="session")
def group(server: str, broker: LocalKafka) -> "Iterator[list[Property]]":
    """All published by the real relay, one of them twice, as by a relay that died."""
    from tests.support.spark.properties import three_properties  # noqa: PLC0415

    with three_properties(server, broker.bootstrap) as found:
        for number, one in enumerate(found):
            supply = FromKafka(one.settings, one.ledger)
            supply.settle()
            if number == 0:
                supply.repeat()
        yield found


@pytest.fixture(scope="session")
def files(group: "list[Property]", tmp_path_factory: pytest.TempPathFactory) -> str:
    """The same as Parquet, a folder a house."""
    folder = tmp_path_factory.mktemp("exported")
    for one in group:
        one.write_parquet(folder)
    return f"{folder}/*/events"
