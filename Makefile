# Everything a newcomer needs. `make demo` and `make test` set up what they use by themselves.
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
ARGS ?=
# The tests start hundreds of processes: each would compile all of the project again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup demo test unit coverage lint types conformance bench browser prometheus kafka docs enumerate edges spark scale clean
setup: $(READY)

$(READY): pyproject.toml constraints.txt
	@if command -v uv >/dev/null 2>&1; then \
	  uv venv -q --allow-existing --python '>=3.11' $(VENV) && \
	  uv pip install -q --python $(BIN)/python -c constraints.txt -e '.[dev]'; \
	else \
	  $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed; set PYTHON=")' && \
	  $(PYTHON) -m venv $(VENV) && \
	  $(BIN)/python -m pip install -q --disable-pip-version-check -c constraints.txt -e '.[dev]'; \
	fi
	@touch $(READY)

demo: $(READY)
	@$(BIN)/pitledger demo $(ARGS)

# The rules, the folds and the tools by themselves: no database, no browser, no Java.
unit: $(READY)
	@$(BIN)/python -m pytest -n 2 tests/unit $(ARGS)

# Three workers on two cores: while one waits for a database or a broker, two compute.
test: lint types browser prometheus
	@$(BIN)/python -m pytest -n 3 $(ARGS)

# Which lines no test reaches; it takes twice as long.
coverage: $(READY)
	@$(BIN)/python -m pytest -n 3 --cov --cov-report=term $(ARGS)

lint: $(READY)
	@$(BIN)/ruff check . && $(BIN)/ruff format --check .

types: $(READY)
	@$(BIN)/mypy

# Every paragraph's own file, played and compared with what the regulation demands.
conformance: $(READY)
	@$(BIN)/pitledger play examples/conformance --expect examples/conformance

bench: $(READY)
	@$(BIN)/pitledger bench $(ARGS)

# The browser tests want a Chromium; where it can be had without asking anybody, get it.
# `make test BROWSER=no` gets none: the browser tests are skipped where there is none.
BROWSER ?= yes
browser:
	@if [ "$(BROWSER)" != no ] \
	  && ! command -v chromium chromium-browser google-chrome >/dev/null \
	  && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  echo "installing chromium by apt-get (for the browser tests); without: make test BROWSER=no"; \
	  { apt-get update -qq && apt-get install -y -qq chromium; } >/dev/null 2>&1 || \
	    echo "chromium could not be installed: the browser tests are skipped"; \
	fi

# Dashboards and alerts are tried on a real Prometheus. Unpacked, not installed: a package would
# start a server of its own.
PROMETHEUS := $(VENV)/prometheus
prometheus: $(READY)
	@if ! command -v prometheus >/dev/null && [ ! -x $(PROMETHEUS)/usr/bin/prometheus ] \
	  && command -v apt-get >/dev/null; then \
	  echo "fetching prometheus by apt-get (for the tests of dashboards and alerts)"; \
	  mkdir -p $(PROMETHEUS) && cd $(PROMETHEUS) && \
	  { { [ "$$(id -u)" != 0 ] || apt-get update -qq; } && apt-get download -qq prometheus && \
	    dpkg-deb -x prometheus_*.deb .; } >/dev/null 2>&1 || \
	    echo "prometheus could not be fetched: its tests are skipped"; \
	fi

kafka: $(READY)
	@$(BIN)/python -m services.kafka.local $(ARGS)

docs: $(READY)
	@$(BIN)/python -m services.tools.docgen

# All 154,143,080 hands of seven cards, counted beside the figures that are kept: some minutes.
enumerate: $(READY)
	@$(BIN)/python -m services.tools.enumerate

# The house way against the house way, tiles counted and cards dealt: some ten minutes.
edges: $(READY)
	@$(BIN)/python -m services.tools.house_way

# The history of many properties on Apache Spark, tried on this machine. It has an environment of its
# own: Spark is large, and the service and its tests need none of it.
SPARK := .venv-spark
SPARK_READY := $(SPARK)/.ready
spark: $(SPARK_READY)
	@$(SPARK)/bin/python -m pytest tests/integration/spark $(ARGS)

$(SPARK_READY): pyproject.toml constraints.txt
	@$(PYTHON) -m venv $(SPARK)
	@$(SPARK)/bin/python -m pip install -q --disable-pip-version-check -c constraints.txt -e '.[dev,spark]'
	@touch $(SPARK_READY)

# What one event costs on this machine, in time and bytes: the tables of docs/scale.md.
scale: $(READY)
	@$(BIN)/python -m services.tools.scale $(ARGS)

clean:
	rm -rf $(VENV) $(SPARK) .mypy_cache .pytest_cache .ruff_cache .hypothesis build *.egg-info
