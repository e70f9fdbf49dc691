// Measures the rates of a card that choose how layers are computed: the engine of `tactus bench
// rates`, which writes them.
#pragma once

#include <filesystem>
#include <string>

#include "app/engine/models/places.h"
#include "gpu/rates/measured_rates.h"

namespace tactus {

struct RateReport {
  std::filesystem::path file;  // where they belong; empty: none was measured, or there is no folder
  std::string contents;        // of the file
  std::string text;            // a table of rates, published and measured; then the notes
};
// Writes nothing. `device`: a name that begins with "cuda". Throws DeviceError without such a card.
RateReport measure_card(const std::string& device, const Places& places);

std::string rates_table(const gpu::MeasuredRates& rates, const gpu::DeviceProperties& card);

}  // namespace tactus
