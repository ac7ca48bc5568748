"""The public data sets of the leaderboard: where they come from, under which licence, how they are
split, and what others have published about them.

They are read from the folder that DYNID_DATA names, else from shared/data beside the repository; a
folder has a README that says how its files were made of the originals. Every published number
stands with the place where it was read; what could not be read there is left out.
"""

from __future__ import annotations

from dataclasses import dataclass

from real_data import END
from real_effects import MAIN, Parts


@dataclass(frozen=True)
class Published:
    what: str
    value: str
    source: str
    remark: str


@dataclass(frozen=True)
class Row:
    """A split: cutoff None: the one that the cross-validation on the training logs chooses; more:
    names of further methods (`leaderboard.MORE`)."""

    label: str
    folder: str
    train: Parts
    test: Parts
    cutoff: float | None
    more: tuple[str, ...] = ()


@dataclass(frozen=True)
class DataSet:
    """repeats: pairs of stretches in which the machine makes the same motion, the first of them in
    a test log."""

    folder: str
    robot: str
    source: str
    licence: str
    rows: tuple[Row, ...]
    repeats: tuple[tuple[Parts, Parts], ...] = ()
    published: tuple[Published, ...] = ()
    note: str = ""


@dataclass(frozen=True)
class CommandSet:
    """Commands and positions, no torques: checked by open-loop rollouts. train: the log and the
    part of it; test: another log, else the rest."""

    folder: str
    robot: str
    source: str
    licence: str
    train: str
    part: float
    test: str | None
    kp: float | dict[str, float]
    kd: float | dict[str, float]
    lock: tuple[str, ...] = ()
    floating: bool = False
    note: str = ""


def _rows(folder: str, *more: str) -> tuple[Row, ...]:
    """Those of the benchmark of real effects."""
    return tuple(Row(*case[:5], more) for case in MAIN if case[1] == folder)


GITHUB = "https://github.com/"
FIGAROH = f"{GITHUB}thanhndv212/figaroh-examples"
FIGAROH_PAGE = "docs/development/log-cholesky-dataset-validation-2026-10-02.md"
FIGAROH_ERRORS = f"[figaroh-examples, {FIGAROH_PAGE}]({FIGAROH}/blob/main/{FIGAROH_PAGE})"
FLOBAROID = f"{GITHUB}kjyv/FloBaRoID"
FINDINGS_PAGE = "documentation/analysis_findings.md"
FINDINGS = f"[FloBaRoID, {FINDINGS_PAGE}]({FLOBAROID}/blob/master/{FINDINGS_PAGE})"
OFFICIAL = "https://www.nonlinearbenchmark.org/benchmarks/industrial-robot"
#: the test recording makes three motions twice: seconds of the first and of the second time. In the
#: first seconds of a recording the robot stands, and the torque depends on what came before.
LAP, LAPS, STANDS = 60.6015, 3, 6.0
KR300 = tuple((f"train{k:02d}.csv", 0.0, END) for k in range(10))
OTHER_SPLIT = (
    "training rows 0:24750, check on rows 29250:45000 of the same log, 240 samples: another split"
    " and another measure, so not to be compared with the table; its authors call the record"
    " superseded"
)
SAME_LOGS = "the same logs and formula, every 9th sample, filtered by its own settings"

