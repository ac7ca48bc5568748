"""What every command answers with `--json`: the one table, of which JSON Schema, docs/json.md and
the version in each answer ("schema": "dynid/identify/1") are made.

A version grows where a key goes or changes its meaning; new keys do not change it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dynid.schemas.schema_parts import (
    ACCURACIES,
    CHOICE,
    DRIVE,
    FEET,
    FINDINGS,
    MAYBE,
    PARAMETERS,
    PAYLOAD,
    RESULT,
    VALIDATION,
    VALUE,
    VERDICT_OF,
    Nullable,
    Part,
)


@dataclass(frozen=True)
class Schema:
    """Of one command: its version, what the answer is, and its keys."""

    version: int
    about: str
    parts: Part


SCHEMAS: Mapping[str, Schema] = {
    "robots": Schema(
        1,
        "A list, without the key `schema`.",
        [
            {
                "name": "text",
                "description": "text",
                "bodies": "integer",
                "coordinates": "integer",
                "loops": "integer",
                "actuated": ["text"],
            }
        ],
    ),
    "inspect": Schema(
        1,
        "The robot and its identifiable parameters.",
        {
            "robot": "text",
            "bodies": (["text"], "with mass"),
            "coordinates": ["text"],
            "actuated": (["text"], "independent coordinates"),
            "motors": ["text"],
            "base_coordinates": (["text"], "of a free base"),
            "loops": ["text"],
            "n_parameters": "integer",
            "n_contributing": ("integer", "parameters that act on torques"),
            "n_base": ("integer", "identifiable combinations"),
            "gap": (MAYBE, "between the singular values at the rank"),
            "base": (["text"], "identifiable combinations"),
            "parameters": ({"*": "text"}, "by name: alone, in a sum, or not at all"),
            "joints": [
                {
                    "name": "text",
                    "body": "text",
                    "kind": "text",
                    "axis": ["number"],
                    "lower": (MAYBE, "limit; null: none"),
                    "upper": MAYBE,
                    "velocity": MAYBE,
                    "effort": MAYBE,
                }
            ],
            "facts": {
                "mass": ("number", "kg, of the bodies whose inertia is known"),
                "bodies_known": "integer",
                "unknown": (["text"], "bodies without inertia"),
                "impossible": (["text"], "bodies that are not physically consistent"),
                "no_range": (["text"], "joints without limits of position"),
                "no_speed": ["text"],
                "no_force": ["text"],
                "rounded": ("boolean", "whether the geometry was corrected to close loops"),
                "damping": ("integer", "joints that have it"),
                "friction": "integer",
                "armature": "integer",
            },
        },
    ),
    "init": Schema(
        1,
        "The guesses that were written into dynid.yaml.",
        {
            "output": ("text", "the file"),
            "columns": ({"*": "anything"}, "name that dynid expects: column of the log"),
            "units": {"*": "anything"},
            "lock": ({"*": "anything"}, "joint: position"),
            "notes": ["text"],
        },
    ),
    "convert": Schema(
        1,
        "The log that was written.",
        {"joints": ["text"], "samples": "integer", "notes": ["text"], "output": "text"},
    ),
    "check": Schema(
        1,
        "Mistakes in logs and robot file.",
        {
            "robot": "text",
            "logs": ["text"],
            "healthy": ("boolean", "false, and exit code 1: something is certain or likely"),
            "findings": FINDINGS,
            "parameters": (
                [
                    {
                        "parameter": "text",
                        "shown": ("text", "identifiable, weak or not"),
                        "own": ("number", "share of its torque that no other can imitate"),
                    }
                ],
                "how well the motion determines each combination",
            ),
            "untold": (["text"], "mistakes that cannot be detected from these logs"),
            "unexplained": (
                {"*": {"*": MAYBE}},
                "log, joint: share of the torque that a quick fit leaves",
            ),
            "fixed?": (
                [{"log?": "text", "robot?": "text", "done": ["text"]}],
                "with --fix: files written, and what was done",
            ),
        },
    ),
    "identify": Schema(
        1,
        "The result with everything that is known about it.",
        {
            "result": (RESULT, "as in result.json"),
            "findings": FINDINGS,
            "failures": (["text"], "why it is refused (exit code 2 unless --force); []: it is not"),
            "choice?": (CHOICE, "where effects were selected from the logs"),
            "verdict?": VERDICT_OF,
            "training?": (VALIDATION, "torque errors on the training logs"),
            "validation?": (VALIDATION, "with --test: on those logs"),
            "requirements?": (
                [{"what": "text", "limit": "text", "value": "text", "met": "boolean"}],
                "with --require or --max-error: each, and whether it is met (exit code 1: not all)",
            ),
        },
    ),
    "validate": Schema(1, "Torque errors on logs.", VALIDATION | {"findings": FINDINGS}),
    "report": Schema(
        1,
        "The page that was made again, and its verdict.",
        {"written": (["text"], "the page"), "verdict?": VERDICT_OF},
    ),
    "payload": Schema(
        1,
        "The payload; with --follow one such object per line, with `t` and `contact`.",
        {
            **PAYLOAD,
            "t?": ("number", "with --follow: time [s]"),
            "contact?": ("boolean", "with --follow: something touches the robot"),
        },
    ),
    "calibrate": Schema(
        1,
        "The geometry of a robot; what calibration.json has.",
        {
            "robot": "text",
            "verdict": ("text", "before and after, in a sentence"),
            "changed": ("boolean", "whether the geometry differs from the nominal one"),
            "poses": "integer",
            "errors_selected": ("text", "the set of errors that was taken; none"),
            "left_out": (ACCURACIES, "on poses left out of the fit"),
            "tested": (ACCURACIES, "on held-out measurements"),
            "noise": ({"*": "number"}, "standard deviation by kind of measurement [m, rad, px]"),
            "parameters": (
                [
                    {
                        "name": "text",
                        "value": "number",
                        "deviation": ("number", "one standard deviation"),
                        "unit": ("text", 'm, rad, rad/Nm, m/N, or "" of a share'),
                        "determined": ("number", "share that the measurements decide, 0 to 1"),
                    }
                ],
                "errors of the geometry, largest first",
            ),
            "covariance": ([["number"]], "of these errors"),
            "identifiable": (["text"], "sums of errors that the poses show"),
            "unknowns": ({"*": "anything"}, "of instruments and markers: places, poses"),
            "findings": FINDINGS,
        },
    ),
    "design_poses": Schema(
        1,
        "Of `dynid design --calibration`: poses to measure.",
        {
            "joints": ["text"],
            "poses": ([["number"]], "by joint [rad, m]"),
            "measured": ("integer", "poses that were there before"),
            "columns": (["text"], "what to measure at each"),
            "kind": ("text", "of measurement that the errors are of"),
            "worst": ("number", "largest expected error at other poses [m, rad, px]"),
            "mean": ("number", "root mean square of it"),
            "before": (MAYBE, "the largest with the poses there were"),
            "random": ("integer", "random poses that do the same; 0: more than 200"),
            "notes": ["text"],
        },
    ),
    "compare": Schema(
        1,
        "Estimators on the same logs.",
        {
            "lines": [
                {
                    "method": "text",
                    "train": (MAYBE, "% of the torque, over all samples"),
                    "test": MAYBE,
                    "seconds": MAYBE,
                    "weak": ("integer", "parameters with a deviation above 30 %"),
                    "failed": ("text", 'why; "": it did not'),
                    "consistent": ("boolean or null", "physically consistent; null: unknown"),
                    "train_moving": MAYBE,
                    "test_moving": MAYBE,
                    "by_filter": MAYBE,
                }
            ]
        },
    ),
    "expect": Schema(
        1,
        "The reference values of a robot: the content of expected.yaml.",
        {
            "format": "text",
            "robot": "text",
            "result": {"file": "text", "sha256": "text"},
            "data": ("text", "the logs that the torque errors are of"),
            "logs": ["text"],
            "deviations": ("anything", "standard deviations that are allowed, or auto"),
            "torque_error": [
                {
                    "joint": "text",
                    "rmse": MAYBE,
                    "unit": "text",
                    "percent": (MAYBE, "of the torque"),
                    "limit": "text",
                }
            ],
            "parameters": [
                {
                    "name": "text",
                    "value": MAYBE,
                    "deviation": MAYBE,
                    "detectable": (MAYBE, "the change that another such log would show"),
                    "unit": "text",
                }
            ],
            "processing": ("anything", "keys of dynid.yaml"),
            "written": "text",
        },
    ),
    "test": Schema(
        1,
        "Whether a robot is as expected.",
        {
            "format": "text",
            "outcome": ("text", "as expected, changed, or not tested: exit codes 0, 1, 2"),
            "sentence": "text",
            "robot": "text or null",
            "logs": ["text"],
            "changed": (["text"], "largest first"),
            "checks": [
                {
                    "name": "text",
                    "kind": ("text", "torque error, or parameter"),
                    "unit": "text",
                    "expected": MAYBE,
                    "found": MAYBE,
                    "size": (MAYBE, "of the difference in standard deviations, or the error"),
                    "limit": (MAYBE, "of the size"),
                    "passed": ("boolean or null", "null: cannot be judged"),
                    "sentence": "text",
                }
            ],
            "notes": ["text"],
        },
    ),
    "diff": Schema(
        1,
        "What changed from one result to another.",
        {
            "changed": ("boolean or null", "null: cannot be judged"),
            "verdict": "text",
            "level": ("number", "of all intervals together"),
            "parameters": [
                {
                    "name": "text",
                    "first": MAYBE,
                    "second": MAYBE,
                    "difference": MAYBE,
                    "half_width": (MAYBE, "of the interval of the difference"),
                    "threshold": (MAYBE, "differences beyond it are changes"),
                    "changed": "boolean or null",
                }
            ],
            "only_first": ["text"],
            "only_second": ["text"],
            "errors": ({"*": [MAYBE]}, "joint: % of the first, of the second"),
            "circumstances": (["text"], "what else differs"),
            "notes": ["text"],
        },
    ),
    "fleet": Schema(
        1,
        "All machines of a fleet.",
        {
            "robot": "text",
            "parameters": PARAMETERS,
            "spread": ({"*": MAYBE}, "deviation between machines, as a part of the value"),
            "tests": ("integer", "comparisons that share the chance of a false alarm"),
            "alarm": ("number", "that chance"),
            "nearest": ("number", "chance of anything as remarkable in a fleet without faults"),
            "machines": [
                {
                    "name": "text",
                    "verdict": ("text", "no log, outlier, drifts, or as the others"),
                    "evidence": ["text"],
                    "logs": "integer",
                    "seconds": "number",
                    "parameters": PARAMETERS,
                    "deviations": [{"*": "anything"}],
                    "trends": [{"*": "anything"}],
                    "points": [{"*": "anything"}],
                    "noticed": ["text"],
                }
            ],
            "failed": ({"*": "text"}, "log: why it was not used"),
            "notes": ["text"],
        },
    ),
    "sim2real": Schema(
        1,
        "Parameters of a simulator's motors.",
        {
            "dynid": ("text", "version"),
            "robot": "text",
            "log": {"file": "text", "sha256": "text"},
            "simulator": "text",
            "method": "text",
            "bias_of": ("text", "drive, encoder or log"),
            "effort": (
                Nullable(
                    {
                        "meaning": ("text", "feed_forward, commanded, motor, link or external"),
                        "declared": "boolean",
                        "factor": {"value": MAYBE, "deviation": MAYBE},
                        "unexplained": {"*": "number"},
                    }
                ),
                "what the columns taucmd_ are",
            ),
            "delay": ("number", "s"),
            "joints": DRIVE,
            "found": {"*": VALUE},
            "identifiable": {"*": {"word": "text", "reason": "text", "expected_deviation": MAYBE}},
            "as_shipped": DRIVE,
            "failures": (["text"], "why it is refused; []: it is not"),
            "train_rmse": (MAYBE, "rad or m"),
            "proof": (
                Nullable(
                    {
                        "source": "text",
                        "from": ("number", "s"),
                        "to": ("number", "s"),
                        "rmse": (MAYBE, "rad or m"),
                        "rmse_as_shipped": MAYBE,
                        "drives_as_shipped": "text",
                        "rivals": {"*": MAYBE},
                        "verdict": "text",
                        "joints": {"*": {"rmse": MAYBE, "rmse_as_shipped": MAYBE}},
                    }
                ),
                "held-out rollout",
            ),
            "runs": [{"file": "text", "sha256": "text", "bias": {"*": ("number", "rad or m")}}],
            "notes": ["text"],
            "written?": (["text"], "files, with --output"),
        },
    ),
    "elasticity": Schema(
        1,
        "By joint.",
        {
            "*": (
                {"error_percent": ("number", "of the torque"), "*": VALUE},
                "stiffness, damping, play, motor inertia and friction, offset",
            )
        },
    ),
    "design": Schema(
        1,
        "A motion, and what it will determine.",
        {
            "format": "text",
            "trajectory": (
                {
                    "format": "text",
                    "robot": "text",
                    "joints": ["text"],
                    "coefficients": [["number"]],
                    "*": "anything",
                },
                "the series: period [s], harmonics, coefficients",
            ),
            "criterion": "text",
            "columns": ("text", "how they were scaled"),
            "value": (MAYBE, "of the criterion"),
            "condition": MAYBE,
            "condition_unit": (MAYBE, "columns of norm 1"),
            "names": (["text"], "identifiable combinations"),
            "std": ([MAYBE], "expected standard deviation of each"),
            "std_rate": ("number", "samples per second for which that holds"),
            "noise": (["number"], "of the torques"),
            "velocity": (["number"], "largest of each joint"),
            "acceleration": ["number"],
            "kept": (
                [{"label": "text", "low": MAYBE, "high": MAYBE, "least": MAYBE, "most": MAYBE}],
                "limits, and what the motion reaches",
            ),
            "limits": {"*": "anything"},
            "notes": ["text"],
            "repetitions": "integer",
            "start": ("text", "about the way from home to the first pose"),
            "findings": FINDINGS,
            "feet?": FEET,
            "hanging?": (
                {
                    "point": ["number"],
                    "lean": ("number", "rad"),
                    "turn": ("number", "rad"),
                    "share": "number",
                    "effort": MAYBE,
                    "pull": MAYBE,
                    "condition_unit": MAYBE,
                    "parameters": "integer",
                },
                "with --hang",
            ),
        },
    ),
    "export": Schema(1, "Files.", {"written": ["text"], "notes": ["text"]}),
    "simulate": Schema(
        1,
        "The log that was written.",
        {
            "robot": "text",
            "samples": "integer",
            "duration": ("number", "s"),
            "largest_tracking_error": ({"*": "number"}, "rad or m"),
            "largest_reaction_force?": ({"*": "number"}, "N"),
            "output": "text",
            "feet?": FEET,
        },
    ),
    "demo": Schema(
        1,
        "The whole chain.",
        {
            "folder": "text",
            "verdict": VERDICT_OF,
            "validation": VALIDATION,
            "within_two_deviations": ("integer", "parameters"),
            "parameters": ("integer", "how many there are"),
        },
    ),
    "studio": Schema(1, "Where it is.", {"folder": "text", "address": "text"}),
    "bench": Schema(
        1,
        "Estimators on simulated robots.",
        {"protocol": {"*": "anything"}, "lines": [{"*": "anything"}], "runs": "integer"},
    ),
    "reproduce": Schema(
        1,
        "Claims of papers.",
        {"papers": [{"*": "anything"}], "totals": ({"*": "integer"}, "claims by verdict")},
    ),
}
