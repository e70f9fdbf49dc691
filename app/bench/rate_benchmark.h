// Measures the rates of a card that choose how layers are computed: the engine of `tactus bench
// rates`.
#pragma once

#include <filesystem>
#include <string>

#include "app/models/places.h"
#include "gpu/rates/measured_rates.h"

namespace tactus {

struct RateReport {
  std::filesystem::path file;  // written; empty: nothing could be measured, or there is no folder
  std::string kept;            // where a file of somebody else is now; "" if there was none
  std::string text;            // a table of rates, published and measured; then the notes
};
// `device`: a name that begins with "cuda". Throws DeviceError without such a card,
// std::filesystem::filesystem_error if the file cannot be written, KeptError if it is a link.
RateReport measure_card(const std::string& device, const Places& places);

std::string rates_table(const gpu::MeasuredRates& rates, const gpu::DeviceProperties& card);

}  // namespace tactus
