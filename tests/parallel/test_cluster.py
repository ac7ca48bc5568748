"""A real Dask cluster: processes on loopback."""

from __future__ import annotations

import pytest
from test_engine import check, tasks_of

from dynid.errors import DynidError, InputError
from dynid.parallel.result_store import Store
from dynid.parallel.task_runner import run
from dynid.parallel.workers import open_crew

pytestmark = pytest.mark.slow(reason="commands in processes of their own, each loading all anew")

distributed = pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def cluster():
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as local:
        yield local


def test_one_of_two_workers_is_killed_in_the_middle(tmp_path, cluster):
    store, folder = Store(tmp_path / "store"), tmp_path / "calls"
    with open_crew(cluster.scheduler_address) as team:
        assert team.workers == 2
        outcomes = run(tasks_of(folder, 12, dies=5), team, store)
    assert (folder / "died_5").exists()
    check(outcomes, store, folder, 12, twice=2)


def test_workers_of_another_version_are_refused(cluster):
    def pretend(version):
        import dynid.version

        dynid.version.__version__ = version

    import dynid

    with distributed.Client(cluster, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=30)
        client.run(pretend, "0.0.7")
        try:
            refused = rf"has dynid 0\.0\.7, this is dynid {dynid.__version__}"
            with pytest.raises(DynidError, match=refused), open_crew(cluster.scheduler_address):
                pass
        finally:
            client.run(pretend, dynid.__version__)


def test_a_scheduler_without_workers():
    alone = distributed.LocalCluster(n_workers=0, dashboard_address=":0")
    with (
        alone,
        pytest.raises(InputError, match="has no workers"),
        open_crew(alone.scheduler_address),
    ):
        pass
