#include "gpu/rates/measured_rates.h"

#include <fmt/core.h>

#include <cmath>

namespace tactus::gpu {
namespace {

constexpr double kLargestFactor = 20.0;

constexpr RateKind kKinds[] = {
    {"matrix_latency_tf32", "cycles", "an mma of TF32 that needs the sums of the one before",
     &CardRates::matrix_latency, false},
    {"matrix_latency_bf16", "cycles", "the same in bf16", &CardRates::matrix_latency, false},
    {"matrix_latency", "cycles", "the slower of both", &CardRates::matrix_latency, true},
    {"shared_bytes", "bytes/cycle", "shared memory of a multiprocessor, read",
     &CardRates::shared_bytes, true},
    {"sync", "cycles", "a barrier of a block of 256 threads", &CardRates::sync, true},
    {"cluster_latency_2", "cycles", "a store to the next block of a cluster of 2, and its barrier",
     &CardRates::cluster_latency, false},
    {"cluster_latency_8", "cycles", "the same in a cluster of 8", &CardRates::cluster_latency,
     false},
    {"cluster_latency_16", "cycles", "the same in a cluster of 16", &CardRates::cluster_latency,
     false},
    {"cluster_latency", "cycles", "that of the largest cluster", &CardRates::cluster_latency, true},
    {"cluster_bytes", "bytes/cycle", "what a block receives while all blocks of a cluster send",
     &CardRates::cluster_bytes, true},
    {"words_latency", "cycles", "tagged words to another block through the L2",
     &CardRates::words_latency, true},
    {"words_bytes", "bytes/cycle", "L2, read by one block", &CardRates::words_bytes, true},
    {"l2_bytes", "bytes/cycle", "L2, read by the whole card", &CardRates::l2_bytes, true},
    {"words_contention", "times",
     "words of all blocks to all, beside the time of their bytes at l2_bytes",
     &CardRates::words_contention, true},
    {"graph_step_us", "microseconds", "two empty kernels of a graph, one after another",
     &CardRates::graph_step_us, true},
};

}  // namespace

std::span<const RateKind> rate_kinds() {
  return kKinds;
}

std::string why_implausible(const RateKind& kind, double value, const CardRates& published) {
  const double expected = published.*kind.constant;
  if (std::isfinite(value) && value > expected / kLargestFactor &&
      value < expected * kLargestFactor) {
    return "";
  }
  return fmt::format("{}: {:.4g} {} cannot be right; the published {:.4g} is used", kind.name,
                     value, kind.unit, expected);
}

CardRates card_rates(const DeviceProperties& card, const std::optional<MeasuredRates>& measured) {
  CardRates rates = card_rates(card);
  if (!measured) return rates;
  for (const RateKind& kind : kKinds) {
    const auto found = measured->values.find(kind.name);
    if (kind.used && found != measured->values.end()) rates.*kind.constant = found->second;
  }
  return rates;
}

}  // namespace tactus::gpu
