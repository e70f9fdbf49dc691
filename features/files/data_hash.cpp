#include "features/files/data_hash.h"

#include <fmt/core.h>

#define XXH_INLINE_ALL  // the header holds the code: no library to link or to install
#include <xxhash.h>

namespace tactus {
namespace {

std::string hex_of(XXH128_hash_t hash) {
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

}  // namespace

struct DataHash::State {
  XXH3_state_t xxh3;
};

DataHash::DataHash() : state_(std::make_unique<State>()) {
  XXH3_128bits_reset(&state_->xxh3);
}
DataHash::~DataHash() = default;
DataHash::DataHash(DataHash&&) noexcept = default;
DataHash& DataHash::operator=(DataHash&&) noexcept = default;

void DataHash::add(std::span<const std::byte> bytes) {
  XXH3_128bits_update(&state_->xxh3, bytes.data(), bytes.size());
}

std::string DataHash::hex() const {
  return hex_of(XXH3_128bits_digest(&state_->xxh3));
}

std::string hash_bytes(std::span<const std::byte> bytes) {
  return hex_of(XXH3_128bits(bytes.data(), bytes.size()));
}

std::string hash_text(std::string_view text) {
  return hash_bytes(std::as_bytes(std::span(text)));
}

}  // namespace tactus
