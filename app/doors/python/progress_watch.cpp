#include "app/doors/python/progress_watch.h"

#include <utility>

namespace tactus {

namespace nb = nanobind;

ProgressWatch::ProgressWatch(nb::object progress) : progress_(std::move(progress)) {}

bool ProgressWatch::at(double done) noexcept {
  if (raised_) return false;
  const auto now = std::chrono::steady_clock::now();
  if (now - last_ < std::chrono::milliseconds(50) && done < 1.0) return true;
  last_ = now;
  const nb::gil_scoped_acquire held;
  try {
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    if (!progress_.is_none()) progress_(done);
    return true;
  } catch (...) {
    raised_ = std::current_exception();
    return false;
  }
}

void ProgressWatch::rethrow() const {
  if (raised_) std::rethrow_exception(raised_);
}

}  // namespace tactus
