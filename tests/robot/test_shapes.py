"""Collision shapes of robot files, against Pinocchio's and MuJoCo's own reading of them, and the
capsules around them."""

from __future__ import annotations

import numpy as np
import pytest

import dynid as di
from dynid.excitation.capsule_fit import cover, fit_capsule
from dynid.robot.poses import compute_body_poses
from dynid.robot.shapes.meshes import MeshError, find_mesh, read_mesh
from dynid.robot.shapes.shape import (
    make_box,
    make_cylinder,
    make_ellipsoid,
    make_hull,
    make_segment,
    make_sphere,
)
from dynid.robot.shapes.shape_reading import read_collision_shapes
from shapes_help import CORNERS, write_arm, write_obj, write_stl


def in_capsules(points, capsules):
    """How far points are outside of all capsules, at most."""
    depth = []
    for capsule in capsules:
        a, way = np.asarray(capsule.start), np.asarray(capsule.end) - np.asarray(capsule.start)
        s = np.clip((points - a) @ way / max(way @ way, 1e-12), 0, 1)
        depth.append(np.linalg.norm(points - a - s[:, None] * way, axis=1) - capsule.radius)
    return np.min(depth, axis=0).max()


def on_surface(shape, count=20_000):
    """Random points on the triangles of a shape, its corners among them."""
    rng = np.random.default_rng(0)
    corners = shape.points[shape.triangles[rng.integers(len(shape.triangles), size=count)]]
    weights = rng.dirichlet((0.5, 0.5, 0.5), size=count)
    return np.vstack([(weights[:, :, None] * corners).sum(axis=1), shape.points])


BENT = np.vstack(  # an L of two boxes, as one mesh
    [CORNERS * (0.05, 0.05, 0.2), CORNERS * (0.15, 0.05, 0.05) + (0.15, 0, 0.2)]
)


@pytest.mark.parametrize(
    "shape",
    [
        make_box(np.array([0.5, 0.1, 0.05])),
        make_box(np.array([0.1, 0.1, 0.1])),
        make_cylinder(0.05, 0.4),
        make_cylinder(0.3, 0.02),
        make_ellipsoid(np.array([0.1, 0.2, 0.3])),
        make_hull(np.random.default_rng(3).normal(size=(60, 3)) * (1, 0.3, 0.1)),
        make_hull(np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]])),
        make_hull(BENT),
    ],
    ids=["plank", "cube", "rod", "disc", "ellipsoid", "stone", "sheet", "bent"],
)
def test_capsules_hold_their_shape(shape):
    capsules = cover(shape)
    assert len(capsules) <= 4
    assert in_capsules(on_surface(shape), capsules) < 1e-9


def test_no_root_of_what_is_below_zero():
    """r^2 - d^2 of the farthest point, r = d, is zero; the power of a number and that of an array
    may round these r apart."""
    for r in (0.5129835547887271, 0.6749604114525177, 0.7313555338127642):
        with np.errstate(invalid="raise"):
            start, end, radius = fit_capsule(
                np.array([[r, 0, 0], [-r, 0, 1.0]]), np.array([0, 0, 1.0])
            )
        assert radius >= r
        np.testing.assert_allclose([start[:2], end[:2]], 0.0, atol=1e-12)


def test_capsules_are_not_much_larger_than_needed():
    """A rod: hardly wider, and longer by its radius at each end (that of the polygon around it).
    Balls and capsules are what they are."""
    (rod,) = cover(make_cylinder(0.05, 0.4))
    assert rod.radius < 1.2 * 0.05
    assert (
        np.linalg.norm(rod.end - rod.start) / 2 + rod.radius
        < 0.4 + 0.05 / np.cos(np.pi / 16) + 1e-9
    )
    (ball,) = cover(make_sphere(0.2))
    assert ball.radius == 0.2
    (pill,) = cover(make_segment(0.3, 0.1))
    assert (pill.radius, pill.end[2]) == (0.1, 0.3)


