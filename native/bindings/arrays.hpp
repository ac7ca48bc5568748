// Array arguments from Python. An argument is taken as it comes and looked at once, by `expect`,
// which names it in its errors: type, shape, layout. Texts are made only where one is raised.
#pragma once
#include "../kernels.hpp"
#include <nanobind/nanobind.h>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <vector>

namespace nb = nanobind;
using namespace nb::literals;

namespace dynid {

constexpr int64_t ANY = -1; // a size that is not checked

/// The kernels of the level in use.
extern const Kernels *chosen;

[[noreturn]] void refuse_value(const std::string &message); // ValueError
[[noreturn]] void refuse_type(const std::string &message);  // TypeError
inline void require(bool fine, const char *message) {
  if (!fine) refuse_value(message);
}
/// ValueError where an entry is outside low ... high.
void require_range(const std::vector<int64_t> &values, int64_t low, int64_t high, const char *name);
/// ValueError unless the numbers ascend from 0 to end.
void require_ascending(const std::vector<int64_t> &values, int64_t end, const char *name);

/// An array of T by Python's buffer protocol. `Argument<const T>` is an input: contiguous ones are
/// read in place, others are copied. `Argument<T>` is an output: it is written in place or refused.
class AnyArgument {
public:
  AnyArgument() = default;
  AnyArgument(const AnyArgument &) = delete;
  AnyArgument &operator=(const AnyArgument &) = delete;
  ~AnyArgument();
  void take(nb::handle object) { object_ = object.ptr(); }
  bool is_none() const { return object_ == Py_None; }
  int64_t shape(int k) const { return view_.shape[k]; }
  int64_t stride(int k) const { return view_.strides[k] / 8; } // of numbers of eight bytes
  int64_t size() const { return view_.len / view_.itemsize; }

protected:
  enum Element { DOUBLE, INT64, BOOL };
  void open(const char *name, Element element, bool writable);
  void check_shape(const char *name, std::initializer_list<int64_t> shape, bool at_least) const;
  void check_layout(const char *name, bool contiguous, Element element, bool writable);

  PyObject *object_ = nullptr;
  nb::object copy_; // of an input with another layout
  Py_buffer view_{};
  bool is_open_ = false;
};

template <class T> class Argument : public AnyArgument {
  using Number = std::remove_const_t<T>;
  static constexpr bool WRITABLE = !std::is_const_v<T>;
  static constexpr Element ELEMENT = std::is_same_v<Number, double>    ? DOUBLE
                                     : std::is_same_v<Number, int64_t> ? INT64
                                                                       : BOOL;

public:
  T *data() const { return static_cast<T *>(view_.buf); }
  /// TypeError or ValueError unless it is a C-contiguous array of T with this shape (ANY: any).
  T *expect(const char *name, std::initializer_list<int64_t> shape) {
    open(name, ELEMENT, WRITABLE);
    check_shape(name, shape, false);
    check_layout(name, true, ELEMENT, WRITABLE);
    return data();
  }
  /// The same for an array of at least this shape, whose last axis alone must be contiguous.
  Cube<T> expect_cube(const char *name, int64_t i, int64_t j, int64_t samples) {
    open(name, ELEMENT, WRITABLE);
    check_shape(name, {i, j, samples}, true);
    check_layout(name, false, ELEMENT, WRITABLE);
    return {data(), stride(0), stride(1)};
  }
  /// A copy of its numbers, for an object that owns its data.
  std::vector<Number> copy(const char *name, std::initializer_list<int64_t> shape) {
    const T *from = expect(name, shape);
    return std::vector<Number>(from, from + size());
  }
};
using Doubles = Argument<const double>;
using Ints = Argument<const int64_t>;
using Bools = Argument<const bool>;
using OutDoubles = Argument<double>;
using OutInts = Argument<int64_t>;
using OutBools = Argument<bool>;

} // namespace dynid

namespace nanobind::detail {
template <class T> struct type_caster<dynid::Argument<T>> {
  static constexpr bool OF_DOUBLES = std::is_same_v<std::remove_const_t<T>, double>;
  static constexpr bool OF_BOOLS = std::is_same_v<std::remove_const_t<T>, bool>;
  NB_TYPE_CASTER(dynid::Argument<T>,
                 const_name("numpy.typing.NDArray[numpy.") +
                     const_name<OF_DOUBLES>(const_name("float64"),
                                            const_name<OF_BOOLS>(const_name("bool"),
                                                                 const_name("int64"))) +
                     const_name("]"))
  bool from_python(handle source, uint32_t, cleanup_list *) noexcept {
    value.take(source);
    return true; // `expect` looks at it
  }
};
} // namespace nanobind::detail
