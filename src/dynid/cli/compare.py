"""dynid compare: several estimators on the same logs."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from dynid.study.feet import on_feet
from dynid.study.knowledge import Known
from dynid.study.payloads import weighed, with_loads
from dynid.study.logs import Recorded, Settings, load_data
from dynid.cli.options import (
    OWN,
    Force,
    Json,
    Logs,
    Page,
    RobotName,
    Test,
    answer,
    check_page,
    estimator_of,
    write_page,
)
from dynid.study.robot import USUAL, ModelOptions
from dynid.study.locks import standing
from dynid.clock import stage
from dynid.errors import listing
from dynid.estimators import METHODS


def compare(
    robot: RobotName,
    logs: Logs,
    about: ModelOptions,
    known: Known,
    settings: Settings,
    test: Test = None,
    methods: Annotated[
        str,
        typer.Option(help=f"Of {listing(METHODS)}; {OWN}; all: every one that applies."),
    ] = "consistent,ols,wls,huber,ridge,tsvd,tls,rls",
    output: Page = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Run several estimators on the same logs, in one table."""
    from dynid.identify.problem import Problem
    from dynid.validation.comparison import compare

    check_page(output, force)
    names = [] if methods.strip().lower() == "all" else methods.split(",")
    estimators = [estimator_of(name) for name in names if name.strip()]
    settings = settings.matched([*logs, *(test or ())])
    about, settings = standing(about, settings, robot, logs)
    model = about.model(robot, USUAL, logs=Recorded(logs, settings))
    model = with_loads(model, settings.payloads)
    model = on_feet(model, [*logs, *(test or ())], settings)
    known = replace(known, fixed={**weighed(settings.payloads), **known.fixed})
    estimators = [known.told(each, model, say=False) for each in estimators]
    data = load_data(model, logs, settings)
    unseen = load_data(model, test, settings.used(data)) if test else None
    with stage("comparing"):
        table = compare(estimators if names else "all", Problem(model, data), unseen)
    if output is not None:
        from dynid.report.answers import comparison_page

        write_page(output, comparison_page(table, model.robot.name), force)
    answer(as_json, table.to_dict(), str(table))
