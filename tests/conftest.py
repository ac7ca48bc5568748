"""What several test files share."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import dynid._native as native
from dynid.arrays import Array
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD

#: what `make quick` leaves out, and why: files, and single tests of files that otherwise stay
SLOW = {
    "whole identifications, one for each robot or example": (
        "test_end_to_end.py",
        "test_p_controlled.py",
        "test_examples.py",
        "test_demo.py",
        "test_docs.py::test_snippets_run",
        "test_docs.py::test_the_commands_on_currents_find_the_gains",
        "test_docs.py::test_a_newcomer_can_type_every_command",
        "test_docs.py::test_recipes_serve_on_the_command_line",
        "test_docs.py::test_the_page_on_simulators_can_be_typed",
        "test_docs.py::test_the_page_on_loops_can_be_typed",
        "test_cli_springs.py",
        "test_schemas.py::test_all_golden_answers_are_as_their_schemas",
        "test_docs.py::test_the_real_log_goes_from_start_to_end_as_the_page_says",
        "test_export_docs.py::test_commands",
        "test_real_data.py",
        "test_changes.py::test_recordings_of_a_machine_are_no_change",
        "test_ignored_options.py::test_every_option_is_read",
        "test_file_actuators.py::test_logs_of_a_real_arm",
        "test_choose.py::test_a_plain_machine_gets_nothing",
        "test_choose.py::test_what_a_machine_has_is_found",
        "test_choose.py::test_a_tilted_base_is_found",
        "test_fit_kept.py::test_payloads_of_single_logs_stay_in_training_and_effects_can_pay",
        "test_fit_kept.py::test_effects_that_do_not_serve_give_way_to_the_usual_ones",
        "test_fit_kept.py::test_a_joint_that_never_moves_is_no_traceback",
        "test_fit_kept.py::test_a_page_that_cannot_be_made_does_not_lose_the_fit",
        "test_channel_gradient.py::test_a_motion_is_designed_for_them",
        "test_diagnostics_real.py",
        "test_clean_logs.py",
        "test_check_command.py::test_a_load_is_read_or_refused",
        "test_floating_robots.py",
        "test_hanging.py::test_a_base_that_leans_too_far_gets_a_smaller_motion",
        "test_hanging.py::test_the_command",
        "test_hanging.py::test_torques_are_those_with_the_base_moving",
        "test_swaying.py::test_the_command_and_its_motion_in_mujoco",
        "test_motions.py::test_both_doors_design_the_same_motion",
        "test_motions.py::test_a_design_is_followed_as_its_file",
        "test_floating_simulation.py::test_standing_on_points",
        "test_floating_simulation.py::test_standing_on_balls_that_are_geoms",
        "test_floating_simulation.py::test_hanging",
        "test_floating_simulation.py::test_the_log_is_identified",
        "test_bench.py::test_every_method_finds_an_arm",
        "test_bench.py::test_entropic_distances_on_a_robot_with_loops",
        "test_diagnostics.py::test_a_short_run_of_the_fuzzer",
        "test_diagnostics.py::test_a_mistake_is_named",
        "test_loop_logs.py",
        "test_detours.py::test_home_from_the_first_sample",
        "test_detours.py::test_any_samples_of_a_motion_are_closed_as_all_of_them",
        "test_loop_edges.py::test_a_cutoff_is_chosen_all_the_same",
    ),
    "the pipeline of a paper, run once for the tests of its file": (
        "test_reproduce_rodriguez2002.py",
        "test_reproduce_diaz2010.py",
        "test_reproduce_gnad2024.py",
        "test_reproduce_kim2022.py",
        "test_reproduce_cheng2022.py",
        "test_gnad_consistent.py",
        "test_gnad_other_delta.py",
        "test_two_stage.py",
    ),
    "commands in processes of their own, which load everything anew": (
        "test_pytest_plugin.py::test_a_robot_that_is_as_expected",
        "test_pytest_plugin.py::test_a_robot_that_changed",
        "test_pytest_plugin.py::test_logs_of_the_ini_file",
        "test_fuzz.py",
        "test_fleet.py",
        "test_fleet_docs.py",
        "test_fleet_real.py",
        "test_fleet_command.py::test_the_command",
        "test_fleet_command.py::test_clear_lines",
        "test_cluster.py",
        "test_search.py::test_the_same_seed_finds_the_same_motion_and_it_keeps_its_limits",
        "test_home_search.py",
        "test_engine.py::test_a_scheduler_that_does_not_answer",
        "test_cli_identify.py",
        "test_cli_own.py",
        "test_bench.py::test_two_processes_give_the_same",
        "test_bad_commands.py::test_the_command_writes_nothing",
        "test_check_command.py",
        "test_auto.py",
        "test_stream.py::test_the_command_follows_files_and_pipes",
        "test_own_effect.py::test_command_line_and_report",
        "test_report_browser.py",
        "test_studio_browser.py",
        "test_studio_mouse_browser.py",
        "test_terminal.py::test_notes_on_a_file_are_told_once_and_again_when_it_changed",
        "test_studio_server.py::test_a_second_studio_a_used_port_and_a_file_are_told",
        "test_cli.py::test_export_writes_a_file_that_mujoco_loads_and_never_overwrites",
        "test_cli.py::test_bad_input_is_one_clear_line_and_code_2",
        "test_report.py::test_identify_writes_the_report_and_ends_with_its_path",
        "test_export_result.py",
        "test_measurement.py::test_the_command",
        "test_per_body_logs.py::test_the_command",
        "test_measurement.py::test_the_command_follows_a_saved_design_for_several_periods",
        "test_design_bad_input.py::test_the_command",
        "test_design_bad_input.py::test_the_command_refuses",
        "test_options.py::test_lock_and_what_a_log_without_it_proposes",
        "test_options.py::test_a_base_that_is_tilted",
        "test_options.py::test_prior_and_fixed_values",
        "test_options.py::test_quiet_verbose_and_help",
        "test_project.py::test_a_delta_as_python_does_it",
        "test_trust.py::test_a_saved_result_runs_no_file",
        "test_trust.py::test_a_project_file_runs_no_file_that_is_not_named",
        "test_trust.py::test_a_fleet_runs_no_file_that_is_not_named",
        "test_studio_security.py::test_a_strangers_report_reaches_nobody",
        "test_studio_security.py::test_a_foreign_project_runs_nothing",
        "test_studio_security.py::test_a_zip_is_unpacked_while_others_are_answered",
    ),
    "whole designs, judged by Coal and MuJoCo": ("test_safe_motions.py",),
    "many fits, for statistics": (
        "test_fleet_statistics.py::test_false_alarms_are_as_rare_as_told",
        "test_by_simulation.py",
        "test_loop_errors.py",
        "test_kalman.py::test_sensitivities_of_one_joint",
        "test_consistent_solvers.py::test_log_cholesky_is_no_worse_than_scipys_levenberg_marquardt",
        "test_feasible.py::test_the_grid_finds_what_the_inequality_finds",
        "test_reach.py",
        "test_contract.py::test_units_of_torque_change_nothing",
        "test_contract.py::test_the_problem_stays_as_it_is",
        "test_uncertainty.py::test_intervals_cover",
        "test_uncertainty.py::test_claimed_deviation_is_the_true_one",
        "test_uncertainty.py::test_intervals_for_white_noise_would_not_cover",
        "test_uncertainty.py::test_inflation",
        "test_uncertainty.py::test_deviation_falls_with_the_root_of_the_length",
        "test_consistent.py::test_intervals_cover",
        "test_consistent_reviewed.py::test_an_unknown_payload_on_known_links_is_found",
        "test_separable.py::test_deviations_cover",
        "test_validation.py::test_compare_all",
        "test_cutoff.py",
        "test_swarm.py",
        "test_kalman.py::test_whole_robot_finds_friction_and_mass",
        "test_kalman_controlled.py",
        "test_kalman.py::test_linear_problem_is_the_textbook_filter",
    ),
    "mypy, which reads the whole package": (
        "test_types.py::test_a_script_of_a_user_has_types",
        "test_types.py::test_a_name_that_is_not_there_is_an_error",
    ),
    "all robot files that are installed": ("test_public_files.py",),
    "long motions and searches": (
        "test_shared_loops.py",
        "test_design.py",
        "test_design_bad_input.py::test_a_signed_distance_must_have_the_right_shape",
        "test_design_bad_input.py::test_limits_that_exclude_home_are_met_elsewhere_if_they_can_be",
        "test_design_bad_input.py::test_an_unreachable_workspace_says_by_how_much",
        "test_mujoco_rollout.py::test_a_closed_loop_moves_as_in_mujoco",
        "test_simulation.py::test_energy_stays_for_ten_seconds",
        "test_quaternion_model.py::test_the_same_motion_as_simulated_through_many_turns",
        "test_quaternion_model.py::test_energy_stays_through_many_turns",
        "test_stick_slip.py::test_a_mass_on_a_belt_squeals",
        "test_estimators.py::test_memory_stays_bounded",
        "test_stick_slip.py::test_a_mass_on_a_spring",
        "test_stick_slip.py::test_tanh_comes_near_the_events_linearly_on_a_closed_loop",
        "test_loops.py::test_no_order_of_samples_misleads_the_prediction",
        "test_consistent_solvers.py::test_riemannian_distance_is_a_minimum",
        "test_consistent_solvers.py::test_optimum_is_that_of_cvxpy",
        "test_loops.py::test_a_long_motion_equals_its_pieces_and_its_reverse",
        "test_process.py::test_delay_is_found",
        "test_report.py::test_a_long_log_stays_small",
        "test_per_body.py::test_seven_digits_five_samples_fifty_postures",
        "test_loop_dynamics.py::test_inverse_dynamics_is_lagranges_equation",
        "test_loop_dynamics.py::test_what_no_motion_shows_has_no_mass_and_no_weight",
        "test_bad_input.py::test_wrong_arrays",
        "test_export_c.py::test_code_follows_a_motion_and_says_where_it_cannot",
        "test_export_c.py::test_redundant_loops_are_solved_in_the_sense_of_least_squares",
        "test_export_c.py::test_couplings_and_friction_of_passive_joints",
        "test_export_c.py::test_equal_to_the_model_on_random_states",
    ),
}


def pytest_configure() -> None:
    """Kernels that are older than their sources are not tested."""
    built = Path(native.__file__).stat().st_mtime
    for source in (Path(__file__).parents[1] / "native").rglob("*.*"):
        if source.suffix in (".cpp", ".hpp", ".def") and source.stat().st_mtime > built:
            raise pytest.UsageError(
                f"{source} has changed since it was compiled: run `make native`."
            )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    slow = {name: why for why, names in SLOW.items() for name in names}
    for item in items:
        file, name = item.path.name, getattr(item, "originalname", item.name)
        why = slow.get(file) or slow.get(f"{file}::{name}")
        if why:
            item.add_marker(pytest.mark.slow(reason=why))


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of measured logs and real robot files, which stands beside the repository, not in
    it."""
    default = Path(__file__).resolve().parents[1].parent / "shared" / "data"
    folder = Path(os.environ.get("DYNID_DATA") or default)
    if not folder.is_dir():
        pytest.skip(f"no shared data in {folder}; set DYNID_DATA")
    return folder


