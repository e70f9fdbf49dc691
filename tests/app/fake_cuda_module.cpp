// A module that app/models/cuda_module.h can load on a machine without a card. Environment
// variables give its answers: FAKE_WHY (why_unavailable), FAKE_INTERFACE (a number). It has two
// cards. Opening the second is an error that repeats the options; the first computes with the
// reference backend. Two rates can be measured on the first, none on the second.
#include <fmt/core.h>

#include <cstdlib>
#include <string>

#include "gpu/module_interface.h"
#include "model/backend/reference/reference_backend.h"

namespace {

using namespace tactus::gpu;

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

OpenCard open_card(int card, const CudaOptions& options) {
  if (card == 0) return {nullptr, tactus::make_reference_backend()};
  throw GpuError(
      fmt::format("card {}, precision {}, {}{}", card, static_cast<int>(options.precision),
                  options.rung ? name_of(*options.rung) : "no rung",
                  options.rates ? fmt::format(", rates of {}: sync {}", options.rates->date,
                                              options.rates->values.at("sync"))
                                : ""));
}

MeasuredRates measure_rates(int card) {
  if (card > 1) throw GpuError("no such card");
  if (card == 1) return {"Second", 0, "", {}, {"sync: 0 cycles cannot be right"}};
  return {"First", 0, "", {{"sync", 30.25}, {"words_latency", 1700.0}}, {"no clusters"}};
}

}  // namespace

extern "C" const CudaModule* tactus_cuda_module() {
  static CudaModule module;
  const std::string interface = environment("FAKE_INTERFACE");
  module.interface = interface.empty() ? CudaModule::kInterface : std::atoi(interface.c_str());
  module.build = "fake";
  module.why_unavailable = [] { return environment("FAKE_WHY"); };
  module.cards = [] {
    return std::vector<DeviceProperties>{{.name = "First"}, {.name = "Second"}};
  };
  module.open = open_card;
  module.measure_rates = measure_rates;
  return &module;
}
