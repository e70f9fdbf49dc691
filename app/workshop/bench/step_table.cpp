#include "app/workshop/bench/step_table.h"

#include <fmt/format.h>

#include <iterator>

#include "app/engine/models/device.h"
#include "app/workshop/bench/prediction.h"
#include "gpu/runtime/device_throughput.h"

namespace tactus {
namespace {

using gpu::Precision;
using gpu::ResidentKernel;

constexpr Precision kPrecisions[] = {Precision::kFp32, Precision::kTf32, Precision::kBf16};
constexpr int kDirections = 2;

// One layer one way, H = input = 768, 16 sequences of 1024 steps, on an H100: microseconds a step,
// with the products of the inputs (Pöppel, Beck & Hochreiter 2024, FlashRNN, arXiv 2412.07752).
struct Published {
  const char* program;
  double forward, both;  // both: forward and backward
};
constexpr Published kPublished[] = {{"cuDNN, persistent kernel, fp16", 1.96, 5.07},
                                    {"FlashRNN", 4.76, 13.3},
                                    {"Haste, fp32", 18.0, 42.8}};
constexpr RecurrentCase kPublishedSize = {
    .layers = 1, .input = 768, .hidden = 768, .directions = 1, .batch = 16, .steps = 1024};
constexpr RecurrentCase kForum = {.layers = 1,
                                  .input = 700,
                                  .hidden = 500,
                                  .directions = 1,
                                  .batch = 1,
                                  .steps = 80,
                                  .peepholes = true};

void add_step(std::string& text, const gpu::DeviceProperties& card, Precision precision,
              ResidentKernel kernel, int H, int B) {
  const LstmShape shape{1000, B, 256, H, kDirections};
  const PredictedStep step = predict_step(card, precision, kernel, shape);
  const double best_us =
      1e6 * 2.0 * 4 * H * H * B * kDirections / gpu::theoretical_flops(card, precision);
  fmt::format_to(std::back_inserter(text),
                 "{:<9}  {:<8}  {:>6}  {:>5}  {:>7.0f}  {:>22}  {:>6.1f} %  {:<43}  {}\n",
                 name_of(precision), kernel == ResidentKernel::kForward ? "forward" : "backward", H,
                 B, step.us.expected * card.clock_khz / 1e3, text_of(step.us),
                 100 * best_us / step.us.expected, bound_of(step.bound), step.way);
}

void add_published(std::string& text, const gpu::DeviceProperties& card) {
  RecurrentCase training = kPublishedSize;
  training.training = true;
  const double steps = kPublishedSize.steps;
  const auto of_step = [&](const RecurrentCase& workload, Precision precision) {
    return 1e3 * predict(card, precision, workload).total().expected / steps;
  };
  text +=
      "\nOne layer, one direction, H = input = 768, B 16, T 1024: microseconds per step with the\n"
      "products of the inputs, forward / forward and backward\n";
  for (const Precision precision : {Precision::kBf16, Precision::kFp32}) {
    fmt::format_to(std::back_inserter(text), "  {:<42}  {:>5.2f} / {:>5.2f}   {} {}\n",
                   fmt::format("Tactus, {}", name_of(precision)),
                   of_step(kPublishedSize, precision), of_step(training, precision), card.name,
                   kPredicted);
  }
  for (const Published& other : kPublished) {
    fmt::format_to(std::back_inserter(text),
                   "  {:<42}  {:>5.2f} / {:>5.2f}   NVIDIA H100, published (arXiv 2412.07752)\n",
                   other.program, other.forward, other.both);
  }
}

void add_forum(std::string& text, const gpu::DeviceProperties& card) {
  const auto line = [&](const char* program, const Prediction& prediction) {
    fmt::format_to(std::back_inserter(text), "  {:<42}  {} ms, bound by {}\n", program,
                   text_of(prediction.total()), prediction.bound());
  };
  fmt::format_to(std::back_inserter(text),
                 "\nThe forum's LSTM: 700 inputs, 500 units, 80 steps, batch 1, fp32, forward; {} "
                 "{}\n",
                 card.name, kPredicted);
  line("a product per gate, a kernel per operation", predict_naive(card, Precision::kFp32, kForum));
  line("weights on the chip", predict(card, Precision::kFp32, kForum));
}

}  // namespace

std::string step_table(const gpu::KnownCard& known, const StepTableSizes& sizes) {
  const gpu::DeviceProperties& card = known.properties;
  std::string text = fmt::format(
      "{}, {}: a step of one layer, both directions at once, at {:.0f} MHz.\n"
      "In brackets: published latencies and the clock at the ends of their ranges.\n\n"
      "{:<9}  {:<8}  {:>6}  {:>5}  {:>7}  {:>22}  {:>8}  {:<43}  {}\n",
      card.name, kPredicted, card.clock_khz / 1e3, "precision", "pass", "hidden", "batch", "cycles",
      "microseconds", "of peak", "bound by", "division");
  for (const Precision precision : kPrecisions) {
    for (const ResidentKernel kernel : {ResidentKernel::kForward, ResidentKernel::kBackward}) {
      for (const int H : sizes.hidden) {
        for (const int B : sizes.batch) add_step(text, card, precision, kernel, H, B);
      }
    }
  }
  add_published(text, card);
  add_forum(text, card);
  return text;
}

}  // namespace tactus
