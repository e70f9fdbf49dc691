// A name for one exact set of features, for caches on disk.
#pragma once

#include <string>

#include "features/feature_parameters.h"

namespace tactus {

// One line of text: the kind, the version of the arithmetic and every parameter, e.g.
// "beat v2 sample_rate=22050 fps=50 ...". Equal keys mean equal features for equal samples; the
// version rises if a change of the code changes the numbers.
std::string feature_key(const BeatFeatureParameters& parameters);
std::string feature_key(const ChordFeatureParameters& parameters);
std::string feature_key(const NnlsChromaParameters& parameters);
std::string feature_key(const StructureParameters& parameters);

}  // namespace tactus
