"""A real Slurm queue, through dask-jobqueue as docs/scale.md says: skips where there is none."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest
from test_engine import check, tasks_of

from dynid.parallel.result_store import Store
from dynid.parallel.task_runner import run
from dynid.parallel.workers import open_crew

jobqueue = pytest.importorskip("dask_jobqueue")


def slurm_answers() -> bool:
    asked = ["sinfo", "--noheader"]
    return bool(shutil.which("sinfo")) and not subprocess.run(asked, capture_output=True).returncode


@pytest.mark.skipif(not slurm_answers(), reason="no Slurm answers to sinfo")
def test_jobs_of_a_queue_do_each_task_once(tmp_path):
    store, folder = Store(tmp_path / "store"), tmp_path / "calls"
    with jobqueue.SLURMCluster(
        cores=1,
        memory="2GB",
        walltime="00:05:00",
        interface="lo",
        python=sys.executable,
        log_directory=str(tmp_path),
        job_script_prologue=[
            "export DYNID_THREADS=1",
            f"export PYTHONPATH={os.pathsep.join(p for p in sys.path if p)}",
        ],
        scheduler_options={"dashboard_address": ":0"},
    ) as queue:
        queue.scale(jobs=2)
        queue.wait_for_workers(2, timeout=60)
        with open_crew(queue.scheduler_address) as team:
            outcomes = run(tasks_of(folder, 12, dies=5), team, store)
    assert (folder / "died_5").exists()
    check(outcomes, store, folder, 12, twice=2)
