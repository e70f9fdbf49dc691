// network_states MODEL FEATURES.npy OUT.npy: the hidden states of a model's first network, summed
// up per layer as in Huang et al. (2019): for each frame the sum of the positive and the sum of the
// negative units, [frames, 2 * layers]. FEATURES.npy comes from `tactus features --model MODEL`.
#include <fmt/core.h>

#include <algorithm>
#include <exception>

#include "features/files/npy_file.h"
#include "model/backend/cpu/cpu_backend.h"
#include "model/files/model_file.h"
#include "model/network/network.h"
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

}  // namespace
}  // namespace tactus

int main(int argc, char** argv) {
  using namespace tactus;
  if (argc != 4) {
    fmt::print(stderr, "network_states MODEL FEATURES.npy OUT.npy\n");
    return 2;
  }
  try {
    const Model model = load_model(argv[1]);
    FrameMatrix frames = read_npy(argv[2], feature_fps(model));
    standardise(frames.data, {model.input_mean, model.input_scale});
    write_npy(states(model, frames), argv[3]);
  } catch (const std::exception& error) {
    fmt::print(stderr, "network_states: {}\n", error.what());
    return 1;
  }
}
