// A stack of LSTM layers on random data, for benchmarks of any backend.
#pragma once

#include <cstdint>
#include <vector>

#include "model/backend/backend.h"

namespace tactus {

struct RecurrentCase {
  bool training = false;  // forward and backward pass with all parameter gradients
  int layers = 3;
  int input = 256;
  int hidden = 128;
  int directions = 2;
  int batch = 1;
  int steps = 1000;
  bool peepholes = false;
  bool bf16_weights = false;  // rounded to bf16, as in a packed model
};

// Multiplications and additions of the matrix products of one run; the point-wise part is not
// counted. The gradient of the stack's input is not computed.
double recurrent_flops(const RecurrentCase& workload);

using WorkloadResults = std::vector<std::vector<float>>;
// The largest difference of a value, relative to the root mean square of those `expected` beside
// it. NaN is infinitely far, and so are results of other sizes.
double largest_difference(const WorkloadResults& found, const WorkloadResults& expected);

class RecurrentWorkload {
 public:
  // The backend must outlive this object.
  RecurrentWorkload(Backend& backend, const RecurrentCase& workload);

  // One pass; returns when its results are ready.
  void run();
  // One pass, without waiting for its results.
  void queue();
  // Of the passes so far: outputs of the last layer; in training also gradients of each layer's
  // parameters.
  WorkloadResults results() const;

 private:
  struct Layer {
    LstmShape shape;
    DeviceArray<float> parameters, gradients, y, dy, tape;
    std::array<LstmDirection<const float>, 2> weights;
    PreparedWeights prepared;
    LstmGradients weight_gradients;
  };
  void add_layer(int input);
  LstmWeights weights_of(Layer& layer) const;
  void forward();
  void backward();

  Backend& backend_;
  RecurrentCase case_;
  std::vector<std::int32_t> host_lengths_;
  DeviceArray<std::int32_t> lengths_;
  DeviceArray<float> x_;
  std::vector<Layer> layers_;
};

}  // namespace tactus
