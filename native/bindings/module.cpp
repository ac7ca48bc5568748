// The module: a level is chosen at import, then every family adds its functions.
#include "arrays.hpp"
#include <cstdlib>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace dynid {

const Kernels *chosen = nullptr;

#define FAMILY(name) void bind_##name(nb::module_ &);
#include "families.inc"
#undef FAMILY

static std::vector<std::string> levels() {
  std::vector<std::string> names;
  for (auto level = supported_levels(); *level; level++) names.push_back((*level)->level);
  return names;
}

static void use_level(const std::string &name) {
  std::string known;
  for (auto level = supported_levels(); *level; level++) {
    if (name == (*level)->level) {
      chosen = *level;
      return;
    }
    known += (known.empty() ? "" : ", ") + std::string((*level)->level);
  }
  refuse_value("level: got '" + name + "', expected one of " + known + ".");
}

static void choose_level() {
  if (!*supported_levels())
    throw nb::import_error("dynid was built for another processor than this one: its levels need"
                           " instructions that are missing here. Install it again on this machine:"
                           " pip install --force-reinstall --no-cache-dir dynid");
  for (auto level = supported_levels(); *level; level++) chosen = *level;
  const char *wanted = std::getenv("DYNID_NATIVE_LEVEL");
  if (!wanted || !*wanted) return;
  try {
    use_level(wanted);
  } catch (const nb::builtin_exception &error) {
    throw nb::import_error((std::string("DYNID_NATIVE_LEVEL: ") + error.what()).c_str());
  }
}

} // namespace dynid

NB_MODULE(_native, m) {
  using namespace dynid;
  m.doc() = "Kernels in C++, several samples at a time. See native/README.md.";
  choose_level();
  m.def("level", [] { return std::string(chosen->level); }, "The level in use.");
  m.def("width", [] { return chosen->width; }, "Samples in a pack of the level in use.");
  m.def("levels", levels, "The levels of this build that this processor runs, the best last.");
  m.def("use_level", use_level, "level"_a, "Use another level from now on, in all threads.");
#define FAMILY(name) bind_##name(m);
#include "families.inc"
#undef FAMILY
}
