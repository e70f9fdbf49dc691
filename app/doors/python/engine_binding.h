// An engine of the library in Python.
#pragma once

#include <nanobind/nanobind.h>

namespace tactus {

void bind_engine(nanobind::module_& module);

}  // namespace tactus
