// Closure equations, in world axes, with their derivatives. For the joint axis s_j at o_j
//   translation   phi = u . (P_b - P_a)   dphi/dq_j = +- u . (s_j x (P_b - o_j)), sliding +- u .
//   s_j rotation      phi = u . v             dphi/dq_j = +- u . (s_j x v),           sliding 0
// with + where joint j moves b and - where it moves a: moving a one way is moving b the other way.
#pragma once
#include "frames.hpp"

namespace dynid { namespace DYNID_LEVEL {

/// Work of a pack of samples, or more: T is a pack or Twice of it.
template <class T> struct LoopWork {
  Scratch<T> q, qd, qdd;    // (coordinates)
  Scratch<Frame<T>> frames; // (nodes + 1)
  Scratch<Pace<T>> paces;   // (nodes + 1)
  Scratch<Vector3<T>> u;    // (equations) directions
  Scratch<T> phi;           // (equations)
  Scratch<T> A;             // (equations, coordinates); entries outside the pattern stay zero
  Scratch<T> A_rate;        // the same of dA/dt, or nothing
  Scratch<T> J, square; // (equations, solved) A_d, (solved, solved): of redundant equations only
  Scratch<T> reflector; // Householder's vectors, as the rows of the schedule
  Scratch<T> beta, diagonal, inverse; // (solved) 2 / v'v, R_kk, 1 / R_kk
  Scratch<T> b;                       // (equations, given)
  Scratch<T> x;                       // (solved)
  Scratch<T> X;      // (solved, given) dq_d/dq_i; what no motion reaches stays zero
  Scratch<T> X_rate; // the same of dX/dt, or nothing
  T margin, side;    // least |R_kk| / |column k|, sign of det(A_d)
  Mask<T> good;
  LoopWork(const Closure &closure, bool with_rates)
      : LoopWork(closure.tree, closure.con, with_rates) {}
  LoopWork(const Tree &tree, const Constraints &con, bool with_rates)
      : q(tree.coordinates), qd(tree.coordinates), qdd(tree.coordinates), frames(tree.nodes + 1),
        paces(tree.nodes + 1), u(con.equations), phi(con.equations),
        A(con.equations * tree.coordinates), A_rate(with_rates ? A.count : 0),
        J(con.equations > con.solved_count ? con.equations * con.solved_count : 0),
        square(J.count ? con.solved_count * con.solved_count : 0),
        reflector(con.row_start[con.solved_count]), beta(con.solved_count),
        diagonal(con.solved_count), inverse(con.solved_count), b(con.equations * con.given_count),
        x(con.solved_count), X(con.solved_count * con.given_count),
        X_rate(with_rates ? X.count : 0), margin(), side(), good() {
    still_frames(tree, frames.data);
  }
};

/// s x r of a turning joint with the lever r = d - o (translation) or d = v (rotation); s of a
/// sliding one, 0 for rotations.
OF_LANES Vector3<T> compute_lever(int64_t kind, int64_t joint, const Vector3<T> &d,
                                  const Frame<T> &frame) {
  if (joint == PRISMATIC) return kind == TRANSLATION ? frame.s : Vector3<T>{};
  return cross(frame.s, kind == TRANSLATION ? d - frame.o : d);
}

/// phi = q_a - P(q_b), by Horner's rule for P and its slope.
OF_LANES void compute_coupling(const Constraints &con, const Run &run, int64_t n,
                               LoopWork<T> &work) {
  const double *c = con.polynomial + run.first * con.terms;
  const T q = work.q[run.b];
  T value = all<T>(c[con.terms - 1]), slope{};
  for (int64_t e = con.terms - 2; e >= 0; e--) {
    slope = slope * q + value;
    value = value * q + c[e];
  }
  work.phi[run.first] = work.q[run.a] - value;
  work.A[run.first * n + con.place[run.a]] = all<T>(1.0);
  work.A[run.first * n + con.place[run.b]] = -slope;
}
/// Second and third derivative of a coupling's polynomial.
OF_LANES T compute_bend(const Constraints &con, int64_t row, const T &q) {
  T value{};
  for (int64_t e = con.terms - 1; e > 1; e--)
    value = value * q + double(e * (e - 1)) * con.polynomial[row * con.terms + e];
  return value;
}
OF_LANES T compute_twist(const Constraints &con, int64_t row, const T &q) {
  T value{};
  for (int64_t e = con.terms - 1; e > 2; e--)
    value = value * q + double(e * (e - 1) * (e - 2)) * con.polynomial[row * con.terms + e];
  return value;
}

/// phi and A at work.q, whose frames are placed.
template <class T> void compute_rows(const Closure &closure, LoopWork<T> &work) {
  const Constraints &con = closure.con;
  const int64_t *kinds = closure.tree.kind, n = closure.tree.coordinates;
  for (int64_t e = 0; e < con.fill_count; e++) work.A[con.fill[e]] = T{};
  for (const Run *run = con.runs; run < con.runs + con.run_count; run++) {
    if (run->kind == COUPLING) {
      compute_coupling(con, *run, n, work);
      continue;
    }
    const Frame<T> &a = work.frames[run->a], &b = work.frames[run->b];
    const int64_t at = 3 * run->first;
    const bool points = run->kind == TRANSLATION;
    const Vector3<T> d = points ? locate(b, con.point_b + at) : turn(b.R, con.v + at);
    const Vector3<T> gap = points ? d - locate(a, con.point_a + at) : d;
    for (int64_t row = run->first; row < run->last; row++) {
      const Vector3<T> u = work.u[row] = turn(a.R, con.u + 3 * row);
      work.phi[row] = dot(u, gap);
    }
    for (int64_t l = run->lever; l < run->levers_end; l++) {
      const Lever &lever = con.levers[l];
      const Vector3<T> c =
          lever.sign * compute_lever(run->kind, kinds[lever.node], d, work.frames[lever.node]);
      for (int64_t row = run->first; row < run->last; row++)
        work.A[row * n + lever.column] = dot(work.u[row], c);
    }
  }
}

/// P_b of translations, v of rotations, with their rates.
OF_LANES Jet<T> compute_end(const Constraints &con, const Run &run, const LoopWork<T> &work) {
  const Frame<T> &frame = work.frames[run.b];
  const Pace<T> &pace = work.paces[run.b];
  return run.kind == TRANSLATION ? locate_jet(frame, pace, con.point_b + 3 * run.first)
                                 : turn_jet(pace, turn(frame.R, con.v + 3 * run.first));
}

/// out (equations) = dA/dt qd, the second derivative of every equation while qdd = 0:
///   u'' . D + 2 u' . D' + u . D''   with D = P_b - P_a (translation) or v (rotation)
template <class T>
void compute_second_rates(const Closure &closure, const LoopWork<T> &work, T *out) {
  const Constraints &con = closure.con;
  for (const Run *run = con.runs; run < con.runs + con.run_count; run++) {
    if (run->kind == COUPLING) {
      const T rate = work.qd[run->b];
      out[run->first] = -(compute_bend(con, run->first, work.q[run->b]) * rate * rate);
      continue;
    }
    const Pace<T> &pace = work.paces[run->a];
    Jet<T> D = compute_end(con, *run, work);
    if (run->kind == TRANSLATION) {
      const Jet<T> from = locate_jet(work.frames[run->a], pace, con.point_a + 3 * run->first);
      D.x -= from.x, D.x1 -= from.x1, D.x2 -= from.x2;
    }
    for (int64_t row = run->first; row < run->last; row++) {
      const Jet<T> u = turn_jet(pace, work.u[row]);
      out[row] = dot(u.x, D.x2) + 2.0 * dot(u.x1, D.x1) + dot(u.x2, D.x);
    }
  }
}

/// The lever c of `compute_lever` with its rates, for d (a point, or a direction of rotations):
///   turning  c = s x r,  c' = s' x r + s x r',  c'' = s'' x r + 2 s' x r' + s x r'',
///   sliding  c = s, s', s'';        s' = w x s,  s'' = a x s + w x s'
OF_LANES Jet<T> compute_lever_jet(int64_t kind, int64_t joint, const Jet<T> &d,
                                  const Frame<T> &frame, const Pace<T> &pace) {
  if (joint == PRISMATIC && kind == ROTATION) return Jet<T>{};
  const Jet<T> s = turn_jet(pace, frame.s);
  if (joint == PRISMATIC) return s;
  Jet<T> r = d;
  if (kind == TRANSLATION) r.x -= frame.o, r.x1 -= pace.v, r.x2 -= pace.d;
  return {cross(s.x, r.x), cross(s.x1, r.x) + cross(s.x, r.x1),
          cross(s.x2, r.x) + 2.0 * cross(s.x1, r.x1) + cross(s.x, r.x2)};
}

/// work.A_rate = dA/dt:  an entry u . c has the rate u' . c + u . c'.
template <class T> void compute_jacobian_rate(const Closure &closure, LoopWork<T> &work) {
  const Constraints &con = closure.con;
  const int64_t n = closure.tree.coordinates;
  for (const Run *run = con.runs; run < con.runs + con.run_count; run++) {
    if (run->kind == COUPLING) {
      const T bend = compute_bend(con, run->first, work.q[run->b]);
      work.A_rate[run->first * n + con.place[run->b]] = -(bend * work.qd[run->b]);
      continue;
    }
    const Jet<T> d = compute_end(con, *run, work);
    for (int64_t l = run->lever; l < run->levers_end; l++) {
      const Lever &lever = con.levers[l];
      const Jet<T> c = compute_lever_jet(run->kind, closure.tree.kind[lever.node], d,
                                         work.frames[lever.node], work.paces[lever.node]);
      for (int64_t row = run->first; row < run->last; row++) {
        const Vector3<T> u1 = cross(work.paces[run->a].w, work.u[row]);
        work.A_rate[row * n + lever.column] = lever.sign * (dot(u1, c.x) + dot(work.u[row], c.x1));
      }
    }
  }
}

}} // namespace dynid::DYNID_LEVEL
