#include "app/workshop/bench/prediction.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "gpu/runtime/device_throughput.h"

namespace tactus {
namespace {

using gpu::DeviceProperties;
using gpu::Precision;
using gpu::ResidentKernel;

// Start of a kernel, microseconds: 4 to 6 for the calls of the driver (RTX 5070 Ti,
// susun-blog.com/blog/pegainfer-3-cuda-graph); 3 to 10 as gpu/README.md has it.
constexpr PredictedRange kStartUs = {3.0, 5.0, 10.0};

// Share of the data sheet's rate that products reach: cuBLAS on an RTX PRO 6000, fp16 with sums in
// fp32, makes 141, 215 and 239 TFLOP/s of matrices of 1024, 2048 and 4096
// (github.com/waynehacking8/blackwell-tensorcore-kernels, results/bench.csv): 0.59 and 0.90 of the
// last. Training of large models on an A100 reaches 150 to 200 of 312 (stas00, Machine Learning
// Engineering). The first is the fast end.
constexpr PredictedRange kProductShare = {0.9, 0.6, 0.4};

// A card under load: an H100 fell from 1,755 to 1,395 MHz (Chips and Cheese 2023).
constexpr double kSlowClock = 0.8;

// Cycles by which the wait for other blocks may differ from the model's constant. Cluster: 400 to
// 600. Tagged words: 600 (two ways through an L2 of 258 to 414 cycles) to 1,200 (gpu/RESULTS.md).
double latency_spread(const gpu::ResidentPlan& plan) {
  const double cluster = plan.cluster() > 1 ? 100.0 : 0.0;
  return plan.exchange == gpu::Exchange::kWords ? 300.0 + cluster : cluster;
}
// The two starts of a graph's step: 1.3 to 1.5 us each, beside 3 us in the model.
constexpr double kGraphSpreadUs = 0.4;

// Kernels of one direction of one step of rung 0 (gpu/lstm/ladder/ladder_rungs.h, which a test
// checks), beside products.
constexpr int kNaiveForward = 18, kNaiveBackward = 16, kNaivePeepholes = 6;
constexpr int kGates = 4;

// Kernels of rung 8 beside products, for a layer and a direction: weights are packed. Backward,
// gradients are set to zero twice, sums of the gates added, and the gradients unpacked.
constexpr int kForwardKernels = 1, kBackwardKernels = 4;

PredictedRange operator+(const PredictedRange& a, const PredictedRange& b) {
  return {a.low + b.low, a.expected + b.expected, a.high + b.high};
}
PredictedRange operator*(double factor, const PredictedRange& a) {
  return {factor * a.low, factor * a.expected, factor * a.high};
}

DeviceProperties under_load(DeviceProperties card) {
  card.clock_khz = static_cast<int>(card.clock_khz * kSlowClock);
  return card;
}

// Microseconds of a product [rows, inner] x [inner, columns] beyond the start of its kernel.
PredictedRange product_us(const DeviceProperties& card, Precision precision, double rows,
                          double columns, double inner) {
  const double best = 2e6 * rows * columns * inner / gpu::theoretical_flops(card, precision);
  const auto beyond = [](double us, double start) { return std::max(0.0, us - start); };
  return {beyond(best / kProductShare.low, kStartUs.low),
          beyond(best / kProductShare.expected, kStartUs.expected),
          beyond(best / kProductShare.high / kSlowClock, kStartUs.high)};
}

LstmShape layer_shape(const RecurrentCase& workload, int layer) {
  const int input = layer == 0 ? workload.input : workload.directions * workload.hidden;
  return {workload.steps, workload.batch, input, workload.hidden, workload.directions};
}

PredictedStep graph_step(const DeviceProperties& card, Precision precision, ResidentKernel kernel,
                         const LstmShape& shape) {
  const auto us = [&](const DeviceProperties& of) {
    return gpu::estimate_graph_step_us(of, gpu::card_rates(card), precision, kernel, shape);
  };
  return {
      {us(card) - kGraphSpreadUs, us(card), us(under_load(card)) + kGraphSpreadUs}, {}, "graph"};
}

// Adds up the parts of a prediction, in microseconds.
class Parts {
 public:
  // `graph`: rung 7 even where rung 8 is faster.
  Parts(const DeviceProperties& card, Precision precision, bool graph = false)
      : card_(card), precision_(precision), graph_(graph) {}

