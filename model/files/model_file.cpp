// Model files and training states are safetensors files (safetensors.h).
//
// Model: tensors with the names of parameter_table (F32; the matrices may be BF16), and, if set,
// "input.mean" and "input.scale" [C], F32. The second network of an ensemble has the prefix
// "network.1.", the third "network.2.", and so on. Metadata (all texts):
//   format           "tactus-model"
//   format_version   "1"
//   network          NetworkSpec as JSON, see network_to_json; network.1, network.2, ... likewise
//   beat_features, chord_features, nnls_chroma or structure   JSON, see feature_json.h; exactly one
//   decoder          JSON of the task's decoder; absent = its defaults
//   provenance.NAME  one entry of Model::provenance
//   content_hash     of all the rest (safetensors.h); absent in files of old versions
//
// Training state: tensors "parameters", "best_parameters", "first_moment", "second_moment", each
// [P].
//   format "tactus-training-state", format_version "1", step (decimal), progress (the trainer's
//   JSON), content_hash.
#include "model/files/model_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "model/files/feature_json.h"
#include "model/files/safetensors.h"
#include "model/files/strict_json.h"

namespace tactus {
namespace {

using nlohmann::json;

constexpr const char* kModelFormat = "tactus-model";
constexpr const char* kStateFormat = "tactus-training-state";
constexpr const char* kVersion = "1";
constexpr std::string_view kProvenance = "provenance.";

std::string network_to_json(const NetworkSpec& spec) {
  json layers = json::array(), heads = json::array();
  for (const LayerSpec& layer : spec.layers) {
    layers.push_back({{"cell", "lstm"},
                      {"hidden", layer.hidden},
                      {"bidirectional", layer.bidirectional},
                      {"peepholes", layer.peepholes},
                      {"dropout", layer.dropout}});
  }
  for (const HeadSpec& head : spec.heads) {
    heads.push_back({{"name", head.name},
                     {"classes", head.classes},
                     {"kind", head.kind == HeadKind::kSigmoid ? "sigmoid" : "softmax"},
                     {"loss_weight", head.loss_weight}});
  }
  return json{{"input", spec.input},
              {"layers", layers},
              {"heads", heads},
              {"head_dropout", spec.head_dropout}}
      .dump();
}

LayerSpec layer_from_json(const json& value, const std::string& what) {
  StrictObject object(value, what);
  LayerSpec layer;
  const std::string cell = object.text("cell");
  if (cell != "lstm")
    throw std::invalid_argument(fmt::format("{}: cell '{}', expected 'lstm'", what, cell));
  layer.hidden = object.integer("hidden");
  layer.bidirectional = object.boolean("bidirectional");
  layer.peepholes = object.boolean("peepholes");
  layer.dropout = object.number("dropout");
  object.finish();
  return layer;
}

HeadSpec head_from_json(const json& value, const std::string& what) {
  StrictObject object(value, what);
  HeadSpec head;
  head.name = object.text("name");
  head.classes = object.integer("classes");
  const std::string kind = object.text("kind");
  if (kind != "sigmoid" && kind != "softmax") {
    throw std::invalid_argument(
        fmt::format("{}: kind '{}', expected 'sigmoid' or 'softmax'", what, kind));
  }
  head.kind = kind == "sigmoid" ? HeadKind::kSigmoid : HeadKind::kSoftmax;
  head.loss_weight = object.number("loss_weight");
  object.finish();
  return head;
}

NetworkSpec network_from_json(std::string_view text, const std::string& name) {
  const json document = parse_strict_json(text, name);
  StrictObject object(document, name);
  NetworkSpec spec;
  spec.input = object.integer("input");
  for (const json& layer : object.array("layers")) {
    spec.layers.push_back(
        layer_from_json(layer, fmt::format("{}: layer {}", name, spec.layers.size())));
  }
  for (const json& head : object.array("heads")) {
    spec.heads.push_back(head_from_json(head, fmt::format("{}: head {}", name, spec.heads.size())));
  }
  spec.head_dropout = object.number("head_dropout");
  object.finish();
  return spec;
}

// Reads the expected entries of a file; entries that remain at the end are an error.
class Contents {
 public:
  explicit Contents(TensorFile file) : file_(std::move(file)) {
    file_.metadata.erase("format");  // seen in the header
    file_.metadata.erase("format_version");
  }

