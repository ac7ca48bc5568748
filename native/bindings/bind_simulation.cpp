// The border of the family `simulation`: objects that own what a simulation reads and writes, and
// show it to Python as arrays of NumPy.
#include "closure.hpp"
#include "rollout.hpp"
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <cmath>
#include <utility>

namespace dynid {

using View = nb::ndarray<nb::numpy, double>;

/// Arrays in one piece of memory, each under a name.
class NamedArrays {
  struct Entry {
    std::string name;
    double **field;
    std::vector<size_t> shape;
    size_t start, size;
  };
  std::vector<Entry> entries_;
  std::vector<double> memory_;

public:
  void add(const char *name, double *&field, std::initializer_list<int64_t> shape) {
    size_t size = 1, start = entries_.empty() ? 0 : entries_.back().start + entries_.back().size;
    std::vector<size_t> sizes;
    for (int64_t k : shape) sizes.push_back(size_t(k)), size *= size_t(k);
    entries_.push_back({name, &field, sizes, start, size});
  }
  /// Makes the memory, of zeros, and lets every field point to its part.
  void allocate() {
    memory_.assign(entries_.empty() ? 0 : entries_.back().start + entries_.back().size, 0.0);
    for (Entry &entry : entries_) *entry.field = memory_.data() + entry.start;
  }
  /// The array itself, which keeps its owner alive.
  View view(const std::string &name, nb::handle owner) const {
    for (const Entry &entry : entries_)
      if (entry.name == name)
        return View(*entry.field, entry.shape.size(), entry.shape.data(), owner);
    refuse_value("name: got '" + name + "', which is no array of this object.");
  }
};

constexpr double MOST_FACTORS = 1000.0; // q^1000: a loop
static void require_laws(const double *law, int64_t count) {
  for (int64_t e = 0; e < count; e++) {
    const double power = law[e * LAW_NUMBERS + LAW_POSITION];
    require(power >= 0.0 && power <= MOST_FACTORS && power == std::floor(power),
            "law: expected a whole power of the position, 0 ... 1000.");
  }
}

/// A field of a tuple of arrays, copied.
template <class T>
static std::vector<T> copy_field(const nb::tuple &from, size_t k, const char *name,
                                 std::initializer_list<int64_t> shape) {
  require(k < from.size(), "a table of a simulation: got too few arrays.");
  const nb::object field = from[k];
  Argument<const T> argument;
  argument.take(field);
  return argument.copy(name, shape);
}

class ControllerObject {
  NamedArrays arrays_;
  Controller control_{};
  double *feed_ = nullptr;
  std::vector<double> q_, qd_, kp_, ki_, kd_, limit_;

public:
  const int64_t n;
  ControllerObject(Doubles &q, Doubles &qd, Doubles &feed, Doubles &kp, Doubles &ki, Doubles &kd,
                   Doubles &limit, bool computed)
      : q_(q.copy("q", {ANY, ANY})), n(q.shape(1)) {
    const int64_t rows = q.shape(0);
    require(rows > 0, "q: expected at least one row.");
    qd_ = qd.copy("qd", {rows, n});
    const double *from = feed.expect("feed", {rows, n});
    kp_ = kp.copy("kp", {n}), ki_ = ki.copy("ki", {n}), kd_ = kd.copy("kd", {n});
    limit_ = limit.copy("limit", {n});
    arrays_.add("feed", feed_, {rows, n});
    arrays_.add("integral", control_.integral, {n});
    arrays_.allocate();
    std::copy(from, from + rows * n, feed_);
    control_.rows = rows, control_.computed = computed;
    control_.q = q_.data(), control_.qd = qd_.data(), control_.feed = feed_;
    control_.kp = kp_.data(), control_.ki = ki_.data(), control_.kd = kd_.data();
    control_.limit = limit_.data();
  }
  ControllerObject(const ControllerObject &) = delete;
  ControllerObject &operator=(const ControllerObject &) = delete;
  const Controller &view() const { return control_; }
  View array(const std::string &name) const { return arrays_.view(name, nb::find(this)); }
};

class RecordObject {
  NamedArrays arrays_;
  Record record_{};
  std::vector<double> t_, limit_, damping_, low_, high_;
  std::vector<char> free_;

public:
  const int64_t n, places, samples;
  RecordObject(Doubles &t, Doubles &limit, Doubles &damping, Bools &free, Doubles &low,
               Doubles &high)
      : t_(t.copy("t", {ANY})), limit_(limit.copy("limit", {ANY})), low_(low.copy("low", {ANY})),
        n(limit.size()), places(low.size()), samples(t.size()) {
    damping_ = damping.copy("damping", {n}), high_ = high.copy("high", {places});
    const bool *without_motor = free.expect("free", {n});
    free_.assign(without_motor, without_motor + n);
    arrays_.add("q", record_.q, {samples, n});
    arrays_.add("qd", record_.qd, {samples, n});
    arrays_.add("qdd", record_.qdd, {samples, n});
    arrays_.add("tau", record_.tau, {samples, n});
    arrays_.allocate();
    record_.samples = samples, record_.t = t_.data(), record_.limit = limit_.data();
    record_.damping = damping_.data(), record_.low = low_.data(), record_.high = high_.data();
    record_.free = reinterpret_cast<const bool *>(free_.data());
  }
  RecordObject(const RecordObject &) = delete;
  RecordObject &operator=(const RecordObject &) = delete;
  const Record &view() const { return record_; }
  View array(const std::string &name) const { return arrays_.view(name, nb::find(this)); }
};

/// The tables of a mechanism.
class Tables {
  std::vector<double> on_, of_, smooth_law_, smooth_value_, along_, dry_law_, dry_value_;
  std::vector<double> load_law_, load_value_, power_, wound_law_, wound_value_, shape_[4];
  std::vector<int64_t> dry_place_, load_row_, load_place_, wound_row_, wound_place_;

public:
  int64_t places = 0;
  /// smooth (on, of, law, value), dry (along, place, law, value), loaded (row, place, law, value,
  /// power), wound (row, place, law, value, length, extra, vs, rate)
  Tables(const nb::tuple &smooth, const nb::tuple &dry, const nb::tuple &loaded,
         const nb::tuple &wound, int64_t n, int64_t nc) {
    on_ = copy_field<double>(smooth, 0, "on", {ANY, nc});
    const int64_t count = nc ? int64_t(on_.size()) / nc : 0;
    of_ = copy_field<double>(smooth, 1, "of", {count, nc});
    smooth_law_ = copy_field<double>(smooth, 2, "law", {count, LAW_NUMBERS});
    smooth_value_ = copy_field<double>(smooth, 3, "value", {count});
    along_ = copy_field<double>(dry, 0, "along", {ANY, nc});
    places = nc ? int64_t(along_.size()) / nc : 0;
    dry_place_ = copy_field<int64_t>(dry, 1, "place", {ANY});
    const int64_t slips = int64_t(dry_place_.size());
    require_range(dry_place_, 0, places - 1, "place");
    dry_law_ = copy_field<double>(dry, 2, "law", {slips, LAW_NUMBERS});
    dry_value_ = copy_field<double>(dry, 3, "value", {slips});
    copy_joint_table(loaded, n, -1, load_row_, load_place_, load_law_, load_value_);
    power_ = copy_field<double>(loaded, 4, "power", {int64_t(load_row_.size())});
    copy_joint_table(wound, n, 0, wound_row_, wound_place_, wound_law_, wound_value_);
    const char *names[4] = {"length", "extra", "vs", "rate"};
    for (size_t k = 0; k < 4; k++)
      shape_[k] = copy_field<double>(wound, 4 + k, names[k], {int64_t(wound_row_.size())});
    for (const auto *laws : {&smooth_law_, &dry_law_, &load_law_, &wound_law_})
      require_laws(laws->data(), int64_t(laws->size()) / LAW_NUMBERS);
  }
  void fill(Mechanism &mech) const {
    mech.smooth = {int64_t(smooth_value_.size()), on_.data(), of_.data(), smooth_law_.data(),
                   smooth_value_.data()};
    mech.dry = {places,          int64_t(dry_place_.size()), along_.data(), dry_place_.data(),
                dry_law_.data(), dry_value_.data()};
    mech.loaded = {int64_t(load_row_.size()), load_row_.data(),   load_place_.data(),
                   load_law_.data(),          load_value_.data(), power_.data()};
    mech.wound = {int64_t(wound_row_.size()), wound_row_.data(),   wound_place_.data(),
                  wound_law_.data(),          wound_value_.data(), shape_[0].data(),
                  shape_[1].data(),           shape_[2].data(),    shape_[3].data()};
  }

private:
  void copy_joint_table(const nb::tuple &from, int64_t n, int64_t least_place,
                        std::vector<int64_t> &row, std::vector<int64_t> &place,
                        std::vector<double> &law, std::vector<double> &value) const {
    row = copy_field<int64_t>(from, 0, "row", {ANY});
    const int64_t count = int64_t(row.size());
    place = copy_field<int64_t>(from, 1, "place", {count});
    law = copy_field<double>(from, 2, "law", {count, LAW_NUMBERS});
    value = copy_field<double>(from, 3, "value", {count});
    require_range(row, 0, n - 1, "row");
    require_range(place, least_place, places - 1, "place");
  }
};

class SimulationObject {
  ClosureObject closure_;
  std::vector<double> inertia_, J_, tilt_, tilted_;
  const int64_t n_, nc_;
  Tables tables_;
  NamedArrays arrays_;
  Simulation sim_{};
  std::vector<int64_t> mode_, held_;

public:
  SimulationObject(const ClosureObject &closure, Doubles &inertia, Doubles &J,
                   const nb::tuple &smooth, const nb::tuple &dry, const nb::tuple &loaded,
                   const nb::tuple &wound, Doubles &tilt, Doubles &tilted, Doubles &home)
      : closure_(closure), n_(closure_.view().con.given_count),
        nc_(closure_.view().tree.coordinates), tables_(smooth, dry, loaded, wound, n_, nc_) {
    const Closure view = closure_.view();
    inertia_ = inertia.copy("inertia", {view.tree.nodes, 10}), J_ = J.copy("J", {nc_, nc_});
    tilt_ = tilt.copy("tilt", {3}), tilted_ = tilted.copy("tilted", {n_});
    const double *pose = home.expect("home", {nc_});
    mode_.resize(size_t(tables_.places));
    sim_.n = n_;
    sim_.mech.closure = view, sim_.mech.inertia = inertia_.data(), sim_.mech.J = J_.data();
    sim_.mech.tilt = tilt_.data(), sim_.mech.tilted = tilted_.data();
    tables_.fill(sim_.mech);
    add_arrays(view);
    arrays_.allocate();
    sim_.mode = mode_.data();
    std::copy(pose, pose + nc_, sim_.now.home);
    std::copy(pose, pose + nc_, sim_.states.before);
    for (int64_t p = 0; p < POINTS; p++) {
      std::copy(pose, pose + nc_, sim_.states.full + p * nc_);
      sim_.states.margin[p] = 1.0;
    }
    sim_.now.clock[NEXT] = INFINITY;
    chosen->restart_simulation(sim_);
  }
  SimulationObject(const SimulationObject &) = delete;
  SimulationObject &operator=(const SimulationObject &) = delete;

