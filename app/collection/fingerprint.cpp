#include "app/collection/fingerprint.h"

#include <chromaprint.h>
#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <memory>
#include <vector>

namespace tactus {
namespace {

constexpr std::size_t kItemBytes = sizeof(std::uint32_t);
constexpr std::ptrdiff_t kItemsPerSecond = 8;
constexpr std::ptrdiff_t kLeastItems = 3 * kItemsPerSecond;

struct Chromaprint {
  void* const library = dlopen("libchromaprint.so.1", RTLD_NOW | RTLD_LOCAL);
  const std::string fault = library ? "" : dlerror();

  template <class Function>
  Function* find(const char* name) const {
    return reinterpret_cast<Function*>(dlsym(library, name));
  }
  decltype(chromaprint_new)* create = nullptr;
  decltype(chromaprint_free)* free = nullptr;
  decltype(chromaprint_start)* start = nullptr;
  decltype(chromaprint_feed)* feed = nullptr;
  decltype(chromaprint_finish)* finish = nullptr;
  decltype(chromaprint_get_raw_fingerprint)* items = nullptr;
  decltype(chromaprint_hash_fingerprint)* hash = nullptr;
  decltype(chromaprint_dealloc)* dealloc = nullptr;

  Chromaprint() {
    if (!library) return;
    create = find<decltype(chromaprint_new)>("chromaprint_new");
    free = find<decltype(chromaprint_free)>("chromaprint_free");
    start = find<decltype(chromaprint_start)>("chromaprint_start");
    feed = find<decltype(chromaprint_feed)>("chromaprint_feed");
    finish = find<decltype(chromaprint_finish)>("chromaprint_finish");
    items = find<decltype(chromaprint_get_raw_fingerprint)>("chromaprint_get_raw_fingerprint");
    hash = find<decltype(chromaprint_hash_fingerprint)>("chromaprint_hash_fingerprint");
    dealloc = find<decltype(chromaprint_dealloc)>("chromaprint_dealloc");
  }
  bool usable() const {
    return create && free && start && feed && finish && items && hash && dealloc;
  }
};

const Chromaprint& chromaprint() {
  static const Chromaprint library;
  return library;
}

std::vector<std::uint32_t> items_of(std::string_view fingerprint) {
  std::vector<std::uint32_t> items(fingerprint.size() / kItemBytes);
  std::memcpy(items.data(), fingerprint.data(), items.size() * kItemBytes);
  return items;
}

}  // namespace

std::string why_no_fingerprints() {
  if (!chromaprint().library) return chromaprint().fault;
  return chromaprint().usable() ? "" : "libchromaprint.so.1 is not version 1.5";
}

std::string fingerprint_of(AudioSource& sound) {
  const Chromaprint& library = chromaprint();
  if (!library.usable()) return "";
  const std::unique_ptr<ChromaprintContext, decltype(library.free)> context(
      library.create(CHROMAPRINT_ALGORITHM_DEFAULT), library.free);
  if (!context || !library.start(context.get(), kFingerprintRate, 1)) return "";
  constexpr int kSeconds = 60;
  std::vector<float> block(kFingerprintRate);
  std::vector<std::int16_t> samples;
  float peak = 0.0f;
  for (int second = 0; second < kSeconds; ++second) {
    const std::size_t got = sound.read(block);
    if (got == 0) break;
    samples.clear();
    for (const float value : std::span(block).first(got)) {
      peak = std::max(peak, std::abs(value));
      samples.push_back(
          static_cast<std::int16_t>(std::lround(32767.0f * std::clamp(value, -1.0f, 1.0f))));
    }
    library.feed(context.get(), samples.data(), static_cast<int>(samples.size()));
  }
  library.finish(context.get());
  constexpr float kSilence = 1e-3f;  // -60 dB of full scale
  std::uint32_t* items = nullptr;
  int count = 0;
  if (peak < kSilence || !library.items(context.get(), &items, &count)) return "";
  const std::unique_ptr<std::uint32_t, decltype(library.dealloc)> owned(items, library.dealloc);
  if (count < kLeastItems) return "";
  return {reinterpret_cast<const char*>(items), static_cast<std::size_t>(count) * kItemBytes};
}

std::uint32_t fingerprint_hash(std::string_view fingerprint) {
  const std::vector<std::uint32_t> items = items_of(fingerprint);
  std::uint32_t hash = 0;
  if (!items.empty() && chromaprint().usable())
    chromaprint().hash(items.data(), static_cast<int>(items.size()), &hash);
  return hash;
}

double alike(std::string_view a, std::string_view b) {
  const std::vector<std::uint32_t> first = items_of(a), second = items_of(b);
  const auto sizes = std::pair(std::ssize(first), std::ssize(second));
  constexpr std::ptrdiff_t kFarthest = 5 * kItemsPerSecond;
  double best = 0.0;
  for (std::ptrdiff_t shift = -kFarthest; shift <= kFarthest; ++shift) {
    const std::ptrdiff_t begin = std::max<std::ptrdiff_t>(0, -shift);
    const std::ptrdiff_t end = std::min(sizes.first, sizes.second - shift);
    if (end - begin < kLeastItems) continue;
    std::ptrdiff_t different = 0;
    for (std::ptrdiff_t i = begin; i < end; ++i)
      different += std::popcount(first[static_cast<std::size_t>(i)] ^
                                 second[static_cast<std::size_t>(i + shift)]);
    best = std::max(
        best, 1.0 - static_cast<double>(different) / (32.0 * static_cast<double>(end - begin)));
  }
  return best;
}

}  // namespace tactus