  const std::string& content_hash() const { return file_.content_hash; }
  bool has_hash() const { return file_.has_hash; }
  bool has(const std::string& key) const { return file_.metadata.contains(key); }
  std::string text(const std::string& key) {
    const auto node = file_.metadata.extract(key);
    if (node.empty()) throw std::invalid_argument(fmt::format("metadata '{}' is missing", key));
    return node.mapped();
  }
  std::vector<float> tensor(const std::string& name, const std::vector<std::size_t>& shape) {
    auto node = file_.tensors.extract(name);
    if (node.empty()) throw std::invalid_argument(fmt::format("tensor '{}' is missing", name));
    if (node.mapped().shape != shape) {
      throw std::invalid_argument(fmt::format("tensor '{}' has shape [{}], expected [{}]", name,
                                              fmt::join(node.mapped().shape, ", "),
                                              fmt::join(shape, ", ")));
    }
    return std::move(node.mapped().values);
  }
  std::vector<float> optional_tensor(const std::string& name,
                                     const std::vector<std::size_t>& shape) {
    return file_.tensors.contains(name) ? tensor(name, shape) : std::vector<float>();
  }
  bool any_bf16() const {
    return std::any_of(file_.tensors.begin(), file_.tensors.end(),
                       [](const auto& tensor) { return tensor.second.type == TensorType::kBf16; });
  }
  std::size_t tensor_size(const std::string& name) const {
    const auto found = file_.tensors.find(name);
    return found == file_.tensors.end() ? 0 : found->second.values.size();
  }
  std::map<std::string, std::string> provenance() {
    std::map<std::string, std::string> result;
    for (auto it = file_.metadata.begin(); it != file_.metadata.end();) {
      if (it->first.starts_with(kProvenance)) {
        result[it->first.substr(kProvenance.size())] = it->second;
        it = file_.metadata.erase(it);
      } else {
        ++it;
      }
    }
    return result;
  }
  void require_empty() const {
    if (!file_.tensors.empty()) {
      throw std::invalid_argument(fmt::format("unknown tensor '{}'", file_.tensors.begin()->first));
    }
    if (!file_.metadata.empty()) {
      throw std::invalid_argument(
          fmt::format("unknown metadata '{}'", file_.metadata.begin()->first));
    }
  }

