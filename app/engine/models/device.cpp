#include "app/engine/models/device.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "app/engine/models/card_self_test.h"
#include "app/engine/models/cuda_module.h"
#include "audio/error.h"
#include "model/backend/cpu/cpu_backend.h"
#include "model/backend/cpu/kernels/cpu_kernels.h"

namespace tactus {
namespace {

constexpr gpu::Precision kPrecisions[] = {gpu::Precision::kFp32, gpu::Precision::kTf32,
                                          gpu::Precision::kBf16};

bool is_cuda(std::string_view device) {
  return device == "cuda" || device.starts_with("cuda:");
}

std::vector<std::string> colon_separated(std::string_view text) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t colon = text.find(':');
    parts.emplace_back(text.substr(0, colon));
    if (colon == std::string_view::npos) return parts;
    text.remove_prefix(colon + 1);
  }
}

std::optional<int> card_number(const std::string& text) {
  int card = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), card);
  if (error != std::errc() || end != text.data() + text.size() || card < 0) return {};
  return card;
}

std::optional<gpu::Precision> precision_of(const std::string& text) {
  for (const gpu::Precision precision : kPrecisions) {
    if (text == name_of(precision)) return precision;
  }
  return {};
}

std::optional<gpu::Rung> rung_of(const std::string& text) {
  for (int rung = 0; rung < gpu::kRungs; ++rung) {
    if (text == gpu::name_of(static_cast<gpu::Rung>(rung))) return static_cast<gpu::Rung>(rung);
  }
  return {};
}

std::string rung_names() {
  std::string names;
  for (int rung = 0; rung < gpu::kRungs; ++rung) {
    names += fmt::format("{}{}", rung ? ", " : "", gpu::name_of(static_cast<gpu::Rung>(rung)));
  }
  return names;
}

// One of the three options of a CUDA device; each may be given once.
struct CudaName {
  std::optional<int> card;
  std::optional<gpu::Precision> precision;
  std::optional<gpu::Rung> rung;

  bool take(const std::string& option) {
    return take(card, card_number(option)) || take(precision, precision_of(option)) ||
           take(rung, rung_of(option));
  }

 private:
  template <class T>
  static bool take(std::optional<T>& place, const std::optional<T>& found) {
    if (!found || place) return false;
    place = found;
    return true;
  }
};

DeviceError refusal(const std::string& device, const std::string& why) {
  return DeviceError(fmt::format("--device {}: {}; use --device cpu", device, why));
}

// Why this processor computes nothing in a precision: what the least of its sets needs.
std::string why_no_kernels(std::string_view precision) {
  std::string_view missing;
  for (const CpuNarrowKernels* kernels : all_narrow_kernels()) {
    if (kernels->precision == precision) missing = missing_instruction(kernels->needs);
  }
  if (missing.empty()) return "there are no such kernels for this kind of processor";
  return fmt::format("this processor has no {}", missing);
}

std::shared_ptr<Backend> make_cpu(const std::string& device, int threads) {
  if (device == "cpu") return make_cpu_backend(threads);
  for (const char* precision : kNarrowPrecisions) {
    if (device != fmt::format("cpu:{}", precision)) continue;
    if (const CpuNarrowKernels* kernels = narrow_kernels_of(precision)) {
      return make_cpu_backend(threads, *kernels);
    }
    throw refusal(device, why_no_kernels(precision));
  }
  if (device.starts_with("cpu:")) {
    std::string places = "cpu";
    for (const CpuKernels* kernels : supported_cpu_kernels()) {
      if (device.substr(4) == kernels->name) return make_cpu_backend(threads, *kernels);
      places += fmt::format(", cpu:{}", kernels->name);
    }
    for (const char* precision : kNarrowPrecisions) {
      if (narrow_kernels_of(precision)) places += fmt::format(", cpu:{}", precision);
    }
    throw DeviceError(fmt::format("--device {}: this processor has {}", device, places));
  }
  throw DeviceError(fmt::format("--device {}: expected {}", device, kDeviceHelp));
}

}  // namespace

const char* name_of(gpu::Precision precision) {
  switch (precision) {
    case gpu::Precision::kFp32:
      return "fp32";
    case gpu::Precision::kTf32:
      return "tf32";
    case gpu::Precision::kBf16:
      return "bf16";
  }
  return "unknown";
}