  View array(const std::string &name) const { return arrays_.view(name, nb::find(this)); }
  nb::ndarray<nb::numpy, int64_t> mode() {
    const size_t shape[1] = {mode_.size()};
    return nb::ndarray<nb::numpy, int64_t>(mode_.data(), 1, shape, nb::find(this));
  }
  /// Places that a force holds.
  void hold(Ints &held) {
    std::vector<int64_t> places = held.copy("held", {ANY});
    require_range(places, 0, tables_.places - 1, "held");
    require(int64_t(places.size()) <= tables_.places, "held: expected each place once at most.");
    held_ = std::move(places);
    sim_.held = held_.data(), sim_.held_count = int64_t(held_.size());
  }
  void wind() { chosen->wind_hysteresis(checked()); }
  int64_t look() { return released(chosen->look_at_state, checked()); }
  int64_t start() { return chosen->start_step(checked()); }
  int64_t step(double h) {
    checked();
    nb::gil_scoped_release free;
    return chosen->try_step(sim_, h);
  }
  void take(double h) { chosen->take_step(checked(), h); }
  bool glide(const RecordObject &record, double h) {
    expect_record(record);
    nb::gil_scoped_release free;
    return chosen->glide(sim_, record.view(), h);
  }
  void ask(const ControllerObject &control, const RecordObject &record, int64_t sample) {
    expect_record(record), expect_controller(control);
    require(sample >= 0, "sample: expected 0 or more.");
    chosen->ask_controller(sim_, control.view(), record.view(), sample);
  }
  std::pair<int64_t, int64_t> run(const ControllerObject &control, const RecordObject &record,
                                  int64_t at, int64_t last) {
    expect_record(record), expect_controller(control);
    require(0 <= at && at <= last && last <= record.samples,
            "at, last: expected samples of the record, in this order.");
    nb::gil_scoped_release free;
    const int64_t status = chosen->run_samples(sim_, control.view(), record.view(), &at, last);
    return {status, at};
  }
  /// The step at which it failed, or -1.
  int64_t rollout(const ActuatorsObject &actuators, Doubles &u, Doubles &ud, Doubles &ff,
                  Doubles &start, OutDoubles &Q, OutDoubles &V, OutDoubles &A, OutDoubles &F,
                  OutDoubles &D, OutBools &clipped) {
    const int64_t n = actuators.joints;
    require(n_ == n, "actuators: expected as many joints as the robot has actuated ones.");
    const Commands commands = expect_commands(n, u, ud, ff);
    const int64_t S = commands.steps;
    const double *state = start.expect("start", {2, n});
    const MutablePath path{Q.expect("Q", {S + 1, n}), V.expect("V", {S + 1, n}),
                           A.expect("A", {S, n}),     F.expect("F", {S, n}),
                           D.expect("D", {S, n, n}),  clipped.expect("clipped", {S, n})};
    checked();
    nb::gil_scoped_release free;
    return chosen->rollout(sim_, actuators.view(), commands, state, path);
  }

private:
  template <class Kernel> static int64_t released(Kernel kernel, Simulation &sim) {
    nb::gil_scoped_release free;
    return kernel(sim);
  }
  /// Modes are written by Python: -1, 0, 1.
  Simulation &checked() {
    require_range(mode_, -1, 1, "mode");
    return sim_;
  }
  void expect_record(const RecordObject &record) {
    checked();
    require(record.n == n_ && record.places == tables_.places,
            "record: expected one of the same joints and places of dry friction.");
  }
  void expect_controller(const ControllerObject &control) const {
    require(control.n == n_, "control: expected one of the same joints.");
  }
  void add_arrays(const Closure &view) {
    const int64_t n = n_, nc = nc_, k = tables_.places, P = POINTS, solved = view.con.solved_count;
    Now &now = sim_.now;
    arrays_.add("now.q", now.q, {n}), arrays_.add("now.qd", now.qd, {n});
    arrays_.add("now.qdd", now.qdd, {n}), arrays_.add("now.tau", now.tau, {n});
    arrays_.add("now.jump", now.jump, {n}), arrays_.add("now.home", now.home, {nc});
    arrays_.add("now.A", now.A, {STAGES, n}), arrays_.add("now.clock", now.clock, {3});
    Trial &trial = sim_.trial;
    arrays_.add("trial.tau", trial.tau, {P, n}), arrays_.add("trial.A", trial.A, {STAGES, n});
    arrays_.add("trial.qdd", trial.qdd, {n}), arrays_.add("trial.force", trial.force, {k});
    arrays_.add("trial.report", trial.report, {2});
    States &states = sim_.states;
    arrays_.add("states.q", states.q, {P, n}), arrays_.add("states.qd", states.qd, {P, n});
    arrays_.add("states.M", states.M, {P, n, n}), arrays_.add("states.b", states.b, {P, n});
    arrays_.add("states.D", states.D, {P, n, n}), arrays_.add("states.g", states.g, {P, k, n});
    arrays_.add("states.gamma", states.gamma, {P, k}), arrays_.add("states.v", states.v, {P, k});
    arrays_.add("states.full", states.full, {P, nc}), arrays_.add("states.R", states.R, {P, n, n});
    arrays_.add("states.h", states.h, {P, n}), arrays_.add("states.load", states.load, {P, n});
    arrays_.add("states.E", states.E, {P, n, n});
    arrays_.add("states.stiffness", states.stiffness, {P, n});
    arrays_.add("states.start", states.start, {n}), arrays_.add("states.speed", states.speed, {n});
    arrays_.add("states.z", states.z, {sim_.mech.wound.count});
    arrays_.add("states.rate", states.rate, {P, nc});
    arrays_.add("states.bias", states.bias, {P, nc});
    arrays_.add("states.before", states.before, {nc});
    arrays_.add("states.G", states.G, {nc, n, P}), arrays_.add("states.margin", states.margin, {P});
    Branch &branch = sim_.branch;
    const bool redundant = view.con.equations > solved;
    arrays_.add("branch.q", branch.q, {nc});
    arrays_.add("branch.X", branch.X, {DIFFERENCES, solved, view.con.given_count});
    arrays_.add("branch.J", branch.J, {redundant ? view.con.equations : 0, solved});
  }
};

static std::pair<double, double> law_force(Doubles &law, double q, double v, int64_t way) {
  const double *numbers = law.expect("law", {LAW_NUMBERS});
  require_laws(numbers, 1);
  double force[2];
  chosen->law_force(numbers, q, v, way, force);
  return {force[0], force[1]};
}

void bind_simulation(nb::module_ &m) {
  m.def("law_force", law_force, "law"_a, "q"_a, "v"_a, "way"_a,
        "f and df/dv of a law for a parameter of 1; way: direction of a sharp sign, 0: that of v.");
  nb::class_<ControllerObject>(m, "Controller", "A controller of a simulation, see simulation.hpp.")
      .def(nb::init<Doubles &, Doubles &, Doubles &, Doubles &, Doubles &, Doubles &, Doubles &,
                    bool>(),
           "q"_a, "qd"_a, "feed"_a, "kp"_a, "ki"_a, "kd"_a, "limit"_a, "computed"_a)
      .def("array", &ControllerObject::array, "name"_a, "feed or integral, itself.");
  nb::class_<RecordObject>(m, "Record", "Samples of a simulation.")
      .def(nb::init<Doubles &, Doubles &, Doubles &, Bools &, Doubles &, Doubles &>(), "t"_a,
           "limit"_a, "damping"_a, "free"_a, "low"_a, "high"_a)
      .def("array", &RecordObject::array, "name"_a, "q, qd, qdd or tau, itself.");
  nb::class_<SimulationObject>(m, "Simulation", "A robot in motion: its constants and its state.")
      .def(nb::init<const ClosureObject &, Doubles &, Doubles &, const nb::tuple &,
                    const nb::tuple &, const nb::tuple &, const nb::tuple &, Doubles &, Doubles &,
                    Doubles &>(),
           "closure"_a, "inertia"_a, "J"_a, "smooth"_a, "dry"_a, "loaded"_a, "wound"_a, "tilt"_a,
           "tilted"_a, "home"_a)
      .def("array", &SimulationObject::array, "name"_a,
           "An array of the state, itself: now.q, trial.A, states.M, ...")
      .def_prop_ro("mode", &SimulationObject::mode, "Of dry friction: 1, -1 slips, 0 sticks.")
      .def("hold", &SimulationObject::hold, "held"_a, "The places that a force holds.")
      .def("wind", &SimulationObject::wind, "Hysteresis after a motion through the states.")
      .def("look", &SimulationObject::look, "The equations of motion in the present state.")
      .def("start", &SimulationObject::start, "Accelerations under the torque of this moment.")
      .def("step", &SimulationObject::step, "h"_a, "Try a step of length h.")
      .def("take", &SimulationObject::take, "h"_a, "Make the end of the step the present state.")
      .def("glide", &SimulationObject::glide, "record"_a, "h"_a,
           "A step that is taken, or False where it must not be.")
      .def("ask", &SimulationObject::ask, "control"_a, "record"_a, "sample"_a,
           "now.tau: what the controller wants.")
      .def("run", &SimulationObject::run, "control"_a, "record"_a, "at"_a, "last"_a,
           "Samples at ... last - 1: why it ended, and the present sample.")
      .def("rollout", &SimulationObject::rollout, "actuators"_a, "u"_a, "ud"_a, "ff"_a, "start"_a,
           "Q"_a, "V"_a, "A"_a, "F"_a, "D"_a, "clipped"_a,
           "Steps under commands (steps, joints); the step at which it failed, or -1.");
}

} // namespace dynid
