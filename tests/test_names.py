"""Names: a function is a verb and its object; a class and a file have a name of their own."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import dynid

SOURCE = Path(dynid.__file__).parent
#: what a name of a function may begin with
VERBS = set(
    """
propose abandon seal suggest even level span unroll edit control exec configure
react main mend absorb accept act adapt add adjust advance aim align allocate allow analyse anchor
answer append apply approximate arrange ask assemble assert assign attach attempt average await
balance begin bend bin bind blame bound bracket bring broadcast build butter cache calibrate
call cancel canonicalise capitalise carry catch center centre chain change charge check choose
chunk claim clamp classify clean clear clip close collapse collect combine compare compile
complain complete compress compute concatenate condense confirm connect consider constrain
construct contain convert copy correct count cover create cross cut date deal decide decimate
declare decode decompose decorate define deform delay delete deliver derive descend describe
design detect determine diagnose differentiate digest discard discretise display distribute
disturb divide do download draw drive drop dump eliminate embed enable encode end enforce ensure
enter enumerate erase escape estimate evaluate examine excite exclude execute expand expect
explain export express extend extract extrapolate factor factorise fail feed fetch fill filter
find finish fit fix flag flatten flip float fold follow forbid force forecast forget form format
forward free freeze fuse gather generate get give go grant group grow guard guess handle hang
harmonise hash hide hint hold identify ignore import improve include indent index infer inflate
inform init initialise insert inspect install integrate interpolate interrupt invert isolate
iterate join judge jump keep key label lag land launch lay lead learn leave lengthen lift limit
linearise link list listen load locate lock log look lower lump make map mark mask match measure
mend merge minimise mirror mix modify move multiply name narrow negate normalise note notice
number observe offer omit open optimise order orient pack pad pair parametrise parse pass paste
pause perform permute perturb pick place plan plot point pool pose predict prefix prepare
preprocess preserve press print probe process profile project prolong propagate prove prune
publish pull push put query quit quote raise randomise rank rate reach read rebuild recall
receive recognise recommend record recover redirect redo reduce refer refine refit reflect
refuse register regress regularise reject relax release reload remark remove rename render renew
repair repeat replace reply report represent reproduce request require resample rescale reset
reshape resize resolve restart restore restrict resume retrieve return reverse revise roll
rotate roughen round route run sample sandwich save scale scan schedule score screen search
select send separate serialise serve set settle shape share sharpen shift shorten show shrink
shut sign silence simplify simulate skip slice slide smooth snap sniff solve sort spare specify
spell split spread square stack stand standardise start state step stop store stream stretch
strip stub submit subtract sum summarise supply suppress swap sweep switch symmetrise take taper
tell terminate test thin tie tile tilt time toggle trace track train transform translate
transpose trim truncate trust try tune turn undo unfold unlock unpack unround untie unwrap
update upgrade use validate vary verify visit wait walk warm warn watch weigh weight whiten
widen wind wire withdraw wrap write yield zero
    """.split()  # noqa: SIM905
)
PREDICATES = {"is", "has", "can", "are", "was"}
CONVERSIONS = {"to", "from", "as"}
#: nouns that stay, because users write them, or write classes that have them
NOUNS_OF_THE_INTERFACE = {
    # robots, shapes and effects are called by what they make
    "robot/builtin": None,
    "model/solids": None,
    "model/gears": {"directional_viscous", "directional_coulomb", "concave", "convex"},
    # a command is called as it is typed; typer takes the name of its function
    "cli": {
        "robots",
        "payload",
        "bench",
        "studio",
        "fleet",
        "elasticity",
        "sim2real",
        "demo",
        "diff",
    },
    # what users define in effects, laws, controllers and workspaces of their own
    # a motion, of users too, answers at(t)
    "excitation": {"at"},
    "excite": {"at"},
    "data/fourier": {"at"},
    "benchmark/random_motion": {"at"},
    "bench/motion": {"at"},
    "simulation/controllers": {"at"},
    "model": {"terms", "ranges", "constants", "chosen"},
    "simulation": {"law"},
    # the equations of motion, as Pinocchio, MuJoCo and Drake call them, and words of every day
    "model/model": {
        *("regressor", "inverse_dynamics", "mass_matrix", "coriolis", "gravity", "channels"),
        *("regressor_gradient", "torque_gradient"),
    },
    "model/base_reduction": {"base_parameters"},
    "model/base": {"base_parameters"},
    "model/task_space": {"task_dynamics"},
    "model/task": {"task_dynamics"},
    "closed_chains": {"forward_kinematics", "inverse_kinematics", "jacobian", "jacobian_rate"},
    "loops": {"forward_kinematics", "inverse_kinematics", "jacobian", "jacobian_rate"},
    "closed_chains/redundant_motors": {"motor_gains"},
    "loops/motors": {"motor_gains"},
    "closed_chains/body_points": {"point_motion", "point_gradient"},
    "loops/points": {"point_motion", "point_gradient"},
    "robot/geometry": {"inertial"},
    "robot/mechanism": {"joint", "body"},
    "robot/dh": {"robot_from_dh"},
    "validation": {"difference"},
    "study/options": {"option"},
    "commands/find": {"sim2real"},
    "sim2real": {"sim2real"},
    # pytest calls them so, and classes that stand for one of Python's
    "regression/pytest_plugin": {"runtest", "repr_failure", "reportinfo"},
    # equations of a paper have its letters
    "papers": {"M", "C", "G", "P_i", "S", "m"},
}
#: files of one name in several folders: packages, the entry points, one a paper
FILES_ALIKE = {"__init__.py", "__main__.py", "paper.py", "pictures.py"}
#: share of functions without a verb
MOST = 0.005  # may only fall


def functions(tree: ast.AST) -> Iterator[str]:
    """The names of all functions and methods but properties, dunders and hooks of pytest."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            marks = [ast.unparse(mark) for mark in node.decorator_list]
            dunder = node.name.startswith("__") or node.name == "_repr_html_"
            noun = any("property" in mark or mark.endswith(".setter") for mark in marks)
            if not (dunder or noun or node.name.startswith("pytest_")):
                yield node.name


