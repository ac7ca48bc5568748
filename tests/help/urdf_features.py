"""Small URDF files, one a feature: {name: (text, what is said of it)}; READ: nothing needs to be
said, torques are those of Pinocchio."""

from __future__ import annotations

READ = ""
INERTIAL = (
    '<inertial><origin xyz=".1 .02 .03" rpy=".1 0 .2"/><mass value="2"/><inertia ixx=".05"'
    ' iyy=".06" izz=".07" ixy=".01" ixz="-.005" iyz=".004"/></inertial>'
)
ARM = (
    """<robot name="arm" xmlns:drake="d" xmlns:xacro="x">%(top)s<link name="base"/>
 <link name="upper">%(i1)s%(l1)s</link>
 <link name="lower">"""
    + INERTIAL
    + """</link>
 <joint name="j1" type="revolute"><parent link="base"/><child link="upper"/>
  <origin xyz="0 0 .3" rpy="%(rpy)s"/><axis xyz="%(a1)s"/><limit %(lim)s/>%(j1)s</joint>
 <joint name="j2" type="%(t2)s"><parent link="upper"/><child link="lower"/>
  <origin xyz=".3 0 0"/><axis xyz="%(a2)s"/>
  <limit lower="-1" upper="1" effort="5" velocity="2"/>%(j2)s</joint>%(end)s</robot>"""
)
USUAL = {
    **dict.fromkeys(("top", "l1", "j1", "j2", "end"), ""),
    "i1": INERTIAL,
    "rpy": ".1 .2 .3",
    "a1": "0 1 0",
    "a2": "0 .6 .8",
    "t2": "revolute",
    "lim": 'lower="-2" upper="2" effort="10" velocity="3"',
}


def arm(**parts: str) -> str:
    return ARM % (USUAL | parts)


def dynamics(inner: str, **parts: str) -> str:
    return arm(j1=f"<dynamics {inner}/>", **parts)


def gazebo(inner: str) -> str:
    return arm(end=f'<gazebo reference="upper">{inner}</gazebo>')


def transmission(inner: str) -> str:
    return arm(
        end='<transmission name="t1"><type>transmission_interface/SimpleTransmission</type><joint'
        f' name="j1"/><actuator name="m1">{inner}</actuator></transmission>'
    )


def limit(lower: str, upper: str, effort: str = "3", velocity: str = "3") -> str:
    return arm(
        lim=f'lower="{lower}" upper="{upper}" effort="{effort}" velocity="{velocity}"',
    )


