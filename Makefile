# Everything a newcomer needs. `make demo` and `make test` set up what they use by themselves.
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
ARGS ?=
# The tests start hundreds of processes: each would compile all of the project again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup demo test unit release-test coverage lint types conformance bench browser prometheus servers postgres installers clients lock release image kafka docs compatible released enumerate edges spark spark-env scale clean
setup: $(READY)

# Everything by its hash, and nothing looked for: a lock is whole. Then the tree itself.
$(READY): pyproject.toml deploy/locked/dev.txt
	@if command -v uv >/dev/null 2>&1; then \
	  uv venv -q --allow-existing --python '>=3.11' $(VENV) && \
	  uv pip install -q --python $(BIN)/python --require-hashes --no-deps -r deploy/locked/dev.txt && \
	  uv pip install -q --python $(BIN)/python --no-deps --no-build-isolation -e .; \
	else \
	  $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed; set PYTHON=")' && \
	  $(PYTHON) -m venv $(VENV) && \
	  $(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes --no-deps -r deploy/locked/dev.txt && \
	  $(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .; \
	fi
	@touch $(READY)

demo: $(READY)
	@$(BIN)/pitledger demo $(ARGS)

# The rules, the folds and the tools by themselves: no database, no browser, no Java.
unit: $(READY)
	@$(BIN)/python -m pytest -n 2 tests/unit $(ARGS)

# All that a change can break. Spark is fetched while mypy computes.
test: browser prometheus
	@$(MAKE) -s -j2 lint types spark-env
	@$(BIN)/python -m pytest -n 2 $(ARGS)

# That, with four times the examples, and what a change can hardly break: the wheel as uv and pipx
# install it, generated clients, other versions of PostgreSQL, pgbouncer, Spark, a long soak.
release-test: lint types browser prometheus servers installers clients spark
	@TESTS=all $(BIN)/python -m pytest -n 2 $(ARGS)
	@$(BIN)/pitledger bench --only soak --seconds 600

# Which lines no test reaches; it takes twice as long.
coverage: $(READY)
	@PRELOADED=no $(BIN)/python -m pytest -n 2 --cov --cov-report=term $(ARGS)

lint: $(READY)
	@$(BIN)/ruff check . && $(BIN)/ruff format --check .

types: $(READY)
	@$(BIN)/mypy

# Every paragraph's own file, played and compared with what the regulation demands.
conformance: $(READY)
	@$(BIN)/pitledger play examples/conformance --expect examples/conformance

bench: $(READY)
	@$(BIN)/pitledger bench $(ARGS)

# The browser tests want a Chromium, without a window if possible: it takes half the processor time.
# Where one can be had without asking anybody, get it.
# `make test BROWSER=no` gets none: the browser tests are skipped where there is none.
BROWSER ?= yes
browser:
	@if [ "$(BROWSER)" != no ] \
	  && ! command -v chromium-headless-shell chromium chromium-browser google-chrome >/dev/null \
	  && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  echo "installing chromium by apt-get (for the browser tests); without: make test BROWSER=no"; \
	  { apt-get update -qq && { apt-get install -y -qq chromium-headless-shell || apt-get install -y -qq chromium; }; } >/dev/null 2>&1 || \
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

