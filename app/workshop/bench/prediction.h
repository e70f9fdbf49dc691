// Predicts the time of a stack of LSTM layers on a card that is not here: data sheets
// (gpu/prediction/predicted_card.h), the model of a step (gpu/prediction/step_model.h), the rate of
// products and the starts of kernels. Nothing here was measured, and every text says so:
// data sheets and published rates, also for a card that is here.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/workshop/bench/recurrent_benchmark.h"
#include "gpu/prediction/predicted_card.h"

namespace tactus {

inline constexpr const char* kPredicted = "predicted, not measured";

// Low and high: the constants at the ends of the ranges that their sources give.
struct PredictedRange {
  double low = 0.0, expected = 0.0, high = 0.0;
};
std::string three_digits(double value);  // "2.31", "231"; more before the point than three stay
// "2.31 (1.98 to 3.30)"
std::string text_of(const PredictedRange& range);

// A step of a layer, all directions and sequences: the faster of rungs 7 and 8, as
// gpu/lstm_chooser.h chooses.
struct PredictedStep {
  PredictedRange us;
  std::optional<gpu::StepBound> bound;  // empty: the graph (rung 7)
  std::string way;                      // "2 clusters of 16 x 16 units, ...", or "graph"
};
PredictedStep predict_step(const gpu::DeviceProperties& card, gpu::Precision precision,
                           gpu::ResidentKernel kernel, const LstmShape& shape);
// What the step waits for.
std::string bound_of(const std::optional<gpu::StepBound>& bound);

struct Prediction {           // milliseconds
  PredictedRange recurrence;  // steps, one after another
  PredictedRange products;    // over all frames, beyond the starts of their kernels
  PredictedRange starts;      // of kernels
  // What the step of the longest recurrence waits for. Empty: that layer takes the graph (rung 7).
  std::optional<gpu::StepBound> step_bound;
  bool resident = true;  // all layers keep their weights on the chip (rung 8)

  PredictedRange total() const;
  // The largest part; of the recurrence, what its step waits for.
  std::string bound() const;
};

// The bytes of products in device memory, and the overlap of products and recurrence, are not
// counted.
Prediction predict(const gpu::DeviceProperties& card, gpu::Precision precision,
                   const RecurrentCase& workload);
// The same with the graph of rung 7 in any case.
Prediction predict_graph(const gpu::DeviceProperties& card, gpu::Precision precision,
                         const RecurrentCase& workload);
// The program of rung 0, as people write it first: for each step a product for each gate, and a
// kernel for each operation.
Prediction predict_naive(const gpu::DeviceProperties& card, gpu::Precision precision,
                         const RecurrentCase& workload);
// No program can be faster: the products at the highest rate of the data sheet.
double least_milliseconds(const gpu::DeviceProperties& card, gpu::Precision precision,
                          const RecurrentCase& workload);

// "h200", ...
std::vector<std::string> known_card_names();
// Throws ArgumentError.
const gpu::KnownCard& card_named(const std::string& name);

// What stands beside a measured row.
struct RowPrediction {
  std::string card;  // as the row names it
  Prediction fastest, naive;
};
// Empty for models, and for rungs of a card that have no prediction.
std::optional<RowPrediction> predict_row(const std::string& name, const gpu::DeviceProperties& card,
                                         const BenchmarkCase& benchmark);
// "h200, predicted, not measured: 2.31 ms (1.98 to 3.30): recurrence 2.1 (the wait for the other
// blocks), products 0.11, starts of kernels 0.10; naive program 420 (250 to 840)"
std::string describe(const RowPrediction& prediction);

// Fields that follow those of the measured row; each name says "predicted". Without a prediction
// all are null. A row measured on a card also gets the ratio measured / predicted.
nlohmann::ordered_json predicted_json(const std::optional<RowPrediction>& prediction,
                                      const BenchmarkResult& result);

}  // namespace tactus
