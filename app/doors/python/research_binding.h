// What research uses of the rooms behind tactus.h: scores, features, networks, decoders, annotation
// files.
#pragma once

#include <nanobind/nanobind.h>

namespace tactus {

void bind_research(nanobind::module_& module);

}  // namespace tactus
