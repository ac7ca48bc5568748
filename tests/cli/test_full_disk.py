"""An answer that cannot be printed: one line, and no traceback at the end of the process."""

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")


def dynid(*arguments, **streams):
    return subprocess.run(
        [sys.executable, "-m", "dynid", *arguments], text=True, timeout=60, **streams
    )


@pytest.mark.parametrize("arguments", [("robots",), ("robots", "--json"), ("--help",)])
def test_full_disk_while_printing(arguments):
    with open("/dev/full", "w") as full:
        done = dynid(*arguments, stdout=full, stderr=subprocess.PIPE)
    assert done.stderr == "dynid: the answer cannot be printed: No space left on device.\n"
    assert done.returncode == 2


@pytest.mark.parametrize("command", ["robots", "--help", "inspect pendulum --json"])
def test_closed_output(command):
    done = subprocess.run(
        f"'{sys.executable}' -m dynid {command} >&-",
        shell=True,
        stderr=subprocess.PIPE,
        text=True,
        timeout=60,
    )
    assert done.stderr.startswith("dynid: the standard output is closed"), done.stderr
    assert (done.stderr.count("\n"), done.returncode) == (1, 2)


@pytest.mark.parametrize(("command", "code"), [("robots", 0), ("inspect nothing", 2)])
def test_closed_errors(command, code):
    done = subprocess.run(f"'{sys.executable}' -m dynid {command} 2>&-", shell=True, timeout=60)
    assert done.returncode == code


def test_full_disk_while_complaining():
    with open("/dev/full", "w") as full:
        done = dynid("inspect", "nothing", stdout=subprocess.PIPE, stderr=full)
    assert (done.stdout, done.returncode) == ("", 2)


def test_a_reader_that_has_seen_enough():
    shell = f"'{sys.executable}' -m dynid robots --json | head -1"
    done = subprocess.run(shell, shell=True, capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("[\n", "")
