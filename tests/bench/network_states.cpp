// network_states MODEL FEATURES.npy OUT.npy: the hidden states of a model's first network, summed
// up per layer as in Huang et al. (2019): for each frame the sum of the positive and the sum of the
// negative units, [frames, 2 * layers]. FEATURES.npy comes from `tactus features --model MODEL`.
// network_states --logits MODEL FEATURES.npy OUT.npy: the logits of all heads side by side, as the
// mean of all networks; what an ONNX file must give.
#include <fmt/core.h>

#include <algorithm>
#include <exception>
#include <string_view>
#include <utility>
#include <vector>

#include "features/files/npy_file.h"
#include "features/frames/frame_matrix.h"
#include "model/backend/cpu/cpu_backend.h"
#include "model/files/model_file.h"
#include "model/network/network.h"
#include "model/network/network_spec.h"
#include "model/network/standardisation.h"

namespace tactus {
namespace {

// The network up to a layer, whose output a head of ones on the diagonal hands out.
Network lower_part(const TrainedNetwork& whole, std::size_t layers) {
  NetworkSpec spec = whole.spec;
  spec.layers.resize(layers);
  const int width = trunk_width(spec);
  spec.heads = {{.name = "states", .classes = width}};
  std::vector<float> parameters(parameter_count(spec));
  for (const ParameterInfo& info : parameter_table(spec)) {
    float* values = parameters.data() + info.offset;
    if (info.name == "heads.states.weight") {
      for (int i = 0; i < width; ++i) values[i * width + i] = 1.0f;
    } else if (info.name != "heads.states.bias") {  // layers have the same place in both
      std::copy_n(whole.parameters.data() + info.offset, info.size, values);
    }
  }
  Network network(spec, make_cpu_backend(1));
  network.set_parameters(parameters);
  return network;
}

FrameMatrix states(const TrainedNetwork& network, const FrameMatrix& frames) {
  const std::size_t layers = network.spec.layers.size();
  FrameMatrix sums;
  sums.frames = frames.frames;
  sums.bins = 2 * layers;
  sums.fps = frames.fps;
  sums.data.resize(sums.frames * sums.bins);
  for (std::size_t layer = 0; layer < layers; ++layer) {
    const FrameMatrix hidden = lower_part(network, layer + 1).infer(frames).front();
    for (std::size_t t = 0; t < hidden.frames; ++t) {
      for (std::size_t unit = 0; unit < hidden.bins; ++unit) {
        const float h = hidden.data[t * hidden.bins + unit];
        sums.data[t * sums.bins + 2 * layer + (h < 0 ? 1 : 0)] += h;
      }
    }
  }
  return sums;
}

// [frames, K of all heads]
FrameMatrix logits(const Model& model, const FrameMatrix& features) {
  std::vector<FrameMatrix> passes;
  for (const TrainedNetwork* trained : networks_of(model)) {
    Network network(trained->spec, make_cpu_backend(1));
    network.set_parameters(trained->parameters);
    FrameMatrix frames = first_bins(features, static_cast<std::size_t>(trained->spec.input));
    standardise(frames.data, {trained->input_mean, trained->input_scale});
    FrameMatrix all(frames.frames, 0, frames.fps);
    const std::vector<FrameMatrix> heads = network.infer(frames);
    for (const FrameMatrix& head : heads) all.bins += head.bins;
    for (std::size_t t = 0; t < frames.frames; ++t)
      for (const FrameMatrix& head : heads)
        all.data.insert(all.data.end(), head.row(t).begin(), head.row(t).end());
    passes.push_back(std::move(all));
  }
  return mean_of(std::move(passes));
}

FrameMatrix hidden_states(const Model& model, FrameMatrix features) {
  features = first_bins(features, static_cast<std::size_t>(model.spec.input));
  standardise(features.data, {model.input_mean, model.input_scale});
  return states(model, features);
}

}  // namespace
}  // namespace tactus

int main(int argc, char** argv) {
  using namespace tactus;
  const bool wants_logits = argc == 5 && std::string_view(argv[1]) == "--logits";
  if (argc != 4 && !wants_logits) {
    fmt::print(stderr, "network_states [--logits] MODEL FEATURES.npy OUT.npy\n");
    return 2;
  }
  try {
    const char* const* names = argv + argc - 3;
    const Model model = load_model(names[0]);
    const FrameMatrix features = read_npy(names[1], feature_fps(model));
    write_npy(wants_logits ? logits(model, features) : hidden_states(model, features), names[2]);
  } catch (const std::exception& error) {
    fmt::print(stderr, "network_states: {}\n", error.what());
    return 1;
  }
}
