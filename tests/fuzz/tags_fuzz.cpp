// Fuzz entry point (libFuzzer's interface) of the tags: any bytes have tags or have none; values
// are written into them and read back, or are refused with a FileTagError.
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <system_error>

#include "audio/file_tags/read_tags.h"
#include "audio/file_tags/tag_change.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const int descriptor = memfd_create("fuzz", MFD_CLOEXEC);
  if (descriptor < 0 || write(descriptor, data, size) != static_cast<ssize_t>(size)) std::abort();
  const std::string path = "/proc/self/fd/" + std::to_string(descriptor);
  const tactus::SongTags tags = tactus::read_tags(path);
  if (!(tags.bpm >= 0.0) || tags.track < 0) std::abort();
  if (tags.title.find('\n') != std::string::npos) std::abort();
  try {
    tactus::change_tags(descriptor, {"127.96", "F#m", true});
    if (tactus::read_tags(path).key != "F#m") std::abort();
  } catch (const tactus::FileTagError&) {
  } catch (const std::system_error&) {
  }
  close(descriptor);
  return 0;
}
