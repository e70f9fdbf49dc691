// The settings of features by name: the one list that recipes, model files, cache keys and tasks
// read.
#pragma once

#include <string>

#include "features/feature_parameters.h"
#include "model/parameter_table.h"

namespace tactus {

ParameterTable parameter_table(BeatFeatureParameters& parameters);
ParameterTable parameter_table(ChordFeatureParameters& parameters);
ParameterTable parameter_table(NnlsChromaParameters& parameters);
// With the rows of its chroma.
ParameterTable parameter_table(StructureParameters& parameters);

// A name for one exact set of features, for caches on disk: one line with the kind, the version of
// the arithmetic and every setting, e.g. "beat v2 sample_rate=22050 fps=50 ...". Equal keys mean
// equal features for equal samples; the version rises if a change of the code changes the numbers.
std::string feature_key(const BeatFeatureParameters& parameters);
std::string feature_key(const ChordFeatureParameters& parameters);
std::string feature_key(const NnlsChromaParameters& parameters);
std::string feature_key(const StructureParameters& parameters);

}  // namespace tactus