def test_primitives_lie_within_their_polyhedra():
    """Cylinders and ellipsoids are taken a little larger, never smaller."""
    angle = np.linspace(0, 2 * np.pi, 500)
    ring = np.stack([0.3 * np.cos(angle), 0.3 * np.sin(angle), 0 * angle], axis=1)
    top = np.array([0.0, 0.0, 0.2])
    rng = np.random.default_rng(0)
    balls = rng.normal(size=(2000, 3))
    egg = balls / np.linalg.norm(balls, axis=1)[:, None] * (0.1, 0.2, 0.3)
    from scipy.spatial import ConvexHull

    for shape, points in (
        (make_cylinder(0.3, 0.2), np.vstack([ring + top, ring - top])),
        (make_ellipsoid(np.array([0.1, 0.2, 0.3])), egg),
    ):
        faces = ConvexHull(shape.points).equations
        assert (points @ faces[:, :3].T + faces[:, 3]).max() < 1e-9
        assert np.abs(shape.points).max(axis=0) == pytest.approx(
            np.abs(points).max(axis=0), rel=0.2
        )


def test_shapes_of_a_urdf_are_where_pinocchio_has_them(tmp_path):
    import pinocchio as pin

    folder = tmp_path / "arm"
    folder.mkdir()
    path = write_arm(folder)
    text = path.read_text().replace('"wrist2.obj"', '"package://arm/wrist2.obj"')
    text = text.replace('xyz="0 0 0.21"', 'rpy="0.3 0.2 0.1" xyz="0 0 0.21"')
    path.write_text(text)
    robot = di.load_robot(path)
    found = read_collision_shapes(robot)
    assert found.lost == ()
    model = pin.buildModelFromUrdf(str(path))
    shapes = pin.buildGeomFromUrdf(
        model, str(path), pin.GeometryType.COLLISION, package_dirs=[str(tmp_path)]
    )
    q = np.random.default_rng(0).uniform(-2, 2, size=6)
    data, placed = model.createData(), pin.GeometryData(shapes)
    pin.updateGeometryPlacements(model, data, shapes, placed, q)
    poses = compute_body_poses(robot, q[None])
    for mine, its, place in zip(found.shapes, shapes.geometryObjects, placed.oMg):
        T = poses[mine.body][0]
        middle = T[:3, :3] @ ((mine.points.max(axis=0) + mine.points.min(axis=0)) / 2) + T[:3, 3]
        its.geometry.computeLocalAABB()
        # of boxes on the body's own axes; Coal's centre is in the shape's frame
        if its.name != "lift_link_0":
            centre = place.act(np.asarray(its.geometry.aabb_center))
            np.testing.assert_allclose(middle, centre, atol=1e-6)
        else:
            ring = T[:3, :3] @ mine.points.mean(axis=0) + T[:3, 3]
            np.testing.assert_allclose(ring, place.translation, atol=1e-9)


