"""One registry of fault hypotheses: a new one is an object, and is found in a log."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

import dynid as di
from dynid.arrays import Array
from dynid.diagnostics import hypotheses
from dynid.diagnostics.continuous_faults import ContinuousFault
from dynid.diagnostics.quick_fit import QuickFit
from simulated_logs import clean_log

TEETH = 12


def cogging_columns(fit: QuickFit) -> Iterator[tuple[str, Array]]:
    for j, name in enumerate(fit.joints):
        q = TEETH * fit.move.q[:, j]
        yield name, fit.select_joint(j, np.sin(q), np.cos(q))


COGGING = di.diagnostics.MissingEffect(
    "cogging",
    f"the torque of {{joint}} has {TEETH} waves a turn",
    "Replace the motor, or model its cogging.",
    cogging_columns,
)


class Eccentricity(ContinuousFault):
    """The disk of one encoder sits beside its axis: q is measured q + x sin(measured q)."""

    kind, most = "encoder eccentricity", (0.5,)

    def repair_by(self, fit: QuickFit, x: Array) -> QuickFit:
        a, move = x[0] * np.eye(fit.n)[self.place], fit.move
        slope = 1.0 + a * np.cos(move.q)
        qdd = move.qdd * slope - a * np.sin(move.q) * move.qd**2
        q, qd = move.q + a * np.sin(move.q), move.qd * slope
        return replace(fit, move=move._replace(q=q, qd=qd, qdd=qdd))

    def explain(self) -> hypotheses.Explanation:
        words = f"the encoder of {self.joint} is eccentric by {self.x[0]:.2g} of its radius"
        return words, "Mount it again.", None


def test_every_hypothesis_says_what_it_is():
    for kind, hypothesis in hypotheses.HYPOTHESES.items():
        assert hypothesis.kind == kind
        assert hypothesis.stage in ("always", "long", "doubted")


def test_a_new_line_of_the_registry_is_found_in_a_log(monkeypatch):
    clean = clean_log("random3_5", 4)
    log, tau = clean.log, clean.log.tau.copy()
    tau[:, 1] += 0.2 * tau[:, 1].std() * np.sin(TEETH * log.q[:, 1] + 0.3)
    log = replace(log, tau=tau)
    assert "cogging" not in {finding.kind for finding in di.check(clean.model, log).findings}
    monkeypatch.setitem(hypotheses.HYPOTHESES.places, "cogging", f"{__name__}:COGGING")
    (found,) = di.check(clean.model, log).sure
    assert (found.kind, found.where) == ("cogging", "joint2")
    assert found.evidence.startswith("The torque of joint2 has 12 waves a turn.")
    assert found.repair == "Replace the motor, or model its cogging."
    assert di.check(clean.model, clean.log).healthy


def test_a_fault_of_ones_own_is_found_with_its_number():
    clean = clean_log("random3_5", 4)
    q, true = clean.log.q.copy(), clean.log.q[:, 1]
    for _ in range(50):
        q[:, 1] = true - 0.3 * np.sin(q[:, 1])
    log = replace(clean.log, q=q)
    found = di.check(clean.model, log, hypotheses=[Eccentricity]).sure[0]
    assert (found.kind, found.where) == ("encoder eccentricity", "joint2")
    assert "The encoder of joint2 is eccentric by 0.3 of its radius." in found.evidence


def test_what_is_no_hypothesis_is_refused():
    clean = clean_log("random3_5", 4)
    with pytest.raises(di.InputError, match="got 'cogging', expected a fault hypothesis"):
        di.check(clean.model, clean.log, hypotheses=["cogging"])


def test_former_names_answer_with_a_warning():
    vars(di).pop("doctor", None)  # an import of the module of that name puts it there
    with pytest.warns(DeprecationWarning, match=r"dynid\.doctor is now called diagnostics"):
        assert di.doctor is di.diagnostics
    with pytest.warns(DeprecationWarning, match="repaired is now called repair_log"):
        assert di.diagnostics.repaired is di.diagnostics.repair_log
    finding = di.diagnostics.Finding("spikes", "certain", "q_joint1", "Some.", "Repair them.")
    with pytest.warns(DeprecationWarning, match=r"finding\.remedy is now finding\.repair"):
        assert finding.remedy == "Repair them."
