"""SDF files at random, one a seed: versions, poses in every way that SDF has, joints of all kinds,
models in models and in other files, what floats and what stands."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

VERSIONS = ("1.4", "1.5", "1.6", "1.7", "1.8", "1.9", "1.10", "1.11")
SOLIDS = (
    "<box><size>.2 .1 .3</size></box>",
    "<sphere><radius>.12</radius></sphere>",
    "<cylinder><radius>.1</radius><length>.4</length></cylinder>",
    "<capsule><radius>.08</radius><length>.3</length></capsule>",
    "<ellipsoid><radii>.1 .15 .2</radii></ellipsoid>",
    "<cone><radius>.1</radius><length>.3</length></cone>",
)
SIMPLE = ("revolute", "prismatic", "continuous")
KINDS = (*SIMPLE, "revolute", "ball", "screw", "universal", "planar", "fixed")
MAIN = "robot.sdf"


def variant(seed: int) -> dict[str, str]:
    """{file: text}; the robot is MAIN, which includes the others."""
    return _Variant(random.Random(seed)).files()


@dataclass
class _Variant:
    rng: random.Random
    version: str = ""
    leaders: list[str] = field(default_factory=list)  # joints of the model that others may mimic
    count: int = 0  # of joints and frames

    def __post_init__(self) -> None:
        self.version = self.rng.choice(VERSIONS)

    def since(self, minor: int) -> bool:
        return int(self.version.split(".")[1]) >= minor

    def chance(self, p: float) -> bool:
        return self.rng.random() < p

    def numbers(self, count: int, size: float = 1.0) -> str:
        return " ".join(f"{self.rng.uniform(-size, size):.6g}" for _ in range(count))

    def pose(self, frames: list[str] = (), always: bool = False) -> str:
        """In angles, degrees or a quaternion, relative to one of the frames or to none."""
        if not always and self.chance(0.2):
            return ""
        to = ""
        if frames and self.chance(0.4):
            name = self.rng.choice(list(frames))
            to = f' relative_to="{name}"' if self.since(7) else f' frame="{name}"'
        if self.since(9) and self.chance(0.25):
            q = [self.rng.uniform(-1, 1) for _ in range(4)]
            turn = " ".join(f"{x / sum(y * y for y in q) ** 0.5:.17g}" for x in q)
            return f'<pose rotation_format="quat_xyzw"{to}>{self.numbers(3)} {turn}</pose>'
        if self.since(9) and self.chance(0.25):
            return f'<pose degrees="true"{to}>{self.numbers(3)} {self.numbers(3, 90)}</pose>'
        return f"<pose{to}>{self.numbers(3)} {self.numbers(3, 1.4)}</pose>"

    def inertial(self) -> str:
        roll = self.rng.random()
        if roll < 0.1:
            return ""
        if roll < 0.25 and self.since(11):
            mass = "<mass>2.5</mass>" if self.chance(0.3) else ""
            density = "<density>700</density>" if self.chance(0.4) else ""
            shapes = "".join(
                f'<collision name="c{k}">{self.pose()}'
                + ("<density>1500</density>" if self.chance(0.4) else "")
                + f"<geometry>{self.rng.choice(SOLIDS)}</geometry></collision>"
                for k in range(self.rng.randint(1, 3))
            )
            return f'<inertial auto="true">{mass}{density}</inertial>{shapes}'
        a, b, c = (self.rng.uniform(0.05, 0.4) for _ in range(3))  # mean squares: a body has them
        xy = self.rng.uniform(-0.03, 0.03)
        moments = {"ixx": b + c, "iyy": c + a, "izz": a + b, "ixy": xy}
        if self.chance(0.1):
            moments = {}
        tensor = "".join(f"<{key}>{value:.6g}</{key}>" for key, value in moments.items())
        mass = "" if self.chance(0.05) else f"<mass>{self.rng.uniform(0.5, 4):.6g}</mass>"
        written = f"<pose>{self.numbers(3)} {self.numbers(3, 1.4)}</pose>"
        return f"<inertial>{written}{mass}<inertia>{tensor}</inertia></inertial>"

    def axis(self, frames: list[str], about: bool = True, mimic: bool = False) -> str:
        expressed, inside = "", ""
        if self.since(7) and self.chance(0.4):
            expressed = f' expressed_in="{self.rng.choice([*frames, "__model__"])}"'
        elif self.since(5) and not self.since(7) and self.chance(0.5):
            flag = self.rng.choice(("1", "true", "0"))
            inside += f"<use_parent_model_frame>{flag}</use_parent_model_frame>"
        if about:
            dynamics = "".join(
                f"<{name}>{self.rng.uniform(0.1, 3):.6g}</{name}>"
                for name in ("damping", "spring_stiffness", "spring_reference")
                if self.chance(0.4)
            )
            inside += f"<dynamics>{dynamics}</dynamics>"
        if mimic and self.leaders:
            leader = f'<mimic joint="{self.rng.choice(self.leaders)}">'
            inside += f"{leader}<multiplier>-1.5</multiplier><offset>.2</offset>"
            inside += "<reference>.3</reference></mimic>"
        return f"<axis><xyz{expressed}>{self.numbers(3)}</xyz>{inside}</axis>"

    def joint(
        self, parent: str, child: str, frames: list[str], kinds: tuple[str, ...] = SIMPLE
    ) -> str:
        new = {"continuous": 9, "planar": 7}
        kind = self.rng.choice([k for k in kinds if self.since(new.get(k, 0))])
        self.count += 1
        name, place = f"j{self.count}", self.pose(frames)
        if kind == "planar":
            return (
                f'<drake:joint name="{name}" type="planar"><drake:parent>{parent}</drake:parent>'
                f"<drake:child>{child}</drake:child><drake:damping>.1 .2 .3</drake:damping>"
                "</drake:joint>"
            )
        inside = f"{place}<parent>{parent}</parent><child>{child}</child>"
        if kind == "universal":
            inside += "<axis><xyz>0 .6 .8</xyz></axis><axis2><xyz>1 0 0</xyz></axis2>"
        elif kind == "screw":
            tag = "screw_thread_pitch" if self.since(11) else "thread_pitch"
            inside += self.axis(frames, about=False)
            inside += f"<{tag}>{self.rng.uniform(0.5, 3):.6g}</{tag}>"
        elif kind in SIMPLE:
            inside += self.axis(frames, mimic=self.since(11) and self.chance(0.3))
            self.leaders.append(name)
            if self.chance(0.4):
                inside += "<drake:rotor_inertia>.002</drake:rotor_inertia>"
                inside += "<drake:gear_ratio>9</drake:gear_ratio>"
        return f'<joint name="{name}" type="{kind}">{inside}</joint>'

    def frame(self, links: list[str], frames: list[str]) -> str:
        self.count += 1
        name = f"f{self.count}"
        attached = f' attached_to="{self.rng.choice(links)}"' if self.chance(0.8) else ""
        text = f'<frame name="{name}"{attached}>{self.pose(frames)}</frame>'
        frames.append(name)
        return text

    def tree(self, prefix: str, size: int, kinds: tuple[str, ...]) -> tuple[str, list[str]]:
        """Links and the joints between them; returns the text and the names of the links."""
        names: list[str] = []
        frames: list[str] = []
        text, self.leaders = "", []
        for k in range(size):
            name = f"{prefix}{k}"
            text += f'<link name="{name}">{self.pose(frames)}{self.inertial()}</link>'
            if k:
                ends = [self.rng.choice(names + (frames if self.since(7) else [])), name]
                turned = k == size - 1 and self.chance(0.2)
                if turned:  # what hangs on it is called its parent
                    ends.reverse()
                text += self.joint(*ends, [*frames], SIMPLE if turned or k == 1 else kinds)
            names.append(name)
            frames.append(name)
            if self.since(7) and self.chance(0.4):
                text += self.frame(names, frames)
        self.leaders = []
        return text, names

    def inner(self, outer: list[str], files: dict[str, str]) -> str:
        """A model in the model, written or included, and a joint to it."""
        text, names = self.tree(
            "b", self.rng.randint(2, 3), tuple(k for k in KINDS if k != "planar")
        )
        frame = self.rng.choice(names) if self.chance(0.4) else ""
        first = f"inner::{names[0]}"
        if self.chance(0.5):
            attribute = f' placement_frame="{frame}"' if frame else ""
            model = f'<model name="inner"{attribute}>{self.pose()}{text}</model>'
        else:
            place = f"<placement_frame>{frame}</placement_frame>" if frame else ""
            merge = self.since(10) and not frame and self.chance(0.5)
            first = names[0] if merge else first
            how = ' merge="true"' if merge else ""
            where = "<uri>package://parts/inner.sdf</uri>"
            model = f"<include{how}>{where}{self.pose(always=True)}{place}</include>"
            files["parts/package.xml"] = "<package><name>parts</name></package>"
            files["parts/inner.sdf"] = self.sdf(f'<model name="inner">{self.pose()}{text}</model>')
        return model + self.joint(self.rng.choice(outer), first, [])

    def files(self) -> dict[str, str]:
        files: dict[str, str] = {}
        text, names = self.tree("a", self.rng.randint(2, 4), KINDS)
        text += self.inner(names, files) if self.since(8) and self.chance(0.5) else ""
        stands = self.rng.choice(("floats", "fixed", "moves", "static", "tied", "pinned"))
        if stands == "fixed":
            text += self.joint("world", names[0], [], ("fixed",))
        elif stands == "moves":
            text += self.joint("world", names[0], [], tuple(k for k in KINDS if k != "planar"))
        elif stands == "static" and self.since(8):
            ground = f'<link name="g">{self.pose()}</link>'
            text += f'<model name="ground">{self.pose()}<static>true</static>{ground}</model>'
            text += self.joint("ground::g", names[0], [])
        frame = f' placement_frame="{names[-1]}"' if self.since(8) and self.chance(0.2) else ""
        model = f'<model name="robot"{frame}>{self.pose(always=True)}{text}</model>'
        if stands == "tied" and self.since(10):
            load = (
                f'<model name="load">{self.pose()}<link name="l">{self.inertial()}</link></model>'
            )
            between = self.joint(f"robot::{names[0]}", "load::l", [], ("fixed",))
            model = f'<world name="w">{model}{load}{between}</world>'
        elif stands == "pinned" and self.since(10):
            pin = self.joint("world", f"robot::{names[0]}", [], ("fixed",))
            model = f'<world name="w">{model}{pin}</world>'
        elif self.chance(0.3):
            other = f'<model name="thing"><link name="t">{self.inertial()}</link></model>'
            model = f'<world name="w">{other}{model}</world>'
        return {MAIN: self.sdf(model), **files}

    def sdf(self, inside: str) -> str:
        return f'<sdf version="{self.version}" xmlns:drake="http://drake.mit.edu">{inside}</sdf>'
