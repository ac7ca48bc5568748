"""Names of columns by pattern: q: "joint_{j}_pos" stands for those of all joints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dynid.data.column_map import CURRENT, KINDS
from dynid.errors import InputError, join_names, suggest_name

#: what the patterns may hold: the joint's name, or its number
JOINT, NUMBER = "{joint}", "{j}"


def expand_patterns(
    columns: Mapping[str, str | int], joints: Sequence[str], there: Sequence[str], where: str
) -> dict[str, str | int]:
    """{"q_joint1": "joint_1_pos", ...} of {"q": "joint_{j}_pos"}.

    {joint} is a joint's name, {j} its number among `joints`: from 1, or from 0 where the file
    counts so, or its name where the file has that. Joints whose column is not in the file (`there`)
    are left out.
    """
    out: dict[str, str | int] = {}
    for kind, pattern in columns.items():
        if not isinstance(pattern, str) or not (JOINT in pattern or NUMBER in pattern):
            out[kind] = pattern
            continue
        if kind not in (*KINDS[1:], CURRENT):
            raise InputError(
                f"columns: got '{kind}: {pattern}', expected a pattern of all joints for q, qd, tau"
                " or current only."
            )
        choices = [[name for name in joints]]
        if NUMBER in pattern:
            count = range(len(joints))
            choices = [[str(k + 1) for k in count], [str(k) for k in count], *choices]
        made = [
            [pattern.replace(JOINT, word).replace(NUMBER, word) for word in words]
            for words in choices
        ]
        best = max(made, key=lambda names: sum(name in there for name in names))
        found = {f"{kind}_{joint}": name for joint, name in zip(joints, best) if name in there}
        if not found:
            raise InputError(
                f"{where}: columns has '{kind}: {pattern}', which would be {join_names(best, 3)}; "
                f"the"
                f" file has {join_names(there)}.{suggest_name(best[0], there)}"
            )
        out |= found
    return out
