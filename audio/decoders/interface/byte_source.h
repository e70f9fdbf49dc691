// A regular file read by position. C libraries call it from their callbacks, so reading never
// throws: the object stores a fault, and the decoder asks for it afterwards.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "audio/audio_source.h"

namespace tactus {

class ByteSource {
 public:
  // Throws AudioError if the path is not a readable regular file or if the file is empty.
  explicit ByteSource(const std::filesystem::path& path);
  ~ByteSource();
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;

  const std::filesystem::path& path() const { return path_; }
  int descriptor() const { return descriptor_; }
  std::int64_t size() const { return size_; }  // bytes, when the file was opened; see end_at()
  // Fills `out` from byte `offset`; fewer only at the end of the file or on a fault.
  std::size_t read_at(std::int64_t offset, std::span<unsigned char> out) const noexcept;
  // Up to `count` bytes from `offset`, for a parser of headers.
  std::vector<unsigned char> bytes(std::int64_t offset, std::size_t count) const;
  // Makes every later read see `bytes` at `offset`. Corrects wrong header fields for a library.
  void overlay(std::int64_t offset, std::vector<unsigned char> bytes);
  // Hides the bytes from `size` on from every later reader.
  void end_at(std::int64_t size) { size_ = std::min(size_, size); }

  const std::optional<std::string>& fault() const {
    return fault_;
  }  // of the operating system, if any
  // "FILE: what".
  AudioError error(const std::string& what) const;

 private:
  struct Overlay {
    std::int64_t offset;
    std::vector<unsigned char> bytes;
  };
  std::filesystem::path path_;
  int descriptor_ = -1;
  std::int64_t size_ = 0;
  std::vector<Overlay> overlays_;
  mutable std::optional<std::string> fault_;
};

// A run of bytes of a source.
struct ByteExtent {
  std::int64_t begin;
  std::int64_t length;
};

// Some runs of bytes of a source, one after the other, with a position. A library sees them as one
// file.
class ByteWindow {
 public:
  // The source must outlive the window.
  ByteWindow(const ByteSource& source, std::int64_t begin, std::int64_t end);
  ByteWindow(const ByteSource& source, const std::vector<ByteExtent>& extents);

  std::int64_t size() const { return size_; }
  std::int64_t position() const { return position_; }
  // Place in the source of a position inside the window.
  std::int64_t source_offset(std::int64_t position) const;
  std::size_t read(std::span<unsigned char> out) noexcept;
  // As lseek(): the new position, or -1 if it is outside [0, 2^62).
  std::int64_t seek(std::int64_t offset, int whence) noexcept;

 private:
  struct Part {
    std::int64_t position;  // in the window
    ByteExtent extent;
  };
  std::vector<Part>::const_iterator part_at(std::int64_t position) const;
  void append(const ByteExtent& extent);
  const ByteSource* source_;
  std::vector<Part> parts_;  // neighbours are joined
  std::int64_t size_ = 0;
  std::int64_t position_ = 0;
};

}  // namespace tactus
