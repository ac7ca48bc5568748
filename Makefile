# `make demo` and `make test` do all the set-up: they build .venv once and use it again.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test check bench format clean

# The stamp stands for "everything in pyproject.toml is installed"; a change there installs again.
$(VENV)/.installed: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	touch $@

demo: $(VENV)/.installed
	$(BIN)/dynid demo --output demo --force

# One process a core (pytest -n auto), so BLAS must not start threads of its own in each.
test: $(VENV)/.installed
	OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 $(BIN)/python -m pytest

check: $(VENV)/.installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# FIGAROH and iDynTree are measured beside dynid where they install; without them the bench says so.
bench: $(VENV)/.installed
	-$(BIN)/python -m pip install --quiet --disable-pip-version-check '.[bench]'
	$(BIN)/python benchmarks/run.py --write

format: $(VENV)/.installed
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache
