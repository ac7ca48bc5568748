// Blocks of samples, predicted from the samples before them; marching, where that fails.
//
// X = dq_d/dq_i is known at the branch's pose and, every NODE samples, over the block that ended
// there. Along a steady motion it is smooth in time even where the positions are noisy: so it is
// extrapolated (Newton's backward differences D_j), and the motion itself is summed,
//   q_d <- q_d + X(t) dq_i,   X(t) = X + sum_j t (t + 1) ... (t + j - 1) / j!  D_j X.
// A wrong prediction costs Newton steps or a march, never the result.
#pragma once
#include "newton.hpp"

namespace dynid { namespace DYNID_LEVEL {

constexpr int64_t NODE = BLOCK / 4; // samples between two known X

struct Weights {
  double at[DIFFERENCES][BLOCK];
  constexpr Weights() : at() {
    for (int64_t w = 0; w < BLOCK; w++) {
      const double t = (double(w) + 0.5) / double(NODE); // since the pose, between two samples
      at[0][w] = 1.0;
      for (int64_t j = 1; j < DIFFERENCES; j++)
        at[j][w] = at[j - 1][w] * (t + double(j - 1)) / double(j);
    }
  }
};
constexpr Weights WEIGHTS;

/// A block of samples and the last of them that was closed.
struct Block {
  Scratch<double> given; // (given_count, BLOCK) positions
  Scratch<double> sums;  // (given_count, DIFFERENCES, BLOCK) of WEIGHTS dq_i
  Scratch<double> start; // (given_count) where a march begins
  Scratch<double> X; // (4, solved_count, given_count) after each NODE samples; the last, or so far
  Scratch<double> q, J; // of the last
  double side = 0.0, margin = 1.0;
  explicit Block(const Closure &closure)
      : given(closure.con.given_count * BLOCK), sums(DIFFERENCES * given.count),
        start(closure.con.given_count), X(4 * closure.con.solved_count * closure.con.given_count),
        q(closure.tree.coordinates), J(closure.con.equations > closure.con.solved_count
                                           ? closure.con.equations * closure.con.solved_count
                                           : 0) {}
};

/// The sums of a block, for the differences in use.
template <class T>
void sum_moves(const Constraints &con, const Branch &branch, int64_t count, Block &block) {
  const int64_t whole = (count + LANES<T> - 1) / LANES<T> * LANES<T>;
  for (int64_t i = 0; i < con.given_count; i++) {
    double *q = block.given.data + i * BLOCK, *to = block.sums.data + i * DIFFERENCES * BLOCK;
    double sum[DIFFERENCES] = {}, before = branch.q[con.given[i]];
    for (int64_t w = count; w < whole; w++) q[w] = q[count - 1]; // lanes without a sample
    for (int64_t w = 0; w < whole; w++) {
      const double move = q[w] - before;
      before = q[w];
      for (int64_t j = 0; j < DIFFERENCES; j++)
        to[j * BLOCK + w] = sum[j] += WEIGHTS.at[j][w] * move;
    }
  }
}
/// work.q of the samples from `at` on.
template <class T>
void predict(const Constraints &con, const Branch &branch, const Block &block, int64_t at,
             LoopWork<T> &work) {
  const int64_t entries = con.solved_count * con.given_count;
  for (int64_t i = 0; i < con.given_count; i++)
    work.q[con.given[i]] = load_lanes<T>(block.given.data + i * BLOCK + at);
  for (int64_t k = 0; k < con.solved_count; k++) {
    T q = all<T>(branch.q[con.solved[k]]);
    for (int64_t i = 0; i < con.given_count; i++)
      for (int64_t j = 0; j <= branch.order; j++)
        q = q + branch.X[j * entries + k * con.given_count + i] *
                    load_lanes<T>(block.sums.data + (i * DIFFERENCES + j) * BLOCK + at);
    work.q[con.solved[k]] = q;
  }
}

/// Lanes before the first that failed, of `count`.
template <class T> INLINE int64_t count_good(const LoopWork<T> &work, int64_t count) {
  const T good = select(work.good, all<T>(1.0), T{});
  int64_t n = 0;
  while (n < count && lane(good, n) == 1.0) n++;
  return n;
}

/// Remembers the last of the samples at ... at + good - 1, and X at the nodes among them.
template <class T>
void keep_last(const Constraints &con, const LoopWork<T> &work, int64_t at, int64_t good,
               Block &block) {
  const int64_t last = good - 1, entries = con.solved_count * con.given_count;
  for (int64_t k = 0; k < 4; k++) {
    const int64_t w = k < 3 ? (k + 1) * NODE - 1 - at : last;
    if (w < 0 || w > last) continue;
    for (int64_t e = 0; e < entries; e++) block.X[k * entries + e] = lane(work.X[e], w);
  }
  for (int64_t c = 0; c < block.q.count; c++) block.q[c] = lane(work.q[c], last);
  for (int64_t e = 0; e < block.J.count; e++) block.J[e] = lane(work.J[e], last);
  block.side = block.J.count ? 1.0 : lane(work.side, last);
  for (int64_t w = 0; w < good; w++) {
    const double margin = lane(work.margin, w);
    if (margin < block.margin) block.margin = margin;
  }
}

/// How many differences to use: all if the last is the smallest term at the end of the next block,
/// else those before the smallest. An unsteady motion is thereby left with X alone.
INLINE int64_t count_differences(const double *X, int64_t entries) {
  double smallest = INFINITY;
  int64_t cut = 1;
  for (int64_t j = 1; j < DIFFERENCES; j++) {
    double size = 0.0;
    for (int64_t e = 0; e < entries; e++) {
      const double x = std::fabs(X[j * entries + e]);
      if (x > size) size = x;
    }
    size *= WEIGHTS.at[j][BLOCK - 1];
    if (size < smallest) smallest = size, cut = j;
  }
  return cut == DIFFERENCES - 1 ? cut : cut - 1;
}
/// The last closed sample becomes the branch's pose. `steady`: it ended a full block, and the next
/// samples will follow like these.
INLINE void set_base(const Constraints &con, const Block &block, bool steady, Branch &branch) {
  const int64_t n = con.solved_count * con.given_count;
  for (int64_t e = 0; e < n; e++) {
    const double x0 = block.X[3 * n + e], x1 = block.X[2 * n + e], x2 = block.X[n + e];
    const double x3 = block.X[e], x4 = branch.X[e];
    branch.X[e] = x0;
    branch.X[n + e] = x0 - x1;
    branch.X[2 * n + e] = x0 - 2.0 * x1 + x2;
    branch.X[3 * n + e] = x0 - 3.0 * x1 + 3.0 * x2 - x3;
    branch.X[4 * n + e] = x0 - 4.0 * x1 + 6.0 * x2 - 4.0 * x3 + x4;
  }
  branch.order = steady ? count_differences(branch.X, n) : 0;
  for (int64_t c = 0; c < block.q.count; c++) branch.q[c] = block.q[c];
  for (int64_t e = 0; e < block.J.count; e++) branch.J[e] = block.J[e];
  branch.side = block.side, branch.margin = block.margin;
}

/// Closes `count` samples of a block, some lanes at a time; returns how many before the first that
/// failed. use(at, good) is called with samples at ... at + good - 1 in the lanes of `work`, their
/// X computed.
template <class T, class Use>
int64_t close_block(const Closure &closure, const Branch &branch, int64_t count, Block &block,
                    LoopWork<T> &work, Use use) {
  const Constraints &con = closure.con;
  sum_moves<T>(con, branch, count, block);
  block.margin = 1.0;
  for (int64_t at = 0; at < count; at += LANES<T>) {
    const int64_t here = count - at < LANES<T> ? count - at : LANES<T>;
    predict(con, branch, block, at, work);
    newton(closure, work, true);
    check_branch(closure, work, branch);
    const int64_t good = count_good(work, here);
    if (good > 0) {
      compute_sensitivity(closure, work);
      keep_last(con, work, at, good, block);
      use(at, good);
    }
    if (good < here) return at + good;
  }
  return count;
}

/// Makes `home` (coordinates), a closed pose, that of the branch; false where its loops stay open.
template <class T>
bool restart(const Closure &closure, const double *home, Block &block, LoopWork<T> &work,
             Branch &branch) {
  for (int64_t c = 0; c < closure.tree.coordinates; c++) work.q[c] = all<T>(home[c]);
  newton(closure, work, false);
  compute_sensitivity(closure, work);
  block.margin = 1.0;
  keep_last(closure.con, work, 0, 1, block);
  set_base(closure.con, block, false, branch);
  return count_good(work, 1) == 1;
}

/// Moves the branch's pose to `target` (given_count) along the straight line, L trial steps at a
/// time; false where it meets a wall.
template <int L, class T>
bool march(const Closure &closure, const double *target, Block &block, LoopWork<T> &work,
           Branch &branch) {
  const Constraints &con = closure.con;
  for (int64_t i = 0; i < con.given_count; i++) block.start[i] = branch.q[con.given[i]];
  double done = 0.0, stride = 1.0;
  do {
    if (stride > 1.0 - done) stride = 1.0 - done;
    for (int64_t i = 0; i < con.given_count; i++)
      for (int64_t w = 0; w < L; w++)
        block.given[i * BLOCK + w] =
            block.start[i] + (done + stride * double(w + 1) / L) * (target[i] - block.start[i]);
    const auto nothing = [](int64_t, int64_t) {};
    const int64_t reached = close_block(closure, branch, L, block, work, nothing);
    if (reached > 0) {
      set_base(con, block, false, branch); // the next will lie closer or wider apart
      done += stride * double(reached) / L;
      if (done >= 1.0 - 1e-12) {
        for (int64_t i = 0; i < con.given_count; i++) branch.q[con.given[i]] = target[i];
        return true;
      }
      stride = 2.0 * stride * double(reached) / L;
    } else {
      stride /= L;
    }
  } while (stride >= SMALLEST_FRACTION);
  return false;
}

/// Closes up to BLOCK samples of q_i (samples, given_count) from `first` on, the last becoming the
/// branch's pose; returns how many, 0 where it failed. use: see `close_block`.
template <class T, class Use>
int64_t advance(const Closure &closure, const double *home, int64_t samples, const double *q_i,
                int64_t first, Block &block, LoopWork<T> &work, Branch &branch, Use use) {
  const int64_t n = closure.con.given_count;
  const int64_t count = samples - first < BLOCK ? samples - first : BLOCK;
  const double *target = q_i + first * n;
  for (int attempt = 0; attempt < 2; attempt++) {
    for (int64_t i = 0; i < n; i++)
      for (int64_t w = 0; w < count; w++) block.given[i * BLOCK + w] = target[w * n + i];
    const int64_t reached = close_block(closure, branch, count, block, work, use);
    if (reached > 0) {
      set_base(closure.con, block, reached == BLOCK, branch);
      return reached;
    }
    // a march that ends here without Newton holding has met a singular pose
    if (attempt == 0 && !march<BLOCK>(closure, target, block, work, branch)) {
      restart(closure, home, block, work, branch);
      if (!march<BLOCK>(closure, target, block, work, branch)) return 0;
    }
  }
  return 0;
}

}} // namespace dynid::DYNID_LEVEL
