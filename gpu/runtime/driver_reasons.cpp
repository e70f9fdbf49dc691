#include "gpu/runtime/driver_reasons.h"

#include <fmt/core.h>

#include <string_view>

namespace tactus::gpu {
namespace {

constexpr int kOldestProgram = 12040;  // TACTUS_OLDEST_NVCC of gpu/cuda/usable_nvcc.cmake

// Numbers of driver_types.h; the emulation has no CUDA header.
constexpr int kDriverMismatch = 803, kNotReady = 802, kNoForwardCompatibility = 804;

std::string version_text(int version) {
  return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

}  // namespace

std::string why_too_old(int driver, int program) {
  if (driver / 1000 >= program / 1000) return "";
  const int first_of_major = driver / 1000 * 1000;
  const bool other_build = driver / 1000 >= kOldestProgram / 1000;
  const std::string toolkits =
      first_of_major < kOldestProgram
          ? fmt::format("{}.x, from {} on", driver / 1000, version_text(kOldestProgram))
          : fmt::format("{}.x", driver / 1000);
  return fmt::format(
      "the NVIDIA driver is too old: it supports CUDA {}, this program needs CUDA {}; update the "
      "driver{}",
      version_text(driver), version_text(program),
      other_build
          ? fmt::format(", or build with a CUDA Toolkit {}, which this driver can run", toolkits)
          : "");
}

std::string why_no_answer(int error, const std::string& name, const std::string& text) {
  std::string remedy;
  if (error == kDriverMismatch || error == kNoForwardCompatibility) {
    remedy =
        "; its kernel module and its libcuda.so.1 are of different versions, as after an update: "
        "reboot";
  } else if (error == kNotReady) {
    remedy = "; cards with NVSwitch need the service nvidia-fabricmanager";
  } else {
    remedy = "; does nvidia-smi list the card? After an update of the driver, reboot";
  }
  return fmt::format("the NVIDIA driver does not answer: {}: {}{}", name, text, remedy);
}

std::string about_hidden_cards(const char* visible) {
  if (visible == nullptr) return "";
  return fmt::format(
      " (CUDA_VISIBLE_DEVICES=\"{}\" in the environment hides other cards and numbers those it "
      "names from 0)",
      visible);
}

std::string about_numbers(int cards, const char* visible, const char* order) {
  const bool as_on_the_bus = order != nullptr && std::string_view(order) == "PCI_BUS_ID";
  if (visible != nullptr && cards > 0) return about_hidden_cards(visible);
  if (cards < 2 || as_on_the_bus) return "";
  return " (the fastest card is 0; CUDA_DEVICE_ORDER=PCI_BUS_ID in the environment gives the "
         "numbers of nvidia-smi)";
}

}  // namespace tactus::gpu
