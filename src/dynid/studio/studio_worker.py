"""The worker of the studio: the verbs of a study, and the test of new logs against a result.

python -m dynid.studio.studio_worker REQUEST.json [TRUSTED.py ...]
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from dynid.files import write_whole
from dynid.study import worker


def expect(request: worker.Request) -> dict[str, Any]:
    """Write what is expected of new logs of a saved result's robot."""
    from dynid.regression.workflow import expect_robot

    output = Path(request["output"])
    made = expect_robot(request["results"][0], worker.find_paths(request, "logs"), "auto")
    write_whole(output, made.to_yaml(output))
    return made.to_dict(output.parent) | {"written": str(output)}


def test(request: worker.Request) -> dict[str, Any]:
    """Whether new logs are as expected."""
    from dynid.regression.workflow import compare_logs

    report = compare_logs(Path(request["results"][0]), worker.find_paths(request, "logs"))
    return report.to_dict() | {"text": str(report)}


if __name__ == "__main__":
    worker.main(sys.argv[1:], {"expect": expect, "test": test})