@pytest.fixture(scope="session")
def shared_robots(shared_data: Path) -> Path:
    """Difficult public robot files, beside the logs."""
    folder = shared_data.parent / "robots"
    if not folder.is_dir():
        pytest.skip(f"no robot files in {folder}")
    return folder


@pytest.fixture(scope="session")
def poses() -> Callable[[Robot, Mapping[str, float]], dict[str, Array]]:
    """Forward kinematics from the definition alone: pose (4, 4) of every body for {coordinate:
    value}."""

    def compute(robot: Robot, q: Mapping[str, float]) -> dict[str, Array]:
        placed = {WORLD: np.eye(4)}
        for body in robot.bodies:
            joint = body.joint
            fixed, motion = np.eye(4), np.eye(4)
            fixed[:3, :3], fixed[:3, 3] = joint.rotation, joint.position
            step = np.asarray(joint.axis) * q.get(joint.name, 0.0)
            if joint.kind in ("revolute", "continuous"):
                motion[:3, :3] = Rotation.from_rotvec(step).as_matrix()
            elif joint.kind == "prismatic":
                motion[:3, 3] = step
            placed[body.name] = placed[body.parent] @ fixed @ motion
        return placed

    return compute


@pytest.fixture
def urdf(tmp_path: Path) -> Callable[..., Path]:
    """Writes the given parts, within <robot>, to a file."""

    def write(*parts: str) -> Path:
        path = tmp_path / "arm.urdf"
        path.write_text(f'<robot name="arm">{"".join(parts)}</robot>', encoding="utf-8")
        return path

    return write
