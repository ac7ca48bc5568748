"""Macros compute; a robot file runs no program."""

from __future__ import annotations

import pytest

import dynid as di
from dynid.errors import RobotError

pytest.importorskip("xacro", reason="no xacro (pip install xacro)")

BASES = "().__class__.__base__.__subclasses__()"
SYSTEM = "[c for c in {} if c.__name__ == '_wrap_close'][0].__init__.__globals__['system']"
RUN = "import os; os.system('touch {mark}')"
HOSTILE = {
    "a lambda": "${(lambda: " + SYSTEM.format(BASES) + "('touch {mark}'))()}",
    "a list": "${[" + SYSTEM.format(BASES) + "('touch {mark}') for _ in [0]]}",
    "a frame": "${(x for x in [1]).gi_frame.f_builtins['exec'](\"" + RUN + '")}',
    "a frame behind a lambda": "${(lambda g: g.gi_frame.f_back.f_globals)((x for x in [1]))}",
    "a descriptor": "${python.vars(python.type(xacro.load_yaml))['__globals__']}",
    "a name that is put together": "${python['va' + 'rs'](xacro)}",
}
#: a property takes brackets into $(eval ...), where xacro itself lets none in
CODE = {
    "exec": 'exec("' + RUN + '")',
    "eval": "eval('1')",
    "open": "open('{mark}', 'w')",
    "getattr": "getattr(1, 'real')",
    "a lambda": '(lambda: exec("' + RUN + '"))()',
}
HOSTILE |= {f"{name} in eval": "$(eval ${code})" for name in CODE}
ROBOT = """<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
<xacro:arg name="scale" default="2"/>
<xacro:property name="code" value="{code}"/>
<xacro:property name="mass" value="{mass}"/>
<xacro:macro name="link" params="name type"><link name="${{name}}"><inertial>
<mass value="${{mass if type == 'heavy' else 1.0}}"/>
<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link></xacro:macro>
<xacro:link name="base" type="light"/><xacro:link name="tip" type="heavy"/>
<joint name="hinge" type="continuous"><parent link="base"/><child link="tip"/></joint>
</robot>"""


@pytest.mark.parametrize("how", HOSTILE)
def test_an_expression_runs_no_program(tmp_path, how):
    mark = tmp_path / "ran"
    texts = HOSTILE[how], CODE.get(how.removesuffix(" in eval"), "float(arg('scale'))")
    mass, code = (x.replace("{mark}", str(mark)).replace('"', "&quot;") for x in texts)
    file = tmp_path / "arm.xacro"
    file.write_text(ROBOT.format(mass=mass, code=code))
    with pytest.raises(RobotError, match="cannot expand"):
        di.load_robot(file)
    assert not mark.exists()


@pytest.mark.parametrize(
    ("text", "mass"),
    [
        ("${2 * 3}", 6.0),
        ("${2 * pi / math.pi}", 2.0),
        ("${max([x ** 2 for x in [1, 2]])}", 4.0),
        ("${python.sorted([3, 5, 1])[2]}", 5.0),
        ("${(lambda x: x + 1)(2)}", 3.0),
        ("${dict(f_max=7)['f_max']}", 7.0),
        ("${xacro.dotify(dict(f_max=8)).f_max}", 8.0),
        ("${len('a__b')}", 4.0),
        ("$(eval 1 + 2)", 3.0),
        ("$(eval ${code} * 2)", 4.0),
        ("$(arg scale)", 2.0),
    ],
)
def test_what_files_compute_is_computed(tmp_path, text, mass):
    file = tmp_path / "arm.xacro"
    file.write_text(ROBOT.format(mass=text, code="float(arg('scale'))"))
    assert di.load_robot(file).bodies[0].inertia[0] == mass