# The oldest PostgreSQL that is supported, by Maven, and the pooler that many houses put in front of
# theirs: unpacked, not installed. The versions are those of docs/database.md.
VERSIONS ?= 14.24.0 15.19.0
POSTGRES := io.zonky.test.postgres:embedded-postgres-binaries-linux-$(if $(filter aarch64,$(shell uname -m)),arm64v8,amd64)
PGBOUNCER := $(VENV)/pgbouncer
servers: $(READY)
	@for version in $(VERSIONS); do \
	  at=$(VENV)/postgres/$${version%%.*}; \
	  if [ ! -x $$at/bin/postgres ] && command -v mvn >/dev/null; then \
	    echo "fetching PostgreSQL $$version by Maven (for the tests of older servers)"; \
	    mkdir -p $$at && { \
	      mvn -q -B dependency:copy -Dartifact=$(POSTGRES):$$version -DoutputDirectory=$$at && \
	      $(BIN)/python -m zipfile -e $$at/*.jar $$at && \
	      $(BIN)/python -m tarfile -e $$at/*.txz $$at && rm $$at/*.jar $$at/*.txz; } >/dev/null 2>&1 || \
	      echo "PostgreSQL $$version could not be fetched: its tests are skipped"; \
	  fi; \
	done
	@if ! command -v pgbouncer >/dev/null && [ ! -x $(PGBOUNCER)/usr/sbin/pgbouncer ] \
	  && command -v apt-get >/dev/null; then \
	  echo "fetching pgbouncer by apt-get (for the tests behind it)"; \
	  mkdir -p $(PGBOUNCER) && cd $(PGBOUNCER) && \
	  { { [ "$$(id -u)" != 0 ] || apt-get update -qq; } && \
	    apt-get download -qq pgbouncer libc-ares2 libevent-2.1-7 && \
	    for one in *.deb; do dpkg-deb -x $$one .; done; } >/dev/null 2>&1 || \
	    echo "pgbouncer could not be fetched: its tests are skipped"; \
	fi

# A whole house on every version that is supported, one after the other: some minutes.
postgres: VERSIONS = 15.19.0 16.15.0 17.11.0 18.4.0
postgres: servers
	@for version in $(VERSIONS); do \
	  TEST_POSTGRES=$${version%%.*} $(BIN)/python -m pytest -n 0 -v \
	    tests/e2e/processes/test_oldest_postgres.py -k evening $(ARGS) || exit 1; \
	done

# By uv and pipx a house installs the wheel, and so do the tests; `make lock` asks uv.
INSTALLERS := $(VENV)/installers
installers: $(READY)
	@if [ ! -e $(INSTALLERS)/.ready ]; then \
	  echo "fetching uv and pipx (for the tests of the wheel)"; \
	  { $(BIN)/python -m venv $(INSTALLERS) && $(INSTALLERS)/bin/python -m pip install -q \
	    --disable-pip-version-check --require-hashes --no-deps -r deploy/locked/installers.txt && \
	    touch $(INSTALLERS)/.ready; } || echo "they could not be fetched: their tests are skipped"; \
	fi

# What is installed where, each by its hash: what pyproject.toml asks for, in the versions that
# constraints.txt names. Nothing else writes deploy/locked.
COMPILE = $(INSTALLERS)/bin/uv pip compile -q --generate-hashes --no-header --no-annotate --universal \
  --python-version 3.11
LOCK = $(COMPILE) -c constraints.txt
lock: installers
	@$(LOCK) pyproject.toml -o deploy/locked/runtime.txt
	@$(LOCK) pyproject.toml --extra dev -o deploy/locked/dev.txt
	@$(LOCK) pyproject.toml --extra spark -o deploy/locked/spark.txt
	@echo hatchling | $(LOCK) - -o deploy/locked/build.txt
	@printf 'pipx\nuv\n' | $(LOCK) - -o deploy/locked/installers.txt
	@$(COMPILE) $(CLIENTS_OF)/requirements.in -o $(CLIENTS_OF)/requirements.txt
	@cd $(CLIENTS_OF) && npm install --package-lock-only

# The wheel, its source and what goes with them, out of what is committed: into dist.
release: $(READY)
	@$(BIN)/python -m services.tools.release $(ARGS)

# The image of the same commit, labelled; BASE=NAME@sha256:DIGEST is what it is built on,
# SOURCE=ADDRESS says where its source can be had.
image: $(READY)
	@[[ "$(BASE)" =~ @sha256:[0-9a-f]{64}$$ ]] || { \
	  echo "make image: BASE must name the base by its digest: BASE=python:3.11-slim-bookworm@sha256:DIGEST" >&2; \
	  exit 1; }
	docker build -f deploy/image/Dockerfile -t pitledger --build-arg BASE=$(BASE) --build-arg SOURCE=$(SOURCE) \
	  $$($(BIN)/python -m services.tools.release.image) $(ARGS) .

# Clients are generated, and what integrators read is checked, by tools of other people: npm's
# packages, and one of Python that needs an environment of its own.
CLIENTS := $(VENV)/clients
CLIENTS_OF := examples/clients
clients: $(READY)
	@if ! cmp -s $(CLIENTS_OF)/requirements.txt $(CLIENTS)/requirements.txt; then \
	  echo "fetching openapi-python-client (for the tests of generated clients)"; \
	  { $(PYTHON) -m venv $(CLIENTS) && \
	    $(CLIENTS)/bin/python -m pip install -q --disable-pip-version-check --require-hashes --no-deps \
	      -r $(CLIENTS_OF)/requirements.txt && \
	    cp $(CLIENTS_OF)/requirements.txt $(CLIENTS)/; } >/dev/null 2>&1 || \
	    echo "openapi-python-client could not be fetched: its tests are skipped"; \
	fi
	@if command -v npm >/dev/null && ! cmp -s $(CLIENTS_OF)/package-lock.json $(CLIENTS)/node/fetched.json; then \
	  echo "fetching npm's packages (for the tests of generated clients)"; \
	  mkdir -p $(CLIENTS)/node && cp $(CLIENTS_OF)/package*.json $(CLIENTS_OF)/.npmrc $(CLIENTS)/node/ && \
	  { cd $(CLIENTS)/node && npm ci && cp package-lock.json fetched.json; } >/dev/null 2>&1 || \
	    echo "npm's packages could not be fetched: their tests are skipped"; \
	fi

kafka: $(READY)
	@$(BIN)/python -m services.kafka.local $(ARGS)

docs: $(READY)
	@$(BIN)/python -m services.tools.docgen

# What breaks those who were built by the last release; `make released VERSION=0.3.0` makes today's
# schemas those of the last release (docs/versions.md).
compatible: docs
	@$(BIN)/python -m services.tools.compatibility

released: docs
	@$(BIN)/python -m services.tools.compatibility $(VERSION)

# All 154,143,080 hands of seven cards, counted beside the figures that are kept: some minutes.
enumerate: $(READY)
	@$(BIN)/python -m services.tools.pai_gow.enumerate

# The house way against the house way, tiles counted and cards dealt: some ten minutes.
edges: $(READY)
	@$(BIN)/python -m services.tools.pai_gow.edges

# The history of many properties on Apache Spark, tried on this machine.
SPARK := .venv-spark
SPARK_READY := $(SPARK)/.ready
spark: $(SPARK_READY)
	@$(SPARK)/bin/python -m pytest tests/integration/spark $(ARGS)

# For `make test`, which goes on without where it cannot be had.
spark-env: $(READY)
	@if ! command -v java >/dev/null; then \
	  echo "there is no Java: the test of Spark is skipped"; \
	else \
	  $(MAKE) -s $(SPARK_READY) || echo "Spark could not be fetched: its test is skipped"; \
	fi

# Spark is large, and the service needs none of it, so it lies beside the environment of the tests:
# packages that are there are taken from there, and the same locks name the rest. Its wheel is built
# here, of 450 MB that are compressed already.
$(SPARK_READY): deploy/locked/spark.txt $(READY)
	@$(BIN)/python -m venv --clear $(SPARK)
	@$(BIN)/python -c 'import sysconfig; print("import site; site.addsitedir(%r)" % sysconfig.get_path("purelib"))' \
	  > $$($(SPARK)/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/tests.pth
	@printf '[bdist_wheel]\ncompression = stored\n' > $(SPARK)/wheel.cfg
	@DIST_EXTRA_CONFIG=$(CURDIR)/$(SPARK)/wheel.cfg $(SPARK)/bin/python -m pip install -q \
	  --disable-pip-version-check --require-hashes --no-deps -r deploy/locked/spark.txt
	@touch $(SPARK_READY)

# What one event costs on this machine, in time and bytes: the tables of docs/scale.md.
scale: $(READY)
	@$(BIN)/python -m services.tools.scale $(ARGS)

clean:
	rm -rf $(VENV) $(SPARK) .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist
