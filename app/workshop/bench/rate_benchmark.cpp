#include "app/workshop/bench/rate_benchmark.h"

#include <fmt/core.h>

#include <chrono>

#include "app/engine/models/card_rates.h"
#include "app/engine/models/device.h"

namespace tactus {
namespace {

std::string today() {
  const std::chrono::year_month_day day(
      std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now()));
  return fmt::format("{}-{:02}-{:02}", static_cast<int>(day.year()),
                     static_cast<unsigned>(day.month()), static_cast<unsigned>(day.day()));
}

gpu::MeasuredRates rates_of(const CudaCard& card, const std::string& device) {
  try {
    gpu::MeasuredRates rates = card.module->measure_rates(card.number);
    rates.date = today();
    return rates;
  } catch (const gpu::GpuError& error) {
    throw DeviceError(fmt::format("--device {}: {}", device, error.what()));
  } catch (const gpu::OutOfMemory& error) {
    throw DeviceError(fmt::format("--device {}: {}", device, error.what()));
  }
}

}  // namespace

std::string rates_table(const gpu::MeasuredRates& rates, const gpu::DeviceProperties& card) {
  const gpu::CardRates published = gpu::card_rates(card);
  std::string text =
      fmt::format("{:<20} {:>9} {:>9}  {}\n", "rate", "published", "measured", "unit");
  for (const gpu::RateKind& kind : gpu::rate_kinds()) {
    const auto found = rates.values.find(kind.name);
    const std::string measured =
        found == rates.values.end() ? "-" : fmt::format("{:.4g}", found->second);
    text += fmt::format("{:<20} {:>9.4g} {:>9}  {:<12} {}\n", kind.name, published.*kind.constant,
                        measured, kind.unit, kind.what);
  }
  for (const std::string& note : rates.notes) text += note + '\n';
  return text;
}

RateReport measure_card(const std::string& device, const Places& places) {
  const CudaCard card = find_cuda_card(device, places);
  gpu::MeasuredRates rates = rates_of(card, device);
  RateReport report{{}, {}, rates_table(rates, card.properties)};
  if (rates.values.empty() || places.card_rates.empty()) return report;
  report.file = rates_file(places.card_rates, card.properties);
  report.contents = rates_text(rates);
  return report;
}

}  // namespace tactus
