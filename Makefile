# make play: the game in your browser. make test: the whole check. make bench: what it costs. All set up .venv first, once.
# make faults: many games, and everything broken meanwhile; SIZE=small takes minutes, SEED=2 breaks it otherwise.

PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
BIN := .venv/bin
PLAYS := .venv/.plays
TESTS := .venv/.tests

.PHONY: play test faults deadlines bench setup

play: $(PLAYS)
	@exec $(BIN)/pbm play --data data

# Three at a time, on two cores too: many tests wait for a process or a browser.
test: $(TESTS)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -n 3

# Apart from make test: some ten minutes, and figures that mean something only where nothing else runs.
deadlines: $(TESTS)
	$(BIN)/python -m tests.deadlines

SIZE ?= full
SEED ?= 1

# Apart from make test as well: half an hour.
faults: $(TESTS)
	PBM_ALL_STEPS=1 $(BIN)/pytest -n 2 tests/faults -k step
	$(BIN)/python -m tests.faults --size $(SIZE) --seed $(SEED)

# Six to ten minutes; what it finds is also written to tests/bench/last.json.
bench: $(TESTS)
	$(BIN)/python -m tests.bench

setup: $(TESTS)

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed; install it, or name it: make PYTHON=/path/to/python3"; exit 1; }
	$(PYTHON) -m venv .venv

# A stamp is made anew when what it depends on has changed.
$(PLAYS): $(BIN)/python pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	@touch $@

$(TESTS): $(BIN)/python pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@ $(PLAYS)
