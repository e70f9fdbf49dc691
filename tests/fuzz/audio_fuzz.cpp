// Fuzz entry point (libFuzzer's interface) of the audio reader: any bytes are sound, finite and no
// longer than a minute here, or are refused with an AudioError.
#include <sys/mman.h>
#include <unistd.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "audio/readers/audio_reader.h"

namespace {

// The bytes as a file in memory, under a name.
class MemoryFile {
 public:
  MemoryFile(const std::uint8_t* data, std::size_t size)
      : descriptor_(memfd_create("fuzz", MFD_CLOEXEC)) {
    if (descriptor_ < 0 || write(descriptor_, data, size) != static_cast<ssize_t>(size))
      std::abort();
  }
  ~MemoryFile() { close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

void read_some(const std::string& path, int sample_rate) {
  tactus::AudioReader reader(path, sample_rate);
  const std::int64_t limit = std::int64_t{60} * reader.sample_rate();
  std::vector<float> block(4096);
  for (std::int64_t total = 0; total < limit;) {
    const std::size_t count = reader.read(block);
    if (count > block.size()) std::abort();
    if (count == 0) break;
    for (std::size_t n = 0; n < count; ++n) {
      if (!std::isfinite(block[n])) std::abort();
    }
    total += static_cast<std::int64_t>(count);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const MemoryFile file(data, size);
  for (const int sample_rate : {0, 11025}) {
    try {
      read_some(file.path(), sample_rate);
    } catch (const tactus::AudioError&) {
    }
  }
  return 0;
}
