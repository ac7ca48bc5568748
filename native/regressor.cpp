// The regressor: tau_j = sum_i e . N_i + l . F_i over the bodies i that coordinate j moves, with
// F = m d + H h  and  N = h x d + I a + w x I w  (h = m c): linear in ten parameters of each body.
#include "columns.hpp"

namespace dynid { namespace DYNID_LEVEL {

/// Products of w, once for all columns of a body.
struct Products {
  pack xy, xz, yz, x_y, y_z, z_x;
};

static INLINE Products multiply_rates(const V3 &w) {
  const pack xx = w.x * w.x, yy = w.y * w.y, zz = w.z * w.z;
  return {w.x * w.y, w.x * w.z, w.y * w.z, xx - yy, yy - zz, zz - xx};
}

/// Entries for m, h (3) and Ixx, Ixy, Iyy, Ixz, Iyz, Izz of one body in one generalised force.
static INLINE void compute_entries(const Column &column, const State &s, const Products &t,
                                   pack y[10]) {
  const V3 &e = column.e, &l = column.l, &a = s.a;
  const M3 &H = s.H;
  const V3 h = transpose_times(H, l) + cross(s.d, e); // l . (H h) + e . (h x d)
  y[0] = dot(l, s.d);
  y[1] = h.x, y[2] = h.y, y[3] = h.z;
  // e . (I a + w x I w), by the six entries of I
  y[4] = e.x * a.x + e.y * t.xz - e.z * t.xy;
  y[5] = e.y * H.c.y - e.x * H.c.x + e.z * t.x_y;
  y[6] = e.y * a.y + e.z * t.xy - e.x * t.yz;
  y[7] = e.x * H.b.x - e.z * H.b.z + e.y * t.z_x;
  y[8] = e.z * H.a.z - e.y * H.a.y + e.x * t.y_z;
  y[9] = e.z * a.z + e.x * t.yz - e.y * t.xz;
}

/// Ten rows = y, or += y; a short pack must not write beyond its end.
static INLINE void store_entries(const pack y[10], bool adds, double *to, int64_t stride,
                                 int64_t count) {
  if (count < W)
    for (int k = 0; k < 10; k++, to += stride)
      store_some(to, adds ? gather(to, 1, count) + y[k] : y[k], count);
  else if (adds)
    for (int k = 0; k < 10; k++, to += stride) store(to, load(to) + y[k]);
  else
    for (int k = 0; k < 10; k++, to += stride) store(to, y[k]);
}

static void compute_regressor(const Plan &plan, const Motion &motion, const ConstCube &gains,
                              const MutableCube &Y) {
  const Tree &tree = plan.tree;
  Scratch<State> states(tree.nodes + 1);
  Scratch<Column> columns(plan.slots);
  states[tree.nodes] = ground_state(tree);
  for (int64_t first = 0; first < motion.samples; first += W) {
    const int64_t count = pack_size(motion.samples - first);
    for (int64_t i = 0; i < tree.nodes; i++) {
      const Rates rates = load_rates(tree, i, motion, first, count);
      const Pose pose = compute_pose(tree, i, rates.q);
      states[i] = compute_state(tree, i, pose, rates, states[parent_place(tree, i)]);
      const Products products = multiply_rates(states[i].w);
      for (int64_t slot = plan.start[i]; slot < plan.start[i + 1]; slot++) {
        const Column column = columns[slot] =
            compute_column(plan, i, slot, pose, columns, gains, first, count);
        if (plan.group[i] < 0) continue;
        pack y[10];
        compute_entries(column, states[i], products, y);
        double *to = Y.data + plan.row[slot] * Y.stride_i + 10 * plan.group[i] * Y.stride_j + first;
        store_entries(y, plan.adds[slot], to, Y.stride_j, count);
      }
    }
  }
}

/// Rows of one body and one coordinate, `from` to `to`.
static void copy_entries(const MutableCube &from, const MutableCube &to, int64_t row, int64_t group,
                         int64_t first, int64_t count) {
  const double *source = from.data + row * from.stride_i + 10 * group * from.stride_j;
  double *target = to.data + row * to.stride_i + 10 * group * to.stride_j + first;
  const int64_t whole = count - count % W;
  for (int k = 0; k < 10; k++, source += from.stride_j, target += to.stride_j) {
    for (int64_t w = 0; w < whole; w += W) store(target + w, load(source + w));
    for (int64_t w = whole; w < count; w++) target[w] = source[w];
  }
}

constexpr int64_t LARGE = 2000000; // numbers: of more, every row lies on pages of its own, and
constexpr int64_t TOGETHER = 64;   // ... so many samples are written to each page at a time, if
constexpr int64_t CACHED = 131072; // ... their numbers stay in cache

/// Y (rows, 10 groups, samples); columns that nothing moves stay as they are.
void regressor(const Plan &plan, const Motion &motion, const ConstCube &gains,
               const MutableCube &Y) {
  int64_t rows = 0, columns = 0, written = 0;
  for (int64_t i = 0; i < plan.tree.nodes; i++)
    for (int64_t slot = plan.start[i]; slot < plan.start[i + 1]; slot++) {
      if (plan.row[slot] >= rows) rows = plan.row[slot] + 1;
      if (10 * plan.group[i] >= columns) columns = 10 * plan.group[i] + 10;
      written += plan.group[i] >= 0 && !plan.adds[slot] ? 10 : 0;
    }
  if (rows * columns * Y.stride_j < LARGE || written * TOGETHER > CACHED)
    return compute_regressor(plan, motion, gains, Y);
  Scratch<double> room(rows * columns * TOGETHER, UNSET);
  const MutableCube near{room.data, columns * TOGETHER, TOGETHER};
  for (int64_t first = 0; first < motion.samples; first += TOGETHER) {
    const int64_t left = motion.samples - first, count = left < TOGETHER ? left : TOGETHER;
    const int64_t at = first * motion.coordinates;
    const Motion part{count, motion.coordinates, motion.q + at, motion.qd + at, motion.qdd + at};
    const ConstCube some{gains.data + first, gains.stride_i, gains.stride_j};
    compute_regressor(plan, part, some, near);
    for (int64_t i = 0; i < plan.tree.nodes; i++)
      for (int64_t slot = plan.start[i]; slot < plan.start[i + 1]; slot++)
        if (plan.group[i] >= 0 && !plan.adds[slot])
          copy_entries(near, Y, plan.row[slot], plan.group[i], first, count);
  }
}

}} // namespace dynid::DYNID_LEVEL
