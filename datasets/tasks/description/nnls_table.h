// The settings of NNLS chroma by name, for the tasks that use it.
#pragma once

#include "features/feature_parameters.h"
#include "model/parameter_table.h"

namespace tactus {

ParameterTable parameter_table(NnlsChromaParameters& parameters);

}  // namespace tactus
