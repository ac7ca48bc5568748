"""Small MJCF files, one a feature: {name: (text, what is said of it)}; READ: nothing needs to be
said, torques are those of MuJoCo."""

from __future__ import annotations

READ = ""
PLACES = ("top", "world", "b1", "j1", "in1", "b2", "j2", "in2", "end")
ARM = """<mujoco model="arm"><compiler angle="radian"/>%(top)s
 <worldbody>%(world)s
  <body name="upper" pos="0 0 .3" %(b1)s><joint name="j1" axis="0 1 0" %(j1)s/>
   <inertial pos=".1 .02 .03" mass="2" fullinertia=".05 .06 .07 .01 -.005 .004"/>%(in1)s
   <body name="lower" pos=".3 0 0" %(b2)s><joint name="j2" axis="0 .6 .8" %(j2)s/>
    <inertial pos=".1 0 .02" mass="1" diaginertia=".01 .02 .025"/><site name="tip" pos=".2 0 0"/>
    %(in2)s</body></body>
 </worldbody>%(end)s</mujoco>"""


def arm(**parts: str) -> str:
    return ARM % (dict.fromkeys(PLACES, "") | parts)


def option(inner: str) -> str:
    return f"<option {inner}/>"


def compiler(inner: str) -> str:
    return f"<compiler {inner}/>"


def ball(inner: str, end: str = "") -> str:
    body = f'<body name="w"><joint name="b" type="ball" {inner}/><geom size=".05" pos=".1 0 0"/>'
    return arm(in2=f"{body}</body>", end=end)


def free(inner: str) -> str:
    return arm(
        world=f'<body name="base"><joint name="root" type="free" {inner}/><geom size=".1"/>'
        '<body name="leg"><joint name="hip"/><geom size=".1"/></body></body>'
    )


def tendon(inner: str, end: str = "") -> str:
    return arm(
        end=f'<tendon><fixed name="t" {inner}><joint joint="j1" coef="1"/>'
        f'<joint joint="j2" coef="-.5"/></fixed></tendon>{end}'
    )


def rope(inner: str, end: str = "") -> str:
    return arm(
        world='<site name="s0" pos="0 0 1"/>',
        end=f'<tendon><spatial name="t" {inner}><site site="s0"/><site site="tip"/></spatial>'
        f"</tendon>{end}",
    )


def actuator(inner: str, **parts: str) -> str:
    return arm(end=f"<actuator>{inner}</actuator>", **parts)


def equality(inner: str, **parts: str) -> str:
    return arm(end=f"<equality>{inner}</equality>", **parts)


def moving(inner: str) -> str:
    return arm(in2=f'<body name="x">{inner}</body>')


GEOM = '<geom size=".1"/>'
WEIGHTLESS = '<geom size=".1" mass="0"/>'
CLASSES = (
    '<default><joint damping=".7" armature=".1"/><default class="x"><joint damping=".2"/></default>'
    "</default>"
)
MOCAP = '<body name="m" mocap="true"><geom size=".1"/></body>'
NO_JOINT = r"actuators that drive no hinge or slide .*\(1\)"

