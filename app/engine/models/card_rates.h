// The file with the rates that were measured on a card (gpu/rates/measured_rates.h):
// rates-CARD-9.0.json in the folder of places.h, written by `tactus bench rates`.
//
//   {"card": "NVIDIA H200", "compute_capability": 90, "date": "2026-11-26",
//    "rates": {"sync": {"value": 28.5, "unit": "cycles"}, ...}}
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "gpu/rates/measured_rates.h"

namespace tactus {

std::filesystem::path rates_file(const std::filesystem::path& folder,
                                 const gpu::DeviceProperties& card);
std::string rates_text(const gpu::MeasuredRates& rates);
// Throws std::invalid_argument: unknown keys, rates or units, wrong types.
gpu::MeasuredRates parse_rates(std::string_view text);

// Which rates hold for a card. A file that cannot be used counts as none.
struct FoundRates {
  std::optional<gpu::MeasuredRates> rates;  // empty: the published ones
  std::string warning = {};                 // file, reason and remedy, if a file cannot be used
};
// An empty folder has no file.
FoundRates find_rates(const std::filesystem::path& folder, const gpu::DeviceProperties& card);
// "published rates", "rates measured on 2026-11-26"
std::string describe(const FoundRates& found);

}  // namespace tactus
