// Inverse dynamics of one pack of samples: Newton-Euler down and up the tree.
#pragma once
#include "tree.hpp"

namespace dynid { namespace DYNID_LEVEL {

struct NewtonEuler {
  Scratch<Pose> poses;
  Scratch<State> states; // the last is the ground
  Scratch<Wrench> wrenches;
  explicit NewtonEuler(const Tree &tree)
      : poses(tree.nodes), states(tree.nodes + 1), wrenches(tree.nodes) {
    states[tree.nodes] = ground_state(tree);
  }

  /// load(i): the Rates of node i's coordinate; store(c, tau): the force of coordinate c.
  template <class Load, class Store>
  INLINE void run(const Tree &tree, const double *inertia, Load load, Store store) {
    for (int64_t i = 0; i < tree.nodes; i++) {
      const Rates rates = load(i);
      poses[i] = compute_pose(tree, i, rates.q);
      states[i] = compute_state(tree, i, poses[i], rates, states[parent_place(tree, i)]);
      wrenches[i] = compute_wrench(constant_moments(inertia + 10 * i), states[i].H, states[i].d);
    }
    for (int64_t i = tree.nodes - 1; i >= 0; i--) {
      const Wrench f = wrenches[i];
      if (tree.coordinate[i] >= 0) store(tree.coordinate[i], project_on_joint(tree, i, f));
      if (tree.parent[i] >= 0) wrenches[tree.parent[i]] += lift_wrench(poses[i], f);
    }
  }
  /// tau (samples, coordinates)
  INLINE void run(const Tree &tree, const double *inertia, const Motion &motion, double *tau) {
    const int64_t n = motion.coordinates;
    for (int64_t first = 0; first < motion.samples; first += W) {
      const int64_t count = pack_size(motion.samples - first);
      run(
          tree, inertia, [&](int64_t i) { return load_rates(tree, i, motion, first, count); },
          [&](int64_t c, pack force) { scatter(tau + first * n + c, n, force, count); });
    }
  }
};

}} // namespace dynid::DYNID_LEVEL
