#include "audio/decoders/libav/libav_library.h"

#include <dlfcn.h>
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <type_traits>

#include "audio/decoders/libav/libav_fields.h"

namespace tactus {

std::size_t libav_column = 0;

namespace {

bool may_load = true;

// The columns, that of the headers first, then the newest.
constexpr auto kOrder = [] {
  std::array<std::size_t, kLibavVersions.size()> order = {};
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = order.size() - 1 - i;
  static_assert(std::ranges::count(kLibavVersions, LIBAVFORMAT_VERSION_MAJOR) == 1,
                "libav_fields.h has no column for this version of FFmpeg");
  const auto own = std::ranges::find(kLibavVersions, LIBAVFORMAT_VERSION_MAJOR);
  const auto column = static_cast<std::size_t>(own - kLibavVersions.begin());
  const auto place = std::ranges::find(order, column);
  std::rotate(order.begin(), place, place + 1);
  return order;
}();

// The column of the headers is right.
#define TACTUS_LIBAV_CHECK(structure, field, ...)                                              \
  static_assert(std::array<std::size_t, kLibavVersions.size()>{__VA_ARGS__}[kOrder.front()] == \
                offsetof(structure, field));
TACTUS_LIBAV_FIELDS(TACTUS_LIBAV_CHECK)
#undef TACTUS_LIBAV_CHECK

LibavLibrary load() {
  if (!may_load) throw LibavRefused();
  LibavLibrary library;
  // The handle also finds the symbols of its dependencies, libavcodec and libavutil.
  void* handle = nullptr;
  std::string name;
  for (const std::size_t column : kOrder) {
    name = fmt::format("libavformat.so.{}", kLibavVersions[column]);
    handle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    libav_column = column;
    if (handle != nullptr) break;
    library.fault += fmt::format("{}{}", library.fault.empty() ? "" : "; ", dlerror());
  }
  if (handle == nullptr) return library;
  library.fault.clear();
  const auto find = [&](auto& function, const char* symbol) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(handle, symbol));
    if (function == nullptr) library.fault = fmt::format("{} lacks {}", name, symbol);
  };
#define TACTUS_LIBAV_FIND(name) find(library.name, #name);
  TACTUS_LIBAV_FUNCTIONS(TACTUS_LIBAV_FIND)
#undef TACTUS_LIBAV_FIND
  if (library.fault.empty()) library.av_log_set_level(AV_LOG_QUIET);
  return library;
}

}  // namespace

const LibavLibrary& libav() {
  static const LibavLibrary library = load();
  return library;
}

void refuse_to_load_libav() {
  may_load = false;
}

}  // namespace tactus
