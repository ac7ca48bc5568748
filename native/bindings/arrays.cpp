#include "arrays.hpp"
#include <cstring>

namespace dynid {

void refuse_value(const std::string &message) { throw nb::value_error(message.c_str()); }
void refuse_type(const std::string &message) { throw nb::type_error(message.c_str()); }

void require_range(const std::vector<int64_t> &values, int64_t low, int64_t high,
                   const char *name) {
  for (size_t k = 0; k < values.size(); k++)
    if (values[k] < low || values[k] > high)
      refuse_value(std::string(name) + "[" + std::to_string(k) + "]: got " +
                   std::to_string(values[k]) + ", expected " + std::to_string(low) + " ... " +
                   std::to_string(high) + ".");
}
void require_ascending(const std::vector<int64_t> &values, int64_t end, const char *name) {
  bool fine = !values.empty() && values.front() == 0 && values.back() == end;
  for (size_t k = 1; k < values.size(); k++) fine = fine && values[k - 1] <= values[k];
  if (!fine)
    refuse_value(std::string(name) + ": expected ascending numbers from 0 to " +
                 std::to_string(end) + ".");
}

AnyArgument::~AnyArgument() {
  if (is_open_) PyBuffer_Release(&view_);
}

constexpr int64_t MOST_EMPTY = 1 << 24; // rows of an array without numbers
static const char *const NAMES[] = {"float64", "int64", "bool"};

static bool is_format(const char *format, Py_ssize_t size, int element) {
  if (!format) return false;
  if (format[0] == '=') format++;                     // native byte order, not aligned
  if (format[0] == 0 || format[1] != 0) return false; // one letter
  if (element == 0) return format[0] == 'd';
  if (element == 2) return format[0] == '?';
  return size == 8 && std::strchr("lq", format[0]); // C's long or long long
}

void AnyArgument::open(const char *name, Element element, bool writable) {
  const int flags = writable ? PyBUF_RECORDS : PyBUF_RECORDS_RO;
  PyObject *object = copy_.is_valid() ? copy_.ptr() : object_;
  if (PyObject_GetBuffer(object, &view_, flags) != 0) {
    PyErr_Clear();
    is_open_ = writable && PyObject_GetBuffer(object, &view_, PyBUF_RECORDS_RO) == 0;
    if (is_open_)
      refuse_value(std::string(name) + ": got a read-only array, expected one to write to.");
    PyErr_Clear();
    refuse_type(std::string(name) + ": got " + nb::type_name(nb::handle(object).type()).c_str() +
                ", expected an array of " + NAMES[element] + ".");
  }
  is_open_ = true;
  if (!is_format(view_.format, view_.itemsize, element))
    refuse_type(std::string(name) + ": got an array of type '" +
                (view_.format ? view_.format : "B") + "', expected " + NAMES[element] + ".");
}

void AnyArgument::check_shape(const char *name, std::initializer_list<int64_t> shape,
                              bool at_least) const {
  bool fine = view_.ndim == int(shape.size());
  int k = 0;
  for (int64_t size : shape) {
    fine = fine && (size == ANY || size == view_.shape[k] || (at_least && size < view_.shape[k]));
    k++;
  }
  for (k = 0; k < view_.ndim && view_.len == 0; k++) // loops over them would not end
    if (view_.shape[k] > MOST_EMPTY)
      refuse_value(std::string(name) + ": got " + std::to_string(view_.shape[k]) +
                   " rows without numbers.");
  if (fine) return;
  std::string got, expected;
  for (k = 0; k < view_.ndim; k++) got += (k ? ", " : "") + std::to_string(view_.shape[k]);
  for (int64_t size : shape)
    expected += (expected.empty() ? "" : ", ") + (size == ANY ? "any" : std::to_string(size));
  refuse_value(std::string(name) + ": got shape (" + got + "), expected " +
               (at_least ? "at least (" : "(") + expected + ").");
}

void AnyArgument::check_layout(const char *name, bool contiguous, Element element, bool writable) {
  bool fine = reinterpret_cast<uintptr_t>(view_.buf) % size_t(view_.itemsize) == 0;
  for (int k = 0; k < view_.ndim; k++) fine = fine && view_.strides[k] % view_.itemsize == 0;
  if (contiguous) {
    fine = fine && PyBuffer_IsContiguous(&view_, 'C');
  } else {
    const int last = view_.ndim - 1;
    fine = fine && (view_.strides[last] == view_.itemsize || view_.shape[last] <= 1);
  }
  if (fine) return;
  if (writable)
    refuse_value(std::string(name) + ": expected an array that is contiguous" +
                 (contiguous ? " and aligned." : " along its last axis, and aligned."));
  copy_ = nb::module_::import_("numpy").attr("array")(nb::handle(object_), "order"_a = "C");
  PyBuffer_Release(&view_);
  is_open_ = false;
  open(name, element, writable);
}

} // namespace dynid
