// A regular file read by position. Decoders that are C libraries call it from their callbacks, so
// it never throws while reading: a fault is remembered and asked for afterwards.
#pragma once

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
  // Throws AudioError when the path is not a readable regular file or holds no byte.
  explicit ByteSource(const std::filesystem::path& path);
  ~ByteSource();
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;

  std::int64_t size() const { return size_; }  // bytes, when it was opened
  // Fills `out` from byte `offset`; fewer only at the end of the file or on a fault.
  std::size_t read_at(std::int64_t offset, std::span<unsigned char> out) const noexcept;
  // Up to `count` bytes from `offset`, as text or numbers for a parser of headers.
  std::vector<unsigned char> bytes(std::int64_t offset, std::size_t count) const;
  // Makes every later read see `bytes` at `offset`: how a lying header field is corrected for a
  // library.
  void overlay(std::int64_t offset, std::vector<unsigned char> bytes);

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

// Some runs of bytes of a source, one after the other, with a position: what a library believes to
// be its file.
class ByteWindow {
 public:
  // The source must outlive the window.
  ByteWindow(const ByteSource& source, std::int64_t begin, std::int64_t end);
  ByteWindow(const ByteSource& source, const std::vector<ByteExtent>& extents);

  std::int64_t size() const { return size_; }
  std::int64_t position() const { return position_; }
  // Where a position of the window (inside it) is in the source.
  std::int64_t source_offset(std::int64_t position) const;
  std::size_t read(std::span<unsigned char> out) noexcept;
  // As lseek(): the new position, or -1 for one outside [0, 2^62).
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