  void add_products(double count, double rows, double columns, double inner) {
    sum_.products = sum_.products + count * product_us(card_, precision_, rows, columns, inner);
    add_starts(count);
  }
  void add_starts(double count) { sum_.starts = sum_.starts + count * kStartUs; }
  // All layers: a step depends on their shape only, which is the same.
  void add_recurrence(ResidentKernel kernel, const RecurrentCase& workload) {
    const LstmShape shape = layer_shape(workload, 0);
    const PredictedStep step = graph_ ? graph_step(card_, precision_, kernel, shape)
                                      : predict_step(card_, precision_, kernel, shape);
    const double steps = static_cast<double>(workload.layers) * workload.steps;
    sum_.recurrence = sum_.recurrence + steps * step.us;
    sum_.resident = sum_.resident && step.bound.has_value();
    if (step.us.expected <= longest_) return;
    longest_ = step.us.expected;
    sum_.step_bound = step.bound;
  }
  // No part below what the products need at the highest rate.
  Prediction milliseconds(double least_ms) const {
    Prediction made = sum_;
    for (PredictedRange* part : {&made.recurrence, &made.products, &made.starts})
      *part = 1e-3 * *part;
    made.recurrence.low += std::max(0.0, least_ms - made.total().low);
    return made;
  }

 private:
  const DeviceProperties& card_;
  Precision precision_;
  bool graph_;
  Prediction sum_;
  double longest_ = -1.0;
};

constexpr const char* kColumns[] = {"predicted_card",         "predicted_ms",
                                    "predicted_low_ms",       "predicted_high_ms",
                                    "predicted_bound",        "predicted_naive_ms",
                                    "predicted_naive_low_ms", "predicted_naive_high_ms",
                                    "measured_by_predicted"};

}  // namespace

PredictedStep predict_step(const DeviceProperties& card, Precision precision, ResidentKernel kernel,
                           const LstmShape& shape) {
  const auto resident =
      gpu::estimate_resident(*gpu::predicted_card(card), precision, kernel, shape);
  const double graph =
      gpu::estimate_graph_step_us(card, gpu::card_rates(card), precision, kernel, shape);
  if (!resident || resident->step_us > graph) return graph_step(card, precision, kernel, shape);
  const double step = resident->step_us;
  const double spread =
      resident->waves * latency_spread(resident->choice.plan) / (card.clock_khz / 1e3);
  const bool waits = resident->bound == gpu::StepBound::kLatency;
  return {{waits ? step - spread : step, step, (step + spread) / kSlowClock},
          resident->bound,
          gpu::describe(resident->choice, shape.directions)};
}

std::string bound_of(const std::optional<gpu::StepBound>& bound) {
  return bound ? gpu::describe(*bound) : "two kernels of a graph";
}

std::string three_digits(double value) {
  if (value < 0.0005) return "0";
  const int decimals = value >= 99.95 ? 0 : value >= 9.995 ? 1 : value >= 0.0995 ? 2 : 3;
  return fmt::format("{:.{}f}", value, decimals);
}

std::string text_of(const PredictedRange& range) {
  return fmt::format("{} ({} to {})", three_digits(range.expected), three_digits(range.low),
                     three_digits(range.high));
}

PredictedRange Prediction::total() const {
  return recurrence + products + starts;
}

std::string Prediction::bound() const {
  const double longest = std::max({recurrence.expected, products.expected, starts.expected});
  if (longest == starts.expected) return "kernel launches";
  if (longest == products.expected) return "matrix products of all frames";
  return bound_of(step_bound);
}

namespace {

Prediction predict(const DeviceProperties& card, Precision precision, const RecurrentCase& workload,
                   bool graph) {
  Parts parts(card, precision, graph);
  const double D = workload.directions, H = workload.hidden;
  const double frames = static_cast<double>(workload.steps) * workload.batch;
  const bool copies = precision == Precision::kBf16;  // x, y and gates are copied to bf16
  parts.add_recurrence(ResidentKernel::kForward, workload);
  if (workload.training) parts.add_recurrence(ResidentKernel::kBackward, workload);
  for (int layer = 0; layer < workload.layers; ++layer) {
    const double C = layer_shape(workload, layer).input;
    parts.add_products(D, frames, kGates * H, C);
    parts.add_starts(1 + D * (kForwardKernels + copies));
    if (!workload.training) continue;
    parts.add_products(D, kGates * H, C, frames);
    parts.add_products(D, kGates * H, H, frames);
    parts.add_starts(1 + D * (kBackwardKernels + 3 * copies));
    if (layer == 0) continue;
    parts.add_products(D, frames, C, kGates * H);
    parts.add_starts(D);
  }
  return parts.milliseconds(least_milliseconds(card, precision, workload));
}

}  // namespace

Prediction predict(const DeviceProperties& card, Precision precision,
                   const RecurrentCase& workload) {
  return predict(card, precision, workload, false);
}

Prediction predict_graph(const DeviceProperties& card, Precision precision,
                         const RecurrentCase& workload) {
  return predict(card, precision, workload, true);
}

Prediction predict_naive(const DeviceProperties& card, Precision precision,
                         const RecurrentCase& workload) {
  Parts parts(card, precision);
  const double B = workload.batch, H = workload.hidden;
  const double steps = static_cast<double>(workload.steps) * workload.directions;
  const int peepholes = workload.peepholes ? kNaivePeepholes : 0;
  for (int layer = 0; layer < workload.layers; ++layer) {
    const double C = layer_shape(workload, layer).input;
    parts.add_products(kGates * steps, B, H, C);
    parts.add_products(kGates * steps, B, H, H);
    parts.add_starts(steps * (kNaiveForward + peepholes));
    if (!workload.training) continue;
    parts.add_products(kGates * steps, B, H, H);
    parts.add_products(kGates * steps, H, C, B);
    parts.add_products(kGates * steps, H, H, B);
    parts.add_starts(steps * (kNaiveBackward + peepholes));
    if (layer > 0) parts.add_products(kGates * steps, B, C, H);
  }
  return parts.milliseconds(least_milliseconds(card, precision, workload));
}

double least_milliseconds(const DeviceProperties& card, Precision precision,
                          const RecurrentCase& workload) {
  return 1e3 * recurrent_flops(workload) / gpu::theoretical_flops(card, precision);
}

std::vector<std::string> known_card_names() {
  std::vector<std::string> names;
  for (const gpu::KnownCard& card : gpu::known_cards()) names.emplace_back(card.name);
  return names;
}

const gpu::KnownCard& card_named(const std::string& name) {
  const auto cards = gpu::known_cards();
  const auto found = std::ranges::find(cards, name, &gpu::KnownCard::name);
  if (found == cards.end()) {
    throw ArgumentError(
        fmt::format("no card {}: expected {}", name, fmt::join(known_card_names(), ", ")));
  }
  return *found;
}

std::optional<RowPrediction> predict_row(const std::string& name, const DeviceProperties& card,
                                         const BenchmarkCase& benchmark) {
  const bool integers = benchmark.precision.starts_with("int");  // a card has none
  if (!benchmark.model.empty() || integers) return {};
  const Precision precision = precision_of(benchmark);
  RowPrediction made{name, predict(card, precision, benchmark.workload),
                     predict_naive(card, precision, benchmark.workload)};
  if (benchmark.device == "cpu" || benchmark.rung == "auto") return made;
  if (benchmark.rung == name_of(gpu::Rung::kPerGate)) {
    made.fastest = made.naive;
    return made;
  }
  const bool same = benchmark.rung == name_of(gpu::Rung::kResident) && made.fastest.resident;
  return same ? std::optional(made) : std::nullopt;
}

std::string describe(const RowPrediction& prediction) {
  const Prediction& fastest = prediction.fastest;
  return fmt::format(
      "{}, {}: {} ms: recurrence {}, products {}, kernel launches {}; bound by {}; naive program "
      "{} ms",
      prediction.card, kPredicted, text_of(fastest.total()),
      three_digits(fastest.recurrence.expected), three_digits(fastest.products.expected),
      three_digits(fastest.starts.expected), fastest.bound(), text_of(prediction.naive.total()));
}

nlohmann::ordered_json predicted_json(const std::optional<RowPrediction>& prediction,
                                      const BenchmarkResult& result) {
  nlohmann::ordered_json row;
  for (const char* column : kColumns) row[column] = nullptr;
  if (!prediction) return row;
  const auto rounded = [](double value) { return std::round(value * 1e4) / 1e4; };
  const PredictedRange fastest = prediction->fastest.total(), naive = prediction->naive.total();
  row["predicted_card"] = prediction->card;
  row["predicted_ms"] = rounded(fastest.expected);
  row["predicted_low_ms"] = rounded(fastest.low);
  row["predicted_high_ms"] = rounded(fastest.high);
  row["predicted_bound"] = prediction->fastest.bound();
  row["predicted_naive_ms"] = rounded(naive.expected);
  row["predicted_naive_low_ms"] = rounded(naive.low);
  row["predicted_naive_high_ms"] = rounded(naive.high);
  if (result.of.device != "cpu")
    row["measured_by_predicted"] = rounded(result.milliseconds / fastest.expected);
  return row;
}

}  // namespace tactus
