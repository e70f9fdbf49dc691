// Feature parameters as JSON object text, as a model file stores them.
#pragma once

#include <string>
#include <string_view>

#include "features/feature_parameters.h"

namespace tactus {

std::string to_json(const BeatFeatureParameters& parameters);
std::string to_json(const ChordFeatureParameters& parameters);
std::string to_json(const NnlsChromaParameters& parameters);
std::string to_json(const StructureParameters& parameters);

// Strict: every key must appear once, with the right type and a possible value; other keys are
// errors. Throws std::invalid_argument that names the key.
BeatFeatureParameters beat_feature_parameters_from_json(std::string_view text);
ChordFeatureParameters chord_feature_parameters_from_json(std::string_view text);
NnlsChromaParameters nnls_chroma_parameters_from_json(std::string_view text);
StructureParameters structure_parameters_from_json(std::string_view text);

}  // namespace tactus