FEATURES: dict[str, tuple[str, str]] = {
    "damping and friction": (dynamics('damping=".3" friction=".2"'), READ),
    "negative damping": (dynamics('damping="-.3" friction="0"'), "damping -0.3, which no joint"),
    "K and D": (dynamics('damping=".3" K="10" D="1"'), r"with D, K in <dynamics>.*\(1\): j1"),
    "armature": (dynamics('damping=".3" armature=".2"'), READ),
    "mu": (dynamics('damping="0" mu_coulomb=".2"'), READ),
    "springs in dynamics": (
        dynamics('damping="0" spring_stiffness="3" spring_reference="0"'),
        "spring_reference, spring_stiffness in <dynamics>, not read",
    ),
    "rotor in dynamics": (dynamics('damping="0" rotor_inertia="1e-4"'), "rotor_inertia in <dyn"),
    "rotor and gear": (
        arm(j1='<drake:rotor_inertia value="1e-4"/><drake:gear_ratio value="100"/>'),
        READ,
    ),
    "springs in gazebo": (gazebo("<springStiffness>3</springStiffness>"), "springs in <gazebo>"),
    "gravity off": (gazebo("<turnGravityOff>true</turnGravityOff>"), "gravity set or switched"),
    "gravity 0": (gazebo("<gravity>0</gravity>"), r"gravity set or switched off.*\(1\): upper"),
    "gravity false": (gazebo("<gravity>false</gravity>"), "gravity set or switched off"),
    "gravity of the moon": (
        arm(end="<gazebo><gravity>0 0 -1.6</gravity></gazebo>"),
        "gravity set or switched off",
    ),
    "gravity on": (gazebo("<gravity>true</gravity>"), READ),
    "surfaces": (gazebo("<mu1>.3</mu1><kp>1e5</kp><material>Gazebo/Red</material>"), READ),
    "gear ratio": (
        transmission("<mechanicalReduction>50</mechanicalReduction>"),
        r"gear ratios of transmissions.*\(1\): t1",
    ),
    "ratio of one": (transmission("<mechanicalReduction>1</mechanicalReduction>"), READ),
    "Drake's rotor of a transmission": (
        transmission('<drake:rotor_inertia value="2e-4"/><drake:gear_ratio value="50"/>'),
        READ,
    ),
    "Drake's rotors of a transmission that is not simple": (
        transmission('<drake:rotor_inertia value="2e-4"/>').replace("Simple", "Differential"),
        r"rotor inertias .*not read \(1\): t1",
    ),
    "rotor of a transmission": (
        transmission("<rotorInertia>1e-4</rotorInertia>"),
        r"rotor inertias .*not read \(1\): t1",
    ),
    "ratio in ros2_control": (
        arm(
            end='<ros2_control name="x" type="system"><joint name="j1"><param'
            ' name="mechanical_reduction">50</param></joint></ros2_control>'
        ),
        "gear ratios",
    ),
    "effort 0": (limit("-2", "2", effort="0"), r"effort 0, taken as unknown \(1\): j1"),
    "velocity 0": (limit("-2", "2", velocity="0"), r"velocity 0, taken as unknown \(1\): j1"),
    "equal limits": (limit("0", "0"), r"equal limits, taken as unknown \(1\): j1"),
    "crossed limits": (limit("2", "-2"), r"crossed limits, exchanged \(1\): j1"),
    "soft limits": (
        arm(j1='<safety_controller soft_lower_limit="-1" soft_upper_limit="1" k_velocity="1"/>'),
        r"soft limits of <safety_controller>, not read \(1\): j1",
    ),
    "soft limits by a macro": (
        arm(j1='<safety_controller soft_lower_limit="${-168 * PI / 180}" k_velocity="1"/>'),
        r"soft limits of <safety_controller>, not read \(1\): j1",
    ),
    "mimic of nothing": (arm(j2='<mimic joint="gone"/>'), r"mimic one that is not there.*: j2"),
    "mimic of itself": (arm(j2='<mimic joint="j2"/>'), r"mimic one that is not there.*: j2"),
    "no inertial": (arm(i1=""), r"without <inertial>.*unknown \(1\): upper"),
    "no mass": (
        arm(i1=INERTIAL.replace('<mass value="2"/>', "")),
        r"without <inertial>.*unknown \(1\): upper",
    ),
    "no inertia": (
        arm(i1='<inertial><mass value="2"/></inertial>'),
        "has no <inertia>; the link counts as a point mass",
    ),
    "impossible inertia": (
        arm(i1=INERTIAL.replace('".07"', '".3"')),
        r"a physically inconsistent inertia.*\(1\): upper",
    ),
    "negative mass": (
        arm(i1=INERTIAL.replace('"2"', '"-2"')),
        r"a physically inconsistent inertia.*\(1\): upper",
    ),
    "two inertials": (arm(l1=INERTIAL), "2 <inertial> elements"),
    "damped floating joint": (
        arm(t2="floating", j2='<dynamics damping="1" friction="0"/>'),
        "joints with several degrees of freedom, not read",
    ),
    "limits of a planar joint": (
        arm(t2="planar"),
        "limits of joints with several degrees of freedom, not read",
    ),
    "axis of a floating joint": (arm(t2="floating", a2="0 0 0"), "several degrees of freedom"),
    "slide": (arm(t2="prismatic"), READ),
    "fixed": (arm(t2="fixed"), READ),
    "long axis": (arm(a1="0 3 4"), READ),
    "rounded angles": (arm(rpy="1.5708 0 -1.57"), READ),
    "loop": (arm(end='<loop_joint name="l" type="revolute"/>'), "loops by <loop_joint>, not read"),
    "macros in pictures": (arm(l1="<visual><xacro:thing/></visual>"), READ),
    "leftover property": (arm(top='<xacro:property name="a" value="1"/>'), READ),
    "unknown element": (arm(j1='<friction value="3"/>'), "ignored: 1 x friction"),
    "options of MuJoCo": (
        arm(end='<mujoco><option gravity="0 0 -1"/></mujoco>'),
        "ignored: 1 x mujoco",
    ),
    "world that is not there": (
        arm().replace('<link name="base"/>', "").replace('"base"', '"world"'),
        "there is no link 'world'",
    ),
}
