// Fuzz entry point (libFuzzer's interface) of shards: any bytes are a file with a good index or are
// refused, also if the hash of a damaged index fits.
#include <cstddef>
#include <cstdint>
#include <span>

#include "datasets/dataset_error.h"
#include "datasets/shards/shard_index.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  try {
    const tactus::ShardIndexPlace place = tactus::find_index(bytes, "fuzz.shard");
    tactus::parse_index(place.bytes, place.offset, "fuzz.shard");
  } catch (const tactus::DatasetError&) {
  }
  try {
    constexpr std::uint64_t kFrames = 1 << 20;
    tactus::index_bytes(tactus::parse_index(bytes, kFrames, "fuzz.shard"));
  } catch (const tactus::DatasetError&) {
  }
  return 0;
}
