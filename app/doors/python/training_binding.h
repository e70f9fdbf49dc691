// Training and its material in Python: runs, and corpora as features and targets.
#pragma once

#include <nanobind/nanobind.h>

namespace tactus {

void bind_training(nanobind::module_& module);

}  // namespace tactus
