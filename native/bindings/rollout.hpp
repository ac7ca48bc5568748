// Joints and drives of a rollout as an object of Python: checked once, and it owns its data.
#pragma once
#include "arrays.hpp"

namespace dynid {

/// Joints, drives and the rule of a step, checked.
class ActuatorsObject {
  std::vector<double> values_, R_, beta_, limit_; // values (7, joints)
  double h_;
  bool centred_, implicit_, held_;

public:
  const int64_t joints;

  ActuatorsObject(Doubles &values, Doubles &R, Doubles &beta, Doubles &limit, double h,
                  bool centred, bool implicit, bool held)
      : values_(values.copy("values", {7, ANY})), h_(h), centred_(centred), implicit_(implicit),
        held_(held), joints(values.shape(1)) {
    R_ = R.copy("R", {joints}), beta_ = beta.copy("beta", {joints});
    limit_ = limit.copy("limit", {joints});
  }
  Actuators view() const {
    const double *x = values_.data();
    const int64_t n = joints;
    return {n,         x,         x + n,         x + 2 * n, x + 3 * n, x + 4 * n,
            x + 5 * n, limit_.data(), x + 6 * n, R_.data(), beta_.data(), h_,
            centred_,  implicit_, held_};
  }
};

inline Commands expect_commands(int64_t n, Doubles &u, Doubles &ud, Doubles &ff) {
  const double *positions = u.expect("u", {ANY, n});
  const int64_t S = u.shape(0);
  return {S, positions, ud.expect("ud", {S, n}), ff.expect("ff", {S, n})};
}

} // namespace dynid
