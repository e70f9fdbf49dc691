// The network as data. A stack of (bi)directional LSTM layers (the trunk) with dense heads on top.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace tactus {

struct LayerSpec {
  int hidden = 0;             // H, units per direction
  bool bidirectional = true;  // output width is 2H, forward half first
  bool peepholes = false;     // diagonal: i and f read c(t-1), o reads c(t)
  double dropout = 0.0;       // on this layer's input, training only
  bool operator==(const LayerSpec&) const = default;
};

// How the K logits of a head become probabilities: each separately (sigmoid) or as one distribution
// (softmax).
enum class HeadKind { kSigmoid, kSoftmax };

struct HeadSpec {
  std::string name;  // unique: "beat", "downbeat", "root", "bass", "quality", "pitches", "chord"
  int classes = 0;   // K
  HeadKind kind = HeadKind::kSigmoid;
  double loss_weight = 1.0;
  bool operator==(const HeadSpec&) const = default;
};

struct NetworkSpec {
  int input = 0;  // C, features per frame
  std::vector<LayerSpec> layers;
  std::vector<HeadSpec> heads;
  double head_dropout = 0.0;  // on the trunk's output, training only
  bool operator==(const NetworkSpec&) const = default;
};

// One named tensor inside the contiguous parameter buffer.
struct ParameterInfo {
  std::string name;        // "layers.0.forward.weight_input", "heads.beat.bias", ...
  std::vector<int> shape;  // row-major
  std::size_t offset = 0;  // first element, in scalars
  std::size_t size = 0;    // product of shape
};

// The single source of names, shapes and offsets for initialisation, files, optimiser and all
// backends. Throws std::invalid_argument for a spec with a non-positive size, no head, or duplicate
// head names.
//
// Per layer and direction ("forward", "backward"), gates in the order i, f, g, o (as PyTorch):
//   weight_input [4H, C], weight_recurrent [4H, H], bias [4H], with peepholes also
//   peephole [3H] (i, f, o).
// Per head: weight [K, D], bias [K], D = width of the trunk's output.
std::vector<ParameterInfo> parameter_table(const NetworkSpec& spec);
std::size_t parameter_count(const NetworkSpec& spec);
// Width of one layer's output: H or 2H.
int layer_width(const LayerSpec& layer);
// Width of the trunk's output: H or 2H of the last layer (C if there is no layer).
int trunk_width(const NetworkSpec& spec);

}  // namespace tactus
