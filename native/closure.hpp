// What the kernels of the family `closure` read: closed loops.
#pragma once
#include "data.hpp"

namespace dynid {

enum RowKind : int64_t { TRANSLATION = 0, ROTATION = 1, COUPLING = 2 };

/// Rows first ... last - 1 of the closure equations, those of one loop and kind. a and b are nodes
/// (the number of nodes: ground), for a coupling coordinates:
///   translation   u . (P_b - P_a) = 0    u, P_a fixed in a; P_b fixed in b
///   rotation      u . v = 0              u fixed in a, v in b
///   coupling      q_a - (c0 + c1 q_b + c2 q_b^2 + ...) = 0
struct Run {
  int64_t kind, a, b, first, last;
  int64_t lever, levers_end; // joints that move a or b, but not both
};
/// sign: 1 where the joint moves b, -1 where it moves a: one way or the other.
struct Lever {
  int64_t node, coordinate, column;
  double sign;
};

/// The closure equations and the schedule that solves them for the dependent coordinates. Columns
/// of the Jacobian A (equations, coordinates): the solved coordinates in the order of their
/// elimination, then the given ones.
struct Constraints {
  int64_t equations, solved_count, given_count, terms;
  int64_t run_count, fill_count;
  const Run *runs;
  const Lever *levers;
  const double *u, *v, *point_a, *point_b; // (equations, 3)
  const double *polynomial;                // (equations, terms)
  const int64_t *solved, *given;           // coordinates
  const int64_t *place;                    // (coordinates) their columns
  // Householder's schedule: step k reflects rows[row_start[k]] ... and touches the columns
  // columns[column_start[k]] ...
  const int64_t *rows, *row_start, *columns, *column_start;
  const int64_t *fill; // entries of A, row * coordinates + column, that the reflections fill
  // (solved_count, 1 + given_count): right-hand sides, any, then those of the given coordinates:
  // the steps that mix one, the results that it reaches
  const int64_t *mixed, *reached;
};

/// All constants of a robot whose loops are to be closed.
struct Closure {
  Tree tree;
  Constraints con;
  const double *scale; // (solved_count) makes steps of angles and lengths comparable
};

constexpr int64_t BLOCK = 32;      // samples that are predicted together, on every level
constexpr int64_t DIFFERENCES = 5; // X and its backward differences in time

/// A closed pose that is carried along a motion: the pose itself, X = dq_d/dq_i there with its
/// differences, and the side of the singular poses on which it lies.
struct Branch {
  double *q;           // (coordinates)
  double *X;           // (DIFFERENCES, solved_count, given_count)
  double *J;           // (equations, solved_count) A_d, of redundant equations only
  int64_t order = 0;   // differences in use
  double side = 0.0;   // sign of det(A_d); 1 for redundant equations; 0: not known
  double margin = 0.0; // the least of the poses that were closed last
};

/// A motion of the given coordinates (samples, given_count) each; qd, qdd may be missing.
struct GivenMotion {
  int64_t samples;
  const double *q, *qd, *qdd;
};
/// What follows from it: q, qd, qdd (samples, coordinates), G = dq/dq_i and its rate (coordinates,
/// given_count, samples; data null: not wanted), margin (samples).
struct ClosedMotion {
  double *q, *qd, *qdd;
  MutableCube G, G_rate;
  double *margin;
};

/// Cotangents of a motion (samples, coordinates), read; and of one, written: of all coordinates or
/// of the given ones.
struct MotionCotangents {
  const double *q, *qd, *qdd;
};
struct CotangentsOut {
  double *q, *qd, *qdd;
};
/// FixedPoints `local` (count, 3) that are fixed in nodes (the number of nodes: ground).
struct FixedPoints {
  int64_t count;
  const int64_t *node;
  const double *local;
};

} // namespace dynid
