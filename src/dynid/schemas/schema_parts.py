"""Parts that the answers of several commands share.

A part is a word ("number", "text or null"), a list of one part, {key: part} with "?" after keys
that may be absent, or {"*": part} of names that are the user's; (part, text) says what it means.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Part = Any  # str, list, dict, or a tuple of one of them and text
MAYBE = "number or null"


@dataclass(frozen=True)
class Nullable:
    """A part that may be null."""

    part: Part


CHANGE = {
    "do": ("text", "the repair, by name"),
    "columns": (["text"], "of the log that it changes"),
    "values": (["number"], "that it takes"),
    "then": ("anything", "the repair after it, or null"),
}
FINDING = {
    "kind": ("text", "the same words for the same mistake"),
    "certainty": ("text", "certain, likely or possible"),
    "where": ("text", "the place in the file, or the joint and the time in the log"),
    "evidence": ("text", "what was seen, with numbers"),
    "repair": ("text", "what to do"),
    "change": (Nullable(CHANGE), "the repair for a machine, or null"),
    "log": ("text", 'the file of the log; "": the robot, or all logs'),
    "times": ([["number"]], "of the log that it is about: from, to [s]"),
}
FINDINGS = ([FINDING], "mistakes that were noticed in logs and robot file")
ACCURACIES = [
    {
        "kind": ("text", "of measurement: points, orientations, distances, ..."),
        "before": ("number", "root mean square error with the nominal geometry [m, rad, px]"),
        "after": ("number", "the same, calibrated"),
    }
]
VERDICT = {
    "verdict": ("text", "good, usable or not trustworthy"),
    "text": ("text", "the same in a sentence, with its reasons"),
    "errors": ({"*": "number"}, "of the torque [%]: training, held_out, shipped, where known"),
    "findings": (
        [
            {
                "rule": "text",
                "level": ("integer", "0 good, 1 usable, 2 not trustworthy"),
                "text": "text",
                "remedy": ("text", 'what to do, or ""'),
            }
        ],
        "what every rule found",
    ),
}
JOINT_ERRORS = {
    "joint": "text",
    "rmse": (MAYBE, "Nm or N"),
    "relative": (MAYBE, "%: 100 |error| / |torque|"),
    "moving": (MAYBE, "%, over moving samples"),
    "by_filter": (MAYBE, "%, what the filter alone makes"),
    "without_filter": (MAYBE, "%, where the prediction has passed the filter too"),
    "raw": (MAYBE, "%, of the torque as it was measured; null: only the filtered is kept"),
    "r2": (MAYBE, "of the raw torque, as the KR300 benchmark defines it"),
    "nrmse": (MAYBE, "of the raw torque: root mean squared error / standard deviation"),
    "coloured": (MAYBE, "share of autocorrelations outside the band of white noise"),
}
VALIDATION = {
    "method": "text",
    "relative": (MAYBE, "%: torque error over all samples and joints"),
    "r2": (MAYBE, "mean over the joints"),
    "nrmse": (MAYBE, "mean over the joints"),
    "moving": (MAYBE, "%, over moving samples"),
    "by_filter": (MAYBE, "%, what the filter alone makes"),
    "without_filter": (MAYBE, "%, where the prediction has passed the filter too"),
    "raw": (MAYBE, "%, of the torque as it was measured; null: only the filtered is kept"),
    "shipped": (MAYBE, "%, of the values in the robot's own file; null: it lacks inertias"),
    "cutoff": (MAYBE, "Hz; null: no filter"),
    "held_out": ("boolean", "whether the log was not used for training"),
    "samples": "integer",
    "counted": ("integer", "moving samples"),
    "thin": ("text", 'why the moving samples are few; "": they are not'),
    "joints": [JOINT_ERRORS],
}
CHOICE = {
    "groups": (["text"], "the effects that were added"),
    "widths": (["number"], "of the smoothed friction sign, as parts of the top speed"),
    "slow": (MAYBE, "samples slower than this part of the top speed are omitted"),
    "before": (MAYBE, "cross-validation error with the usual effects"),
    "after": (MAYBE, "cross-validation error with those selected"),
    "steps": (
        [
            {
                "group": "text",
                "gain": (MAYBE, "part of the error"),
                "error": (MAYBE, "of that gain"),
                "whole": (MAYBE, "gain over all samples"),
                "kept": "boolean",
                "widths": ["number"],
                "slow": MAYBE,
            }
        ],
        "effects that were tried",
    ),
    "rivals": ([{"what": "text", "probability": "number"}], "selections nearly as good"),
    "untried": (["text"], "what was not tried, and why"),
}
NUMBER = "saved number"
RESULT = {
    "format": ("text", "of the saved file: dynid estimate 2"),
    "method": ("text", "the estimator with its settings"),
    "robot": "text",
    "names": (["text"], "identifiable combinations of parameters"),
    "theta": ([NUMBER], "their values, SI"),
    "covariance": ([[NUMBER]], "of theta"),
    "degrees_of_freedom": (NUMBER, "of the intervals by Student's t"),
    "from_prior": (["text"], "names whose value the prior decides"),
    "alternatives": ("anything", "changes of theta by other selections of effects"),
    "parameters": (["text"], "all parameters of the model"),
    "p": ([NUMBER], "their values: the same torques as theta"),
    "p_interval": (Nullable([[NUMBER]]), "95 % interval of each, low and high"),
    "active": (["text"], "constraints at their bound"),
    "margins": ({"*": NUMBER}, "by body: smallest eigenvalue of its pseudo-inertia"),
    "constants": ({"*": NUMBER}, "of effects that are not linear in them"),
    "constants_std": {"*": NUMBER},
    "known": ("text", "payloads that were taken as known"),
    "gains": (
        [
            {
                "joint": "text",
                "value": (NUMBER, "torque = value * current"),
                "low": NUMBER,
                "high": NUMBER,
                "unit": "text",
                "how": ("text", "known, found or prior"),
            }
        ],
        "of joints whose currents were logged",
    ),
    "joints": (
        [
            {
                "joint": "text",
                "rows": ("integer", "that were fitted"),
                "rmse": NUMBER,
                "relative": (NUMBER, "%: 100 |residual| / |torque|"),
                "inflation": (NUMBER, "samples per independent sample"),
                "speed": (NUMBER, "RMS"),
                "model_error": NUMBER,
                "friction_spread": NUMBER,
                "friction_error": (NUMBER, "lacking in parts of the strokes, RMS"),
            }
        ],
        "residuals of the training rows",
    ),
    "condition": (NUMBER, "of the regression, columns scaled to 1"),
    "weights": ([NUMBER], "of the joints' rows"),
    "model_error": ([NUMBER], "as changes of theta"),
    "notes": ["text"],
    "history": ("anything", "steps of an estimator that removes parameters"),
    "trace": ("anything", "of a search"),
    "details": ("anything", "what only this estimator has, or null"),
    "sources": ([["text or number"]], "log, first and last time [s]"),
    "recordings": (["text"], "sha256 of each log"),
    "setup": ("anything", "how the result came about: options, files, command, version"),
    "model": ("anything", "the model, as Estimate.load reads it; null: none"),
}
VALUE = {"value": "number", "interval": (["number"], "95 %: low, high"), "unit": "text"}
DRIVE = {"*": ({"*": "number"}, "armature, viscous, dry, bias, kp, kd, ... of the joint")}
FEET = {"load": (MAYBE, "smallest, N"), "friction": (MAYBE, "coefficient that is needed")}
PAYLOAD = {
    "frame": ("text", "the frame that carries it"),
    "body": "text",
    "mass": ("number", "kg"),
    "com": (["number"], "centre of mass in the frame [m]"),
    "inertia": ([["number"]], "about the centre of mass [kg m^2]"),
    "values": [
        {
            "name": "text",
            "unit": "text",
            "value": MAYBE,
            "std": MAYBE,
            "low": MAYBE,
            "high": MAYBE,
            "status": ("text", "identifiable, weak, not, or known"),
        }
    ],
    "notes": ["text"],
}
VERDICT_OF = (VERDICT, "whether to trust the result")
PARAMETERS = ({"*": MAYBE}, "value by name")
