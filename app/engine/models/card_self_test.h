// The self-test of a card (gpu/self_test.h), once for each card, driver and module. Its result lies
// beside the rates: self-test-CARD-9.0.json in the folder of places.h.
//
//   {"card": "NVIDIA H200", "driver": "13.0 ...", "module": "1.0.0 of ...", "result": "passed"}
#pragma once

#include <filesystem>
#include <string>

#include "gpu/module_interface.h"

namespace tactus {

struct Places;

std::filesystem::path self_test_file(const std::filesystem::path& folder,
                                     const gpu::DeviceProperties& card);

// Why `--device auto` does not use the card; empty if its self-test has passed, now or earlier. A
// program that ends within the test leaves a result that is not "passed". Without a folder that
// keeps the result, nothing is tested.
struct TestedCard {
  const gpu::CudaModule* module = nullptr;
  int number = 0;
  gpu::DeviceProperties properties;
};
std::string why_not_trusted(const TestedCard& card, const Places& places);

}  // namespace tactus
