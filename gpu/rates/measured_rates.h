// Constants of the step model that were measured on a card: see measure_rates.h.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gpu/prediction/step_model.h"

namespace tactus::gpu {

struct RateKind {
  const char* name;  // the key in files
  const char* unit;
  const char* what;
  double CardRates::*constant;  // the published value to compare with
  bool used;                    // the model takes it; the others are for people
};
std::span<const RateKind> rate_kinds();

struct MeasuredRates {
  std::string card;  // its name
  int compute_capability = 0;
  std::string date = {};                      // 2026-11-26
  std::map<std::string, double> values = {};  // by RateKind::name; the others were not measured
  std::vector<std::string> notes = {};        // why not
};

// The reason, if a value cannot be right: it is not positive, or 20 times as much or as little as
// the published one. Empty: it may be right.
std::string why_implausible(const RateKind& kind, double value, const CardRates& published);

// The published constants; in their place what was measured.
CardRates card_rates(const DeviceProperties& card, const std::optional<MeasuredRates>& measured);

}  // namespace tactus::gpu