DATA_SETS: tuple[DataSet, ...] = (
    DataSet(
        "kr300_benchmark",
        "KUKA KR300 R2500 ultra SE, the Industrial Robot of nonlinearbenchmark.org",
        f"<{OFFICIAL}> (Weigand, Goetz, Ulmen, Ruskowski 2022, doi 10.26204/DATA/5)",
        "MIT and CC BY-SA 4.0",
        (
            Row(
                "KR300 11 logs -> test",
                "kr300_benchmark",
                (*KR300, ("val.csv", 0.0, END)),
                (("test.csv", 0.0, END),),
                None,
                ("linear",),
            ),
            Row(
                "KR300 4 logs -> test",
                "kr300_benchmark",
                KR300[:4],
                (("test.csv", 0.0, END),),
                None,
            ),
        ),
        tuple(
            (
                (("test.csv", k * LAP + start, (k + 1) * LAP),),
                (("test.csv", (k + LAPS) * LAP + start, (k + LAPS + 1) * LAP),),
            )
            for k, start in enumerate((STANDS, 0.0, 0.0))
        ),
        (
            Published(
                "MA-LSTM-MLP, forward simulation of the positions",
                "R2 .8641",
                f"[MA-LSTM-MLP, README]({GITHUB}javierfa98/MA-LSTM-MLP)",
                "another task on the same data (positions from torques), so not to be compared",
            ),
        ),
        "Official split and score. In the first 6 s of every recording the robot stands, and its"
        " torque depends on what came before the recording: they count in every score, and are left"
        " out of the repeat alone. The benchmark's own baseline for torques from positions is a"
        " linear model (its program MASTER_identification_linear.m); one of that kind, of q, qd,"
        " qdd and a constant, is fitted in this run. A physical model has not been published on"
        " it, as far as we know.",
    ),
    DataSet(
        "kuka_lwr4",
        "KUKA LWR4+, torque sensors",
        f"<{FLOBAROID}>, data/KUKA/HW, measurements_1..3 (recorded at IIT)",
        "LGPL-3.0",
        _rows("kuka_lwr4", "limits"),
        (((("meas2.csv", 0.0, END),), (("meas1.csv", 0.0, END),)),),
        tuple(
            Published(f"FloBaRoID, {mode}, 1 -> 2", f"NRMS {value} %", FINDINGS, SAME_LOGS)
            for mode, value in (
                ("uniform prior", ".211"),
                ("observability-weighted prior", ".176"),
                ("geometric prior", ".181"),
                ("geometric and observability", ".183"),
            )
        ),
        "NRMS is FloBaRoID's own score: the mean over the joints of RMSE / (2 x torque limit of the"
        " URDF), against the torque as recorded; every method below has it too.",
    ),
    DataSet(
        "staubli_tx40",
        "Staubli TX40",
        f"<{FIGAROH}>, examples/staubli_tx40",
        "Apache-2.0",
        _rows("staubli_tx40", "wrist", "published"),
        (),
        (
            Published("FIGAROH, least squares", "5.298 Nm", FIGAROH_ERRORS, OTHER_SPLIT),
            Published("FIGAROH, least squares + SDP", "4.470 Nm", FIGAROH_ERRORS, OTHER_SPLIT),
        ),
        "The wrist is coupled: joints 5 and 6 share a motor's inertia and friction; only the"
        " least squares with wrist terms knows it in advance. The published parameters are those"
        " that come with the data, by weighted least squares; their fit has seen the whole log,"
        " the test part as well.",
    ),
    DataSet(
        "panda_gaz",
        "Franka Emika Panda, torque sensors",
        f"<{GITHUB}marcocognetti/FrankaEmikaPandaDynModel>, matlab/data/Exciting_Traj/Trajectory_1",
        "GPL-3.0",
        _rows("panda_gaz"),
        (),
        (),
        "No error on this split has been published, as far as we know.",
    ),
    DataSet(
        "ur10",
        "Universal Robots UR10",
        f"<{GITHUB}unisa-acg/inverse-dynamics-solver>, ur10_exciting_trajectory.db3",
        "BSD-3-Clause",
        _rows("ur10"),
    ),
    DataSet(
        "tiago",
        "PAL TIAGo, lift and arm; currents times the constants of its authors",
        f"<{FIGAROH}>, examples/tiago",
        "Apache-2.0",
        _rows("tiago"),
        (),
        (
            Published(
                "FIGAROH, least squares",
                "1.518",
                FIGAROH_ERRORS,
                "rows 921:4149 for training, 4736:6791 for the check; N and Nm in one number,"
                " without a unit: not to be compared with the table",
            ),
        ),
        "Joints that stand still are locked, and the constant weight that the lift carries is added"
        " to its force.",
    ),
    DataSet(
        "kuka_kr300",
        "KUKA KR300 R2500, payload, 10 s a log",
        f"<{GITHUB}JonasWeigand/Robot_Identification>, data/recorded_trajectories",
        "MIT",
        _rows("kuka_kr300"),
    ),
)

SIM2REAL = f"<{GITHUB}RX-00/sim2real-robot-identification>, datasets"
COMMAND_SETS: tuple[CommandSet, ...] = (
    CommandSet(
        "unitree_go2_repeats",
        "Unitree Go2, hung in the air, a chirp recorded several times",
        f"{SIM2REAL}/go2",
        "BSD-3-Clause",
        "log_0.csv",
        1.0,
        "log_4.csv",
        {"*_hip_joint": 20.0, "*_thigh_joint": 20.0, "*_calf_joint": 40.0},
        {"*_hip_joint": 1.0, "*_thigh_joint": 1.0, "*_calf_joint": 2.0},
        floating=True,
        note="The file has values that mujoco.sysid found on another Go2: no fair rival.",
    ),
    CommandSet(
        "unitree_go2",
        "Unitree Go2, hung in the air",
        f"<{GITHUB}iit-DLSLab/sim2real-robot-identification>",
        "BSD-3-Clause",
        "log.csv",
        0.6,
        None,
        20.0,
        1.5,
        floating=True,
        note="The file has round numbers.",
    ),
    CommandSet(
        "unitree_z1",
        "Unitree Z1 arm",
        f"{SIM2REAL}/z1",
        "BSD-3-Clause",
        "log.csv",
        0.6,
        None,
        {"joint[23]": 120.0, "joint[1456]": 80.0},
        2.5,
        lock=("jointGripper",),
        note="The file has armature, damping and friction that its authors found with mujoco.sysid,"
        " probably on the arm of this log: a rival's answer.",
    ),
)
