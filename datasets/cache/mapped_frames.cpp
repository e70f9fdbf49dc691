#include "datasets/cache/mapped_frames.h"

#include <fmt/core.h>

#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "datasets/cache/file_mapping.h"
#include "datasets/dataset_error.h"
#include "features/files/atomic_file.h"
#include "features/files/data_hash.h"
#include "features/files/file_error.h"
#include "features/files/npy_header.h"

namespace tactus {
namespace {

constexpr std::size_t kPreamble = 10;  // magic, version, header length
constexpr std::string_view kSealStart = "xxh3-128:";
constexpr std::size_t kSeal = kSealStart.size() + 32 + 1;  // the last line

[[noreturn]] void refuse(const std::filesystem::path& path, const std::string& what) {
  throw DatasetError(fmt::format("{}: {}", path.string(), what));
}

std::string seal_of(const DataHash& hash) {
  return fmt::format("{}{}\n", kSealStart, hash.hex());
}

void check_seal(const std::filesystem::path& path, std::span<const std::byte> bytes,
                std::string_view seal) {
  DataHash hash;
  hash.add(bytes);
  if (const std::string right = seal_of(hash); seal != right)
    refuse(path, "damaged: its content does not match the hash at its end");
}

}  // namespace

void write_cached_frames(const FrameMatrix& frames, const std::filesystem::path& path) {
  const std::string header = npy_preamble(frames.frames, frames.bins);
  const auto values = std::as_bytes(std::span(frames.data));
  DataHash hash;
  hash.add(header);
  hash.add(values);
  const std::string seal = seal_of(hash);
  const std::span<const std::byte> pieces[] = {std::as_bytes(std::span(header)), values,
                                               std::as_bytes(std::span(seal))};
  sweep_partials(path.parent_path());
  try {
    write_file_atomically(path, pieces);
  } catch (const std::filesystem::filesystem_error& error) {
    throw DatasetError(file_fault(error));
  }
}

MappedFrames::MappedFrames(const std::filesystem::path& path, std::size_t bins, double fps) {
  auto mapping = std::make_shared<FileMapping>(path);
  const std::span<const std::byte> file = mapping->bytes();
  if (file.size() < kPreamble + kSeal)
    refuse(path, fmt::format("{} bytes, too short for cached features", file.size()));
  const std::size_t size = file.size() - kSeal;
  const auto* bytes = reinterpret_cast<const unsigned char*>(file.data());
  if (std::memcmp(bytes, "\x93NUMPY\x01\x00", 8) != 0)
    refuse(path, "not an .npy file of version 1.0");
  const std::size_t offset = kPreamble + bytes[8] + 256u * bytes[9];
  const std::size_t row = bins * sizeof(float);
  if (offset > size || row == 0 || (size - offset) % row != 0) {
    refuse(path, fmt::format("{} bytes, expected rows of {} float32 values", size, bins));
  }
  mapping->read_sequentially(file);
  check_seal(path, file.first(size), {reinterpret_cast<const char*>(bytes) + size, kSeal});
  mapping->read_anyhow(file);
  const std::size_t frames = (size - offset) / row;
  const std::string_view header(reinterpret_cast<const char*>(bytes) + kPreamble,
                                offset - kPreamble);
  const std::string shape = fmt::format("'shape': ({}, {})", frames, bins);
  if (header.find("'<f4'") == header.npos || header.find("False") == header.npos ||
      header.find(shape) == header.npos) {
    refuse(path, fmt::format("header {}, expected float32 in C order with {}", header, shape));
  }
  view_ = {reinterpret_cast<const float*>(bytes + offset), frames, bins, fps};
  owner_ = std::move(mapping);
}

}  // namespace tactus
