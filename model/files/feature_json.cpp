#include "model/files/feature_json.h"

#include <stdexcept>

#include "model/feature_tables.h"
#include "model/files/strict_json.h"

namespace tactus {
namespace {

using nlohmann::json;

template <typename Parameters>
std::string json_of(Parameters parameters) {  // a copy that the table may hold
  return to_json(parameter_table(parameters));
}

template <typename Parameters>
Parameters parameters_in(std::string_view text, const std::string& what) {
  Parameters parameters;
  read_whole_json(parameter_table(parameters), parse_strict_json(text, what).dump(), what);
  return parameters;
}

void require(bool possible, const std::string& what) {
  if (!possible) throw std::invalid_argument(what + ": impossible values");
}

}  // namespace

std::string to_json(const BeatFeatureParameters& p) {
  return json_of(p);
}
std::string to_json(const ChordFeatureParameters& p) {
  return json_of(p);
}
std::string to_json(const NnlsChromaParameters& p) {
  return json_of(p);
}
std::string to_json(const StructureParameters& p) {
  return json{{"frames_pooled", p.frames_pooled},
              {"reach", p.reach},
              {"nnls_chroma", json::parse(to_json(p.chroma))}}
      .dump();
}

BeatFeatureParameters beat_feature_parameters_from_json(std::string_view text) {
  const auto p = parameters_in<BeatFeatureParameters>(text, "beat features");
  require(p.fmax > p.fmin && p.diff_ratio > 0.0 && !p.window_sizes.empty() &&
              p.window_sizes.size() == p.bands_per_octave.size(),
          "beat features");
  return p;
}

ChordFeatureParameters chord_feature_parameters_from_json(std::string_view text) {
  return parameters_in<ChordFeatureParameters>(text, "chord features");
}

NnlsChromaParameters nnls_chroma_parameters_from_json(std::string_view text) {
  const auto p = parameters_in<NnlsChromaParameters>(text, "NNLS chroma features");
  require(p.hop_size <= p.block_size, "NNLS chroma features");
  return p;
}

StructureParameters structure_parameters_from_json(std::string_view text) {
  const std::string what = "structure features";
  json document = parse_strict_json(text, what);
  StrictObject object(document, what);
  json flat = object.member("nnls_chroma");
  if (!flat.is_object()) throw std::invalid_argument(what + ": nnls_chroma: expected an object");
  for (const char* name : {"frames_pooled", "reach"}) flat[name] = object.member(name);
  object.finish();
  const auto p = parameters_in<StructureParameters>(flat.dump(), what);
  require(p.chroma.hop_size <= p.chroma.block_size, what);
  return p;
}

}  // namespace tactus