def has_verb(name: str) -> bool:
    first = name.strip("_").split("_")[0]
    return first in VERBS | PREDICATES | CONVERSIONS and not name.endswith("_of")


def is_kept(path: str, name: str) -> bool:
    homes = [home for home in NOUNS_OF_THE_INTERFACE if f"{path}/".startswith(f"{home}/")]
    kept = [NOUNS_OF_THE_INTERFACE[home] for home in homes]
    return any(names is None or name in names for names in kept) or (
        path.startswith("cli/") and name == path.split("/")[-1]
    )


def find_names() -> tuple[list[str], int, int]:
    """Functions without a verb; how many more are kept as nouns; how many functions there are."""
    without, kept, count = [], 0, 0
    for path in sorted(SOURCE.rglob("*.py")):
        home = path.relative_to(SOURCE).with_suffix("").as_posix()
        for name in functions(ast.parse(path.read_text(encoding="utf-8"))):
            count += 1
            if not has_verb(name):
                if is_kept(home, name):
                    kept += 1
                else:
                    without.append(f"{home}.py:{name}")
    return without, kept, count


def find_duplicate_classes() -> dict[str, list[str]]:
    homes = defaultdict(list)
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                homes[node.name].append(path.relative_to(SOURCE).as_posix())
    return {name: places for name, places in homes.items() if len(places) > 1}


def find_duplicate_files() -> dict[str, list[str]]:
    homes = defaultdict(list)
    for path in sorted(SOURCE.rglob("*.py")):
        homes[path.name].append(path.parent.relative_to(SOURCE).as_posix())
    return {name: places for name, places in homes.items() if len(places) > 1}


def test_a_function_is_a_verb_and_its_object():
    without, kept, count = find_names()
    assert len(without) <= MOST * count, f"{len(without)} of {count}: {without}"
    assert kept <= 0.05 * count


def test_a_class_has_a_name_of_its_own():
    assert find_duplicate_classes() == {}


def test_a_file_has_a_name_of_its_own():
    alike = {name for name in find_duplicate_files() if name not in FILES_ALIKE}
    assert alike == set()


if __name__ == "__main__":
    without, kept, count = find_names()
    share = len(without) / count
    print(f"functions without a verb: {len(without)} of {count} ({share:.1%}), kept {kept}")
    print(*without, sep="\n")
    print("classes:", len(find_duplicate_classes()), find_duplicate_classes())
    print("files:", len(find_duplicate_files()), find_duplicate_files())
