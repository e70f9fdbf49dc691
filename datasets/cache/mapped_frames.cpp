#include "datasets/cache/mapped_frames.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string_view>
#include <system_error>

#include "datasets/dataset_error.h"

namespace tactus {
namespace {

constexpr std::size_t kPreamble = 10;  // magic, version, header length

struct OpenFile {
  int descriptor = -1;
  ~OpenFile() {
    if (descriptor >= 0) close(descriptor);
  }
};

[[noreturn]] void fail(const std::filesystem::path& path, const std::string& what) {
  throw DatasetError(fmt::format("{}: {}", path.string(), what));
}

std::string system_message() {
  return std::generic_category().message(errno);
}

}  // namespace

MappedFrames::MappedFrames(const std::filesystem::path& path, std::size_t bins, double fps) {
  OpenFile file{open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  struct stat status {};
  if (file.descriptor < 0 || fstat(file.descriptor, &status) != 0) {
    fail(path, "cannot open cached features: " + system_message());
  }
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size < kPreamble) fail(path, fmt::format("{} bytes, too short for a .npy file", size));
  void* mapping = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.descriptor, 0);
  if (mapping == MAP_FAILED) fail(path, "cannot map cached features: " + system_message());
  mapping_ = {mapping, Unmap{size}};
  const auto* bytes = static_cast<const unsigned char*>(mapping);
  if (std::memcmp(bytes, "\x93NUMPY\x01\x00", 8) != 0) fail(path, "not a .npy file of version 1.0");
  const std::size_t offset = kPreamble + bytes[8] + 256u * bytes[9];
  const std::size_t row = bins * sizeof(float);
  if (offset > size || row == 0 || (size - offset) % row != 0) {
    fail(path, fmt::format("{} bytes, expected rows of {} float32 values", size, bins));
  }
  const std::size_t frames = (size - offset) / row;
  const std::string_view header(reinterpret_cast<const char*>(bytes) + kPreamble,
                                offset - kPreamble);
  const std::string shape = fmt::format("'shape': ({}, {})", frames, bins);
  if (header.find("'<f4'") == header.npos || header.find("False") == header.npos ||
      header.find(shape) == header.npos) {
    fail(path, fmt::format("header {}, expected float32 in C order with {}", header, shape));
  }
  view_ = {reinterpret_cast<const float*>(bytes + offset), frames, bins, fps};
}

void MappedFrames::Unmap::operator()(void* mapping) const noexcept {
  munmap(mapping, size);
}

}  // namespace tactus