def test_shapes_of_an_mjcf_are_where_mujoco_has_them(tmp_path):
    import mujoco

    write_stl(tmp_path / "stone.stl", (0.1, 0.05, 0.02))
    path = tmp_path / "arm.xml"
    path.write_text(
        """<mujoco><asset><mesh name="stone" file="stone.stl"/></asset><worldbody>
        <geom type="plane" size="1 1 1" pos="0 0 -0.7"/>
        <body name="a" pos=".1 .2 .3" euler="10 20 30"><joint name="j" axis="0 1 0" pos="0 0 .2"/>
         <geom name="g1" type="box" size=".1 .2 .3" pos=".4 .5 .6" euler="40 50 60"/>
         <body name="welded" pos="0 0 .1" euler="0 90 0">
          <geom name="g2" type="mesh" mesh="stone" pos=".1 0 0"/>
          <geom name="g3" type="capsule" fromto="0 0 0 .1 .2 .3" size=".05"/>
          <geom name="seen" type="sphere" size="9" contype="0" conaffinity="0"/></body></body>
        </worldbody></mujoco>"""
    )
    robot = di.load_robot(path)
    found = read_collision_shapes(robot)
    assert found.ground == -0.7
    assert [shape.body for shape in found.shapes] == ["a", "a", "a"]
    model = mujoco.MjModel.from_xml_path(str(path))
    data = mujoco.MjData(model)
    data.qpos[:] = 0.7
    mujoco.mj_kinematics(model, data)
    T = compute_body_poses(robot, np.array([[0.7]]))["a"][0]
    for shape, name in zip(found.shapes, ("g1", "g2", "g3")):
        middle = T[:3, :3] @ ((shape.points.max(axis=0) + shape.points.min(axis=0)) / 2) + T[:3, 3]
        np.testing.assert_allclose(middle, data.geom(name).xpos, atol=1e-6)
    tall = found.shapes[1].points
    assert sorted(np.ptp(tall, axis=0)) == pytest.approx([0.04, 0.1, 0.2], abs=1e-6)


def test_missing_meshes_of_an_mjcf_are_told(tmp_path):
    path = tmp_path / "arm.xml"
    path.write_text(
        """<mujoco><asset><mesh name="stone" file="gone.stl"/></asset><worldbody>
        <body name="a"><joint name="j"/><inertial mass="1" pos="0 0 0" diaginertia="1 1 1"/>
        <geom type="mesh" mesh="stone"/></body></worldbody></mujoco>"""
    )
    with pytest.warns(di.errors.IgnoredElementWarning):
        robot = di.load_robot(path)
    found = read_collision_shapes(robot)
    assert found.shapes == ()
    assert found.lost == (("a", "gone.stl is missing"),)


def test_meshes_of_all_kinds(tmp_path):
    write_stl(tmp_path / "binary.stl", (1, 2, 3))
    write_stl(tmp_path / "text.STL", (1, 2, 3), text=True)
    write_obj(tmp_path / "a.obj", (1, 2, 3))
    for name in ("binary.stl", "text.STL", "a.obj"):
        points, triangles = read_mesh(tmp_path / name)
        assert (len(points), len(triangles)) == (8, 12)
        np.testing.assert_allclose(np.abs(points), np.tile([1.0, 2.0, 3.0], (8, 1)))
    for name, content, words in (
        ("a.dae", "<COLLADA/>", "no STL or OBJ"),
        ("b.stl", "solid nothing", "no triangles"),
        ("c.obj", "v 0 0\nf 1 2 9", "cannot be read"),
        ("d.stl", "solid\nvertex 0 0 x", "cannot be read"),
        ("e.stl", "version https://git-lfs.github.com/spec/v1\noid", "git lfs pull fetches it"),
    ):
        (tmp_path / name).write_text(content)
        with pytest.raises(MeshError, match=words):
            read_mesh(tmp_path / name)


def test_packages_are_found(tmp_path, monkeypatch):
    inner = tmp_path / "share" / "arm_description" / "meshes"
    inner.mkdir(parents=True)
    (inner / "x.stl").write_text("")
    urdf = tmp_path / "share" / "arm_description" / "urdf"
    urdf.mkdir()
    name = "package://arm_description/meshes/x.stl"
    assert find_mesh(name, urdf) == inner / "x.stl"
    assert find_mesh(f"file://{inner}/x.stl", urdf) == inner / "x.stl"
    assert find_mesh("../meshes/x.stl", urdf) == urdf / "../meshes/x.stl"
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert find_mesh(name, elsewhere) is None
    monkeypatch.setenv("AMENT_PREFIX_PATH", str(tmp_path))
    assert find_mesh(name, elsewhere) == inner / "x.stl"


def test_a_robot_without_a_file_has_no_shapes():
    assert read_collision_shapes(di.load_robot("arm7")).shapes == ()
