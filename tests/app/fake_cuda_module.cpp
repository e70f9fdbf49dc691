// A module that app/engine/models/cuda_module.h can load on a machine without a card. Environment
// variables give its answers: FAKE_WHY (why_unavailable), FAKE_INTERFACE (a number), FAKE_DRIVER,
// FAKE_FAULT (the first card cannot be opened), FAKE_PAUSE (milliseconds that each opening takes),
// FAKE_RESULTS (wrong: it computes in int8; end: it ends the program; every other text is a file
// that grows with each opening). It has two cards, and no code for the second. Opening that one is
// an error that repeats the options; the first computes with the reference backend. Two rates can
// be measured on the first, none on the second.
#include <fmt/core.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>

#include "gpu/module_interface.h"
#include "model/backend/cpu/cpu_backend.h"
#include "model/backend/cpu/kernels/cpu_kernels.h"
#include "model/backend/reference/reference_backend.h"

namespace {

using namespace tactus::gpu;

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

std::shared_ptr<tactus::Backend> first_card() {
  if (const std::string fault = environment("FAKE_FAULT"); !fault.empty()) throw GpuError(fault);
  std::this_thread::sleep_for(
      std::chrono::milliseconds(std::atoi(environment("FAKE_PAUSE").c_str())));
  const std::string results = environment("FAKE_RESULTS");
  if (results == "end") std::_Exit(7);
  if (results == "wrong") return tactus::make_cpu_backend(1, *tactus::narrow_kernels_of("int8"));
  if (!results.empty()) std::ofstream(results, std::ios::app) << '.';
  return tactus::make_reference_backend();
}

OpenCard open_card(int card, const CudaOptions& options) {
  if (card == 0) return {nullptr, first_card()};
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
  module.why_no_code = [](const DeviceProperties& card) {
    return card.name == "Second" ? card.name + ": no code" : "";
  };
  module.driver = [] { return "driver " + environment("FAKE_DRIVER"); };
  module.open = open_card;
  module.measure_rates = measure_rates;
  return &module;
}