const CpuKernels& cpu_kernels_by_name(const std::string& name) {
  std::string names;
  for (const CpuKernels* kernels : supported_cpu_kernels()) {
    if (name == kernels->name) return *kernels;
    names += names.empty() ? kernels->name : fmt::format(", {}", kernels->name);
  }
  throw DeviceError(
      fmt::format("\"{}\": not an instruction set of this processor, which has {}", name, names));
}

CudaDeviceName parse_cuda_device(const std::string& device, int usual_card) {
  const std::vector<std::string> parts = colon_separated(device);
  if (parts.front() != "cuda") {
    throw DeviceError(fmt::format("--device {}: expected {}", device, kDeviceHelp));
  }
  CudaName name;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    if (name.take(parts[i])) continue;
    throw DeviceError(
        fmt::format("--device {}: \"{}\": expected, each at most once, the number of a card, a "
                    "precision (fp32, "
                    "tf32, bf16) and a rung ({})",
                    device, parts[i], rung_names()));
  }
  CudaDeviceName result;
  result.card = name.card.value_or(usual_card);
  result.options.precision = name.precision.value_or(gpu::Precision::kFp32);
  result.options.rung = name.rung;
  return result;
}

CudaCard find_cuda_card(const std::string& device, const Places& places, int usual_card) {
  CudaDeviceName name = parse_cuda_device(device);
  const CudaPresence cuda = find_cuda(places);
  if (!cuda.why_unavailable.empty()) throw refusal(device, cuda.why_unavailable);
  const std::vector<gpu::DeviceProperties> cards = cuda.module->cards();
  // Slurm may show each rank a card of its own, which has the number 0.
  if (usual_card > 0)
    name = parse_cuda_device(device, usual_card % std::max(1, static_cast<int>(cards.size())));
  const auto number = static_cast<std::size_t>(name.card);
  return {cuda.module, name.card, number < cards.size() ? cards[number] : gpu::DeviceProperties{},
          name.options};
}

namespace {

// Throws what the module throws.
CudaDevice open_card(const CudaCard& card, const Places& places) {
  CudaDevice opened{card.module, card.options, find_rates(places.card_rates, card.properties), {}};
  opened.options.rates = opened.rates.rates;
  opened.card = card.module->open(card.number, opened.options);
  return opened;
}

// The card of `auto`. Throws what the module throws, and DeviceError.
Device open_trusted_card(const Places& places, int card) {
  const CudaCard found = find_cuda_card("cuda", places, card);
  if (const std::string why =
          why_not_trusted({found.module, found.number, found.properties}, places);
      !why.empty())
    throw DeviceError(why);
  const CudaDevice opened = open_card(found, places);
  return {opened.card.backend, opened.rates.warning};
}

// `cpu`: makes the backend of the processor, for want of a card.
Device open_auto(const Places& places, int card,
                 const std::function<std::shared_ptr<Backend>()>& cpu) {
  const CudaPresence cuda = find_cuda(places);
  if (!cuda.why_unavailable.empty()) return {cpu(), "no CUDA: " + cuda.why_unavailable};
  std::string why;
  try {
    return open_trusted_card(places, card);
  } catch (const std::exception& error) {
    why = error.what();
  }
  return {cpu(), "no CUDA: " + why, true};
}

}  // namespace

CudaDevice open_cuda_device(const std::string& device, const Places& places, int usual_card) {
  const CudaCard card = find_cuda_card(device, places, usual_card);
  try {
    return open_card(card, places);
  } catch (const gpu::GpuError& error) {
    throw refusal(device, error.what());
  } catch (const gpu::OutOfMemory& error) {
    throw refusal(device, error.what());
  }
}

Device open_device(const std::string& device, int threads, const Places& places, int card) {
  if (is_cuda(device)) {
    const CudaDevice opened = open_cuda_device(device, places, card);
    return {opened.card.backend, opened.rates.warning};
  }
  if (device != "auto") return {make_cpu(device, threads), ""};
  return open_auto(places, card, [&] { return make_cpu_backend(threads); });
}

Device open_tagging_device(const std::string& device, int threads, const Places& places) {
  const CpuNarrowKernels* const narrow = narrow_kernels_of("int16");
  // A processor with AVX-512 but without its dot product is faster in single precision.
  const bool pays = narrow && narrow->wide.width == supported_cpu_kernels().front()->width;
  if (device != "auto" || !pays) return open_device(device, threads, places);
  return open_auto(places, 0, [&] { return make_cpu_backend(threads, *narrow); });
}

std::string describe(const Device& device) {
  const std::string name = device.backend->name();
  return device.note.empty() ? name : fmt::format("{} ({})", name, device.note);
}

}  // namespace tactus