FEATURES: dict[str, tuple[str, str]] = {
    "damping": (arm(j1='damping=".3"'), READ),
    "armature of a hinge": (arm(j2='armature=".2"'), READ),
    "friction loss": (arm(j1='frictionloss=".4"'), READ),
    "spring": (arm(j1='stiffness="5" springref=".3"'), READ),
    "springdamper": (arm(j1='springdamper="0.1 1"'), READ),
    "no springs, no dampers": (
        arm(
            top='<option><flag spring="disable" damper="disable"/></option>',
            j1='damping=".3" stiffness="3"',
        ),
        READ,
    ),
    "gravity": (arm(top=option('gravity="1 2 -3"')), READ),
    "no gravity": (arm(top='<option><flag gravity="disable"/></option>'), READ),
    "fluid": (arm(top=option('density="1.2" viscosity=".01"'), in1=WEIGHTLESS), "fluid"),
    "fluid of a shape": (
        arm(
            top=option('density="1000"'),
            in1='<geom type="ellipsoid" size=".1 .1 .2" mass="0" fluidshape="ellipsoid"/>',
        ),
        "fluid around it",
    ),
    "gravity compensation": (arm(b1='gravcomp="1"'), r"gravity compensation .*\(1\): upper"),
    "partly compensated": (arm(b2='gravcomp=".5"'), r"gravity compensation .*\(1\): lower"),
    "degrees": (arm(top=compiler('angle="degree"'), j1='range="-90 90"'), READ),
    "order of angles": (arm(top=compiler('eulerseq="zyx"'), b1='euler=".1 .2 .3"'), READ),
    "least mass": (arm(top=compiler('boundmass="1.5" boundinertia=".03"')), READ),
    "balanced inertia": (arm(top=compiler('balanceinertia="true"')), READ),
    "inertia of shapes": (
        arm(top=compiler('inertiafromgeom="true"'), in1=GEOM, in2=GEOM),
        READ,
    ),
    "limits only if asked": (arm(top=compiler('autolimits="false"')), READ),
    "defaults": (arm(top=CLASSES), READ),
    "class of a joint": (arm(top=CLASSES, j2='class="x"'), READ),
    "class of children": (arm(top=CLASSES, b1='childclass="x"'), READ),
    "frame": (
        arm(
            in2='<frame pos=".1 0 .2" euler="0 .3 0"><body name="f"><joint name="j3"/>'
            '<geom size=".05" pos=".1 0 0"/></body></frame>'
        ),
        READ,
    ),
    "replicate": (
        arm(
            world='<replicate count="3" offset="0 1 0"><body name="r"><joint name="jr" axis="1 0'
            ' 0"/><geom size=".1" pos="0 .1 0"/></body></replicate>'
        ),
        READ,
    ),
    "composite": (
        arm(
            world='<composite type="cable" curve="s" count="5 1 1" size="1"><joint kind="main"'
            ' damping=".1"/><geom type="capsule" size=".02"/></composite>'
        ),
        r"damping of ball and free joints \(4\)",
    ),
    "flex": (
        arm(
            world='<flexcomp name="fl" type="grid" count="2 2 1" spacing=".1 .1 .1" mass="1"'
            ' dim="2" pos="0 0 3"/>'
        ),
        r"took soft bodies as rigid \(1\): fl",
    ),
    "damped ball": (ball('damping=".3"'), r"damping of ball and free joints \(1\): b"),
    "ball with a rotor": (ball('armature=".3"'), r"armature of ball and free joints \(1\): b"),
    "rubbing ball": (ball('frictionloss=".3"'), r"friction of ball and free joints \(1\): b"),
    "ball with a spring": (ball('stiffness=".3"'), r"springs of ball and free joints \(1\): b"),
    "limited ball": (ball('range="0 1"'), r"limits of ball joints \(1\): b"),
    "driven ball": (
        ball("", '<actuator><motor joint="b" gear="0 0 1"/></actuator>'),
        NO_JOINT,
    ),
    "damped base": (free('damping="1"'), r"damping of ball and free joints \(1\): root"),
    "base with armature": (free('armature="1"'), r"armature of ball and free joints \(1\): root"),
    "rubbing base": (free('frictionloss="1"'), r"friction of ball and free joints \(1\): root"),
    "a thing beside": (
        arm(world=f'<body name="box"><freejoint/>{GEOM}</body>'),
        r"ignored free-floating bodies that are not the robot \(1\): box",
    ),
    "a thing of two bodies beside": (
        arm(world=f'<body name="hammer"><freejoint/>{GEOM}<body name="head">{GEOM}</body></body>'),
        r"ignored free-floating bodies that are not the robot \(1\): hammer",
    ),
    "damping below zero": (
        arm(j2='damping="-.1"'),
        r"damping or rotors below zero \(1\): j2",
    ),
    "spring of a tendon": (tendon('stiffness="3" springlength=".2"'), r"springs of tendons \(1\)"),
    "damping of a tendon": (tendon('damping="3"'), r"damping of tendons \(1\): t"),
    "friction of a tendon": (tendon('frictionloss="3"'), r"friction of tendons \(1\): t"),
    "armature of a tendon": (tendon('armature="3"'), r"armature of tendons \(1\): t"),
    "limit of a tendon": (tendon('range="0 1" limited="true"'), r"limits of tendons \(1\): t"),
    "motor of two joints": (
        tendon("", '<actuator><motor name="m" tendon="t"/></actuator>'),
        r"motors of the first of these \(1\): m",
    ),
    "rope with a spring": (rope('stiffness="5"'), r"springs of tendons \(1\): t"),
    "rope with a motor": (rope("", '<actuator><motor tendon="t"/></actuator>'), NO_JOINT),
    "rope alone": (rope(""), READ),
    "equality of tendons": (
        rope("", '<equality><tendon name="e" tendon1="t"/></equality>'),
        "equality 'e' of tendons",
    ),
    "inactive equality": (
        equality('<connect name="e" body1="lower" anchor=".2 0 0" active="false"/>'),
        r"inactive equalities \(1\): 'e'",
    ),
    "weld to a mocap body": (
        equality('<weld name="e" body1="lower" body2="m"/>', world=MOCAP),
        "'e' with a mocap body",
    ),
    "mocap body": (arm(world=MOCAP), r"mocap bodies as fixed \(1\): m"),
    "position servo": (actuator('<position joint="j1" kp="50" kv="3"/>'), READ),
    "velocity servo": (actuator('<velocity joint="j1" kv="5"/>'), READ),
    "integrated velocity": (
        actuator('<intvelocity joint="j1" kp="5" actrange="-1 1"/>'),
        READ,
    ),
    "damper": (actuator('<damper joint="j1" kv="5" ctrlrange="0 1"/>'), READ),
    "cylinder": (actuator('<cylinder joint="j1" timeconst="1" area="2"/>'), READ),
    "general actuator": (
        actuator('<general joint="j1" gainprm="10" biastype="affine" biasprm="0 -10 -1"/>'),
        READ,
    ),
    "motor in the parent": (actuator('<motor jointinparent="j1"/>'), READ),
    "motor at a site": (actuator('<motor site="tip" gear="1 0 0 0 0 0"/>'), NO_JOINT),
    "slider-crank": (
        actuator(
            '<motor cranksite="tip" slidersite="c" cranklength=".5"/>', world='<site name="c"/>'
        ),
        NO_JOINT,
    ),
    "adhesion": (
        actuator('<adhesion body="upper" ctrlrange="0 1" gain="3"/>', in1=WEIGHTLESS),
        NO_JOINT,
    ),
    "reference pose": (arm(j1='ref=".4"'), READ),
    "contacts": (arm(world='<geom type="plane" size="1 1 1"/>', in2=WEIGHTLESS), READ),
    "two joints in a body": (
        moving('<joint name="a"/><joint name="b" axis="1 0 0"/><geom size=".1" pos=".1 .1 0"/>'),
        READ,
    ),
    "slide": (moving(f'<joint name="s" type="slide" damping="1" armature=".2"/>{GEOM}'), READ),
    "hollow shapes": (
        moving('<joint name="s"/><geom size=".1" pos=".1 0 0" shellinertia="true"/>'),
        READ,
    ),
    "missing mesh": (
        arm(
            top='<asset><mesh name="t" file="gone.stl"/></asset>',
            in2='<geom type="mesh" mesh="t"/>',
        ),
        "missing files gone.stl",
    ),
}

#: only a newer MuJoCo compiles these
NEWER: dict[str, tuple[str, str]] = {
    "damping of powers": (arm(j1='damping=".3 .2"'), "linear part of the damping"),
    "spring of powers": (arm(j1='stiffness="5 2"'), r"linear part of springs \(1\): j1"),
    "rotor in the motor": (actuator('<motor joint="j1" gear="3" armature=".1"/>'), READ),
    "damping in the motor": (actuator('<motor joint="j1" gear="3" damping=".1"/>'), READ),
    "motor with currents": (
        actuator('<dcmotor joint="j1" motorconst=".1" resistance="1"/>'),
        READ,
    ),
    "several controls": (
        actuator('<pid joint="j1" kp="9" kv="2" input="pos vel ff"/><motor joint="j2" gear="3"/>'),
        READ,
    ),
}
