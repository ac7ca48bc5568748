"""Arms with collision shapes of every kind, as files, and what other programs say about them."""

from __future__ import annotations

import struct

import numpy as np

#: name, origin xyz, rpy, axis, mass, effort: the measures of a common six-axis arm
JOINTS = (
    ("pan", "0 0 0.089", "0 0 0", "0 0 1", 3.7, 150),
    ("lift", "0 0.136 0", "0 1.5708 0", "0 1 0", 8.4, 150),
    ("elbow", "0 -0.12 0.425", "0 0 0", "0 1 0", 2.3, 150),
    ("wrist1", "0 0 0.392", "0 1.5708 0", "0 1 0", 1.2, 28),
    ("wrist2", "0 0.093 0", "0 0 0", "0 0 1", 1.2, 28),
    ("wrist3", "0 0 0.095", "0 0 0", "0 1 0", 0.2, 28),
)
#: of the base and the six links: origin, and the solid
SOLIDS = (
    ("0 0 0.04", '<cylinder radius="0.075" length="0.08"/>'),
    ("0 0 0", '<sphere radius="0.065"/>'),
    ("0 0 0.21", '<cylinder radius="0.055" length="0.44"/>'),
    ("0 0 0.19", '<box size="0.09 0.09 0.38"/>'),
    ("0 0.05 0", '<mesh filename="package://arm/wrist1.stl" scale="0.001 0.001 0.001"/>'),
    ("0 0 0.04", '<mesh filename="wrist2.obj"/>'),
    ("0 0.04 0", '<sphere radius="0.035"/>'),
)
CORNERS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=float)
FACES = np.array(
    [
        *((0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1)),
        *((2, 3, 7), (2, 7, 6), (0, 2, 6), (0, 6, 4), (1, 5, 7), (1, 7, 3)),
    ]
)


def write_stl(path, half, text=False):
    """A box as a mesh."""
    corners = (CORNERS * half)[FACES]
    if text:
        facets = "".join(
            "facet normal 0 0 0\nouter loop\n"
            + "".join(f"vertex {x} {y} {z}\n" for x, y, z in corner)
            + "endloop\nendfacet\n"
            for corner in corners
        )
        path.write_text(f"solid box\n{facets}endsolid\n")
        return
    data = b"\0" * 80 + struct.pack("<I", len(corners))
    for corner in corners:
        data += struct.pack("<12fH", 0, 0, 0, *corner.ravel(), 0)
    path.write_bytes(data)


def write_obj(path, half):
    lines = [f"v {x} {y} {z}" for x, y, z in CORNERS * half]
    lines += [f"f {a + 1}//1 {b + 1}//1 {c + 1}//1" for a, b, c in FACES]
    path.write_text("\n".join(lines))


def write_arm(folder, meshes=True, solids=SOLIDS, velocity="3.15", effort=None, position="6.28"):
    """arm.urdf with shapes; its meshes beside it, or missing."""
    if meshes:
        write_stl(folder / "wrist1.stl", (40, 60, 40))
        write_obj(folder / "wrist2.obj", (0.04, 0.04, 0.05))
    text = '<robot name="arm">\n'
    names = ["base", *(f"{joint[0]}_link" for joint in JOINTS)]
    for k, name in enumerate(names):
        mass = JOINTS[k - 1][4] if k else 4.0
        text += f'<link name="{name}"><inertial><origin xyz="0 0 0.05"/><mass value="{mass}"/>'
        text += (
            f'<inertia ixx="{0.01 * mass}" iyy="{0.01 * mass}" izz="{0.008 * mass}" ixy="0"'
            ' ixz="0" iyz="0"/></inertial>'
        )
        if solids:
            at, solid = solids[k]
            text += f'<collision><origin xyz="{at}"/><geometry>{solid}</geometry></collision>'
        text += "</link>\n"
    for k, (name, xyz, rpy, axis, _, most) in enumerate(JOINTS):
        text += (
            f'<joint name="{name}" type="revolute"><parent link="{names[k]}"/>'
            f'<child link="{names[k + 1]}"/><origin xyz="{xyz}" rpy="{rpy}"/><axis xyz="{axis}"/>'
            f'<limit lower="-{position}" upper="{position}" velocity="{velocity}"'
            f' effort="{most if effort is None else effort}"/></joint>\n'
        )
    text += '<link name="flange"/><joint name="hand" type="fixed"><parent link="wrist3_link"/>'
    text += '<child link="flange"/><origin xyz="0 0.082 0"/></joint>\n</robot>\n'
    path = folder / "arm.urdf"
    path.write_text(text)
    return path


class Coal:
    """Distances between the shapes of a URDF file, and their heights, by Pinocchio and Coal."""

    def __init__(self, path):
        import pinocchio as pin

        self.pin = pin
        self.model = pin.buildModelFromUrdf(str(path))
        self.shapes = pin.buildGeomFromUrdf(
            self.model,
            str(path),
            pin.GeometryType.COLLISION,
            package_dirs=[str(path.parent.parent)],
        )
        self.data = self.model.createData()

    def names(self):
        return [self.model.frames[shape.parentFrame].name for shape in self.shapes.geometryObjects]

    def at(self, q):
        """{two links: distance}, and {link: height of its lowest point}."""
        import coal

        pin = self.pin
        data = pin.GeometryData(self.shapes)
        pin.updateGeometryPlacements(self.model, self.data, self.shapes, data, np.asarray(q))
        names, solids = self.names(), [shape.geometry for shape in self.shapes.geometryObjects]
        places = [coal.Transform3s(M.rotation, M.translation) for M in data.oMg]
        distances = {}
        request = coal.DistanceRequest()
        for i in range(len(names)):
            for j in range(i):
                result = coal.DistanceResult()
                coal.distance(solids[i], places[i], solids[j], places[j], request, result)
                distances[frozenset((names[i], names[j]))] = result.min_distance
        heights = {}
        for name, solid, place in zip(names, solids, places):
            result = coal.DistanceResult()
            ground = coal.Box(20.0, 20.0, 2.0)
            below = coal.Transform3s(np.eye(3), np.array([0.0, 0.0, -11.0]))
            coal.distance(solid, place, ground, below, request, result)
            heights[name] = result.min_distance - 10.0
        return distances, heights