 private:
  TensorFile file_;
};

const std::string& text_of(const TensorHeader& header, const std::string& key) {
  const auto found = header.metadata.find(key);
  if (found == header.metadata.end())
    throw std::invalid_argument(fmt::format("metadata '{}' is missing", key));
  return found->second;
}

void require_format(const TensorHeader& header, std::string_view format) {
  const std::string found = text_of(header, "format");
  if (found != format)
    throw std::invalid_argument(fmt::format("format '{}', expected '{}'", found, format));
  const std::string version = text_of(header, "format_version");
  if (version != kVersion) {
    throw std::invalid_argument(fmt::format(
        "format version '{}', but this program reads '{}'; a newer Tactus wrote the file", version,
        kVersion));
  }
}

// Checks the number of parameters before memory of that size is allocated.
void require_plausible(const NetworkSpec& spec, const std::string& name) {
  constexpr int kMaxSize = 1 << 16;
  bool plausible = spec.input <= kMaxSize && spec.layers.size() <= 64 && spec.heads.size() <= 64;
  for (const LayerSpec& layer : spec.layers) plausible = plausible && layer.hidden <= kMaxSize / 4;
  for (const HeadSpec& head : spec.heads) plausible = plausible && head.classes <= kMaxSize;
  if (!plausible)
    throw std::invalid_argument(fmt::format("{}: sizes beyond what this program supports", name));
}

// "network" and, of an ensemble, "network.1", ...
std::string network_key(std::size_t number) {
  return number ? fmt::format("network.{}", number) : "network";
}

// The prefix of its tensors' names.
std::string tensor_prefix(std::size_t number) {
  return number ? network_key(number) + '.' : "";
}

TrainedNetwork network_from(Contents& contents, std::size_t number) {
  const std::string key = network_key(number), prefix = tensor_prefix(number);
  TrainedNetwork network;
  network.spec = network_from_json(contents.text(key), key);
  require_plausible(network.spec, key);
  network.parameters.reserve(parameter_count(network.spec));
  for (const ParameterInfo& info : parameter_table(network.spec)) {
    const auto values = contents.tensor(prefix + info.name, {info.shape.begin(), info.shape.end()});
    network.parameters.insert(network.parameters.end(), values.begin(), values.end());
  }
  const std::size_t input = static_cast<std::size_t>(network.spec.input);
  network.input_mean = contents.optional_tensor(prefix + "input.mean", {input});
  network.input_scale = contents.optional_tensor(prefix + "input.scale", {input});
  return network;
}

int feature_kinds(const Model& model) {
  return model.beat_features.has_value() + model.chord_features.has_value() +
         model.nnls_chroma.has_value() + model.structure.has_value();
}

void require_inputs(const Model& model, std::string_view features, std::set<int> bins) {
  for (const TrainedNetwork* network : networks_of(model))
    if (!bins.contains(network->spec.input))
      throw std::invalid_argument(fmt::format("network: {} inputs, {} {} bins", network->spec.input,
                                              features, fmt::join(bins, " or ")));
}

Model model_from(Contents contents) {
  Model model;
  model.content_hash = contents.content_hash();
  model.has_hash = contents.has_hash();
  if (contents.any_bf16()) model.stored = WeightPrecision::kBf16;
  static_cast<TrainedNetwork&>(model) = network_from(contents, 0);
  for (std::size_t k = 1; contents.has(network_key(k)); ++k) {
    model.others.push_back(network_from(contents, k));
    if (!agree(model.others.back().spec, model.spec))
      throw std::invalid_argument(
          fmt::format("{}: its heads differ from those of 'network'", network_key(k)));
  }
  if (contents.has("beat_features")) {
    model.beat_features = beat_feature_parameters_from_json(contents.text("beat_features"));
  }
  if (contents.has("chord_features")) {
    model.chord_features = chord_feature_parameters_from_json(contents.text("chord_features"));
  }
  if (contents.has("nnls_chroma")) {
    model.nnls_chroma = nnls_chroma_parameters_from_json(contents.text("nnls_chroma"));
    require_inputs(model, "NNLS chroma has",
                   {NnlsChromaParameters::kBins, model.nnls_chroma->bins()});
  }
  if (contents.has("structure")) {
    model.structure = structure_parameters_from_json(contents.text("structure"));
    require_inputs(model, "structure features have", {StructureParameters::kBins});
  }
  if (model.beat_features || model.chord_features)
    require_inputs(model, "the first network has", {model.spec.input});
  if (feature_kinds(model) != 1) {
    throw std::invalid_argument(
        "expected one of 'beat_features', 'chord_features', 'nnls_chroma', 'structure' in the "
        "metadata");
  }
  if (contents.has("decoder")) model.decoder_json = contents.text("decoder");
  model.provenance = contents.provenance();
  contents.require_empty();
  return model;
}

TrainingState state_from(Contents contents) {
  TrainingState state;
  state.has_hash = contents.has_hash();
  const std::vector<std::size_t> shape = {contents.tensor_size("parameters")};
  state.parameters = contents.tensor("parameters", shape);
  state.best_parameters =
      contents.tensor("best_parameters", {contents.tensor_size("best_parameters")});
  if (!state.best_parameters.empty() && state.best_parameters.size() != state.parameters.size()) {
    throw std::invalid_argument("tensor 'best_parameters' differs in size from 'parameters'");
  }
  state.optimiser.first_moment = contents.tensor("first_moment", shape);
  state.optimiser.second_moment = contents.tensor("second_moment", shape);
  const std::string step = contents.text("step");
  const char* end = step.data() + step.size();
  const auto parsed = std::from_chars(step.data(), end, state.optimiser.step);
  if (parsed.ec != std::errc() || parsed.ptr != end || state.optimiser.step < 0) {
    throw std::invalid_argument(
        fmt::format("metadata 'step' is '{}', expected a number >= 0", step));
  }
  state.progress_json = contents.text("progress");
  contents.require_empty();
  return state;
}

// The networks that a header describes must have room for its tensors.
void require_model(const TensorHeader& header) {
  require_format(header, kModelFormat);
  std::size_t most = 0, found = 0;
  for (std::size_t k = 0; k == 0 || header.metadata.contains(network_key(k)); ++k) {
    const NetworkSpec spec = network_from_json(text_of(header, network_key(k)), network_key(k));
    require_plausible(spec, network_key(k));
    most += parameter_count(spec) + 2 * static_cast<std::size_t>(spec.input);
  }
  for (const auto& [name, place] : header.tensors)
    found += (place.end - place.begin) / (place.type == TensorType::kBf16 ? 2 : 4);
  if (found > most) {
    throw std::invalid_argument(
        fmt::format("tensors of {} values, expected at most {} for its networks", found, most));
  }
}

void require_state(const TensorHeader& header) {
  require_format(header, kStateFormat);
}

constexpr const char* kModelRemedy = "train the model again or use another file";
constexpr const char* kStateRemedy = "start the training again without --resume";

template <typename Parse>
auto with_name(std::string_view name, const char* remedy, const Parse& parse) {
  try {
    return parse();
  } catch (const std::invalid_argument& error) {
    throw ModelError(fmt::format("{}: {}; {}", name, error.what(), remedy));
  }
}

// Names the file in the faults that a check finds in its header.
HeaderCheck named_check(std::string_view name, const char* remedy,
                        void (*check)(const TensorHeader&)) {
  return [name = std::string(name), remedy, check](const TensorHeader& header) {
    with_name(name, remedy, [&] {
      check(header);
      return true;
    });
  };
}

std::string bytes_of(const std::map<std::string, std::string>& metadata,
                     const std::vector<TensorView>& tensors, std::string_view name) {
  return with_name(name, "nothing was written",
                   [&] { return tensor_file_bytes(metadata, tensors); });
}

void require_size(std::string_view name, const char* what, std::size_t found,
                  std::size_t expected) {
  if (found != expected) {
    throw ModelError(fmt::format("{}: {} has {} values, expected {}; nothing was written", name,
                                 what, found, expected));
  }
}

void append_tensors(std::string_view name, const TrainedNetwork& network, const std::string& prefix,
                    WeightPrecision stored, std::vector<TensorView>& tensors) {
  require_size(name, "the parameter buffer", network.parameters.size(),
               parameter_count(network.spec));
  const std::span<const float> parameters = network.parameters;
  for (const ParameterInfo& info : parameter_table(network.spec)) {
    const bool halved = stored == WeightPrecision::kBf16 && info.shape.size() > 1;
    tensors.push_back({prefix + info.name,
                       {info.shape.begin(), info.shape.end()},
                       parameters.subspan(info.offset, info.size),
                       halved ? TensorType::kBf16 : TensorType::kF32});
  }
  const std::size_t input = static_cast<std::size_t>(network.spec.input);
  for (const auto& [tensor, values] :
       {std::pair{"input.mean", &network.input_mean}, {"input.scale", &network.input_scale}}) {
    if (values->empty()) continue;
    require_size(name, tensor, values->size(), input);
    tensors.push_back({prefix + tensor, {input}, *values});
  }
}

}  // namespace

double feature_fps(const Model& model) {
  if (model.beat_features) return model.beat_features->fps;
  if (model.chord_features) return model.chord_features->fps;
  if (model.nnls_chroma) return model.nnls_chroma->fps();
  if (model.structure) return model.structure->fps();
  throw std::invalid_argument("the model does not name its features");
}

std::vector<const TrainedNetwork*> networks_of(const Model& model) {
  std::vector<const TrainedNetwork*> networks = {&model};
  for (const TrainedNetwork& other : model.others) networks.push_back(&other);
  return networks;
}

int most_inputs(const Model& model) {
  int most = model.spec.input;
  for (const TrainedNetwork& other : model.others) most = std::max(most, other.spec.input);
  return most;
}

bool agree(const NetworkSpec& a, const NetworkSpec& b) {
  const auto same = [](const HeadSpec& x, const HeadSpec& y) {
    return x.name == y.name && x.classes == y.classes && x.kind == y.kind;
  };
  return std::equal(a.heads.begin(), a.heads.end(), b.heads.begin(), b.heads.end(), same);
}

std::map<std::string, std::string> model_metadata(const Model& model) {
  std::map<std::string, std::string> metadata = {{"format", kModelFormat},
                                                 {"format_version", kVersion}};
  if (model.beat_features) metadata["beat_features"] = to_json(*model.beat_features);
  if (model.chord_features) metadata["chord_features"] = to_json(*model.chord_features);
  if (model.nnls_chroma) metadata["nnls_chroma"] = to_json(*model.nnls_chroma);
  if (model.structure) metadata["structure"] = to_json(*model.structure);
  if (!model.decoder_json.empty()) metadata["decoder"] = model.decoder_json;
  for (const auto& [key, text] : model.provenance) metadata[std::string(kProvenance) + key] = text;
  const auto networks = networks_of(model);
  for (std::size_t k = 0; k < networks.size(); ++k)
    metadata[network_key(k)] = network_to_json(networks[k]->spec);
  return metadata;
}

std::string model_bytes(const Model& model, std::string_view name) {
  if (feature_kinds(model) != 1) {
    throw ModelError(
        fmt::format("{}: a model needs the parameters of one kind of features; "
                    "nothing was written",
                    name));
  }
  std::vector<TensorView> tensors;
  const auto networks = networks_of(model);
  for (std::size_t k = 0; k < networks.size(); ++k) {
    if (!agree(networks[k]->spec, model.spec))
      throw ModelError(fmt::format(
          "{}: the networks of an ensemble need the same heads; nothing was written", name));
    append_tensors(name, *networks[k], tensor_prefix(k), model.stored, tensors);
  }
  return bytes_of(model_metadata(model), tensors, name);
}

void save_model(const Model& model, const std::filesystem::path& path) {
  write_tensor_file(path, model_bytes(model, path.string()));
}

Model parse_model(std::span<const std::byte> bytes, std::string_view name) {
  return with_name(name, kModelRemedy, [&] {
    const HeaderCheck check = named_check(name, kModelRemedy, require_model);
    return model_from(Contents(parse_tensor_file(bytes, name, check)));
  });
}

Model load_model(const std::filesystem::path& path) {
  const std::string name = path.string();
  return with_name(name, kModelRemedy, [&] {
    const HeaderCheck check = named_check(name, kModelRemedy, require_model);
    return model_from(Contents(read_tensor_file(path, check)));
  });
}

std::string training_state_bytes(const TrainingState& state, std::string_view name) {
  const std::size_t count = state.parameters.size();
  require_size(name, "first_moment", state.optimiser.first_moment.size(), count);
  require_size(name, "second_moment", state.optimiser.second_moment.size(), count);
  if (!state.best_parameters.empty()) {
    require_size(name, "best_parameters", state.best_parameters.size(), count);
  }
  const std::map<std::string, std::string> metadata = {
      {"format", kStateFormat},
      {"format_version", kVersion},
      {"step", fmt::format("{}", state.optimiser.step)},
      {"progress", state.progress_json}};
  const std::vector<TensorView> tensors = {
      {"parameters", {count}, state.parameters},
      {"best_parameters", {state.best_parameters.size()}, state.best_parameters},
      {"first_moment", {count}, state.optimiser.first_moment},
      {"second_moment", {count}, state.optimiser.second_moment}};
  return bytes_of(metadata, tensors, name);
}

TrainingState parse_training_state(std::span<const std::byte> bytes, std::string_view name) {
  return with_name(name, kStateRemedy, [&] {
    const HeaderCheck check = named_check(name, kStateRemedy, require_state);
    return state_from(Contents(parse_tensor_file(bytes, name, check)));
  });
}

TrainingState load_training_state(const std::filesystem::path& path) {
  const std::string name = path.string();
  return with_name(name, kStateRemedy, [&] {
    const HeaderCheck check = named_check(name, kStateRemedy, require_state);
    return state_from(Contents(read_tensor_file(path, check)));
  });
}

}  // namespace tactus
