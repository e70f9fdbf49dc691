// oneDNN's side of tests/bench/peers/run; the same questions and answers as peer_tactus.cpp. One
// LSTM primitive per layer, weights in the layout that the primitive prefers, reordered before the
// timing; training is forward_training and backward of every layer. oneDNN has peepholes, but not
// here.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <memory>
#include <oneapi/dnnl/dnnl.hpp>
#include <random>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

namespace {

using dnnl::memory;
using Arguments = std::unordered_map<int, memory>;

struct Case {
  std::string mode;
  memory::dim layers = 0, input = 0, hidden = 0, directions = 0, peepholes = 0, batch = 0,
              steps = 0;
};

struct Pass {
  dnnl::primitive primitive;
  Arguments arguments;
};

class Stack {
 public:
  explicit Stack(const Case& of) : case_(of) {
    for (memory::dim layer = 0; layer < case_.layers; ++layer) {
      add_layer(layer == 0 ? case_.input : case_.directions * case_.hidden);
    }
  }

  void run() {
    for (Pass& pass : forward_) pass.primitive.execute(stream_, pass.arguments);
    for (std::size_t i = backward_.size(); i-- > 0;) {
      backward_[i].primitive.execute(stream_, backward_[i].arguments);
    }
    stream_.wait();
  }

 private:
  memory make(const memory::desc& description, float scale) {
    memory result(description, engine_);
    std::minstd_rand generator(1);
    auto* bytes = static_cast<char*>(result.get_data_handle());
    if (description.data.data_type == dnnl_f32) {
      auto* values = reinterpret_cast<float*>(bytes);
      for (std::size_t i = 0; i < description.get_size() / 4; ++i) {
        values[i] = scale * (2.0f * static_cast<float>(generator()) / generator.max() - 1.0f);
      }
    } else {
      std::fill_n(bytes, description.get_size(), 0);
    }
    return result;
  }

  void add_layer(memory::dim input) {
    const auto D = case_.directions, H = case_.hidden, T = case_.steps, B = case_.batch;
    const bool bf16 = case_.mode == "bf16", training = case_.mode == "training";
    const auto type = bf16 ? memory::data_type::bf16 : memory::data_type::f32;
    using tag = memory::format_tag;
    const memory::desc x({T, B, input}, type, tag::tnc), y({T, B, D * H}, type, tag::tnc);
    const memory::desc w({1, D, input, 4, H}, type, tag::any), r({1, D, H, 4, H}, type, tag::any);
    const memory::desc b({1, D, 4, H}, memory::data_type::f32, tag::ldgo), none;
    const auto direction = D == 2 ? dnnl::rnn_direction::bidirectional_concat
                                  : dnnl::rnn_direction::unidirectional_left2right;
    const dnnl::lstm_forward::desc forward(
        training ? dnnl::prop_kind::forward_training : dnnl::prop_kind::forward_inference,
        direction, x, none, none, w, r, b, y, none, none);
    const dnnl::lstm_forward::primitive_desc primitive(forward, engine_);
    const float range = 1.0f / std::sqrt(static_cast<float>(H));
    Arguments arguments = {{DNNL_ARG_SRC_LAYER, outputs_.empty() ? make(x, 1.0f) : outputs_.back()},
                           {DNNL_ARG_WEIGHTS_LAYER, make(primitive.weights_layer_desc(), range)},
                           {DNNL_ARG_WEIGHTS_ITER, make(primitive.weights_iter_desc(), range)},
                           {DNNL_ARG_BIAS, make(b, range)},
                           {DNNL_ARG_DST_LAYER, make(y, 0.01f)}};
    if (training) {
      arguments.insert({DNNL_ARG_WORKSPACE, memory(primitive.workspace_desc(), engine_)});
    }
    outputs_.push_back(arguments.at(DNNL_ARG_DST_LAYER));
    forward_.push_back({dnnl::lstm_forward(primitive), arguments});
    if (!training) return;

    const dnnl::lstm_backward::desc backward(dnnl::prop_kind::backward, direction, x, none, none, w,
                                             r, b, y, none, none, x, none, none, w, r, b, y, none,
                                             none);
    const dnnl::lstm_backward::primitive_desc back(backward, engine_, primitive);
    arguments.at(DNNL_ARG_WEIGHTS_LAYER) = make(back.weights_layer_desc(), range);
    arguments.at(DNNL_ARG_WEIGHTS_ITER) = make(back.weights_iter_desc(), range);
    arguments.insert({DNNL_ARG_DIFF_SRC_LAYER, make(x, 0.0f)});
    arguments.insert({DNNL_ARG_DIFF_WEIGHTS_LAYER, make(back.diff_weights_layer_desc(), 0.0f)});
    arguments.insert({DNNL_ARG_DIFF_WEIGHTS_ITER, make(back.diff_weights_iter_desc(), 0.0f)});
    arguments.insert({DNNL_ARG_DIFF_BIAS, make(b, 0.0f)});
    arguments.insert({DNNL_ARG_DIFF_DST_LAYER, make(y, 0.01f)});
    backward_.push_back({dnnl::lstm_backward(back), arguments});
  }

  Case case_;
  dnnl::engine engine_{dnnl::engine::kind::cpu, 0};
  dnnl::stream stream_{engine_};
  std::vector<Pass> forward_, backward_;
  std::vector<memory> outputs_;
};

}  // namespace

int main() {
  std::unique_ptr<Stack> stack;
  std::string description;
  int passes = 1;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    Case of;
    int threads = 1;
    words >> of.mode >> of.layers >> of.input >> of.hidden >> of.directions >> of.peepholes >>
        of.batch >> of.steps >> threads >> passes;
    try {
      if (line != description) {
        stack = std::make_unique<Stack>(of);
        for (int pass = 0; pass < passes; ++pass) stack->run();
      }
      description = line;
      const auto begin = std::chrono::steady_clock::now();
      for (int pass = 0; pass < passes; ++pass) stack->run();
      std::cout << std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count()
                << std::endl;
    } catch (const dnnl::error& error) {
      std::cerr << "oneDNN: " << line << ": " << error.what() << '\n';
      std::cout << "absent" << std::endl;
    }
  }
  return 0;
}
