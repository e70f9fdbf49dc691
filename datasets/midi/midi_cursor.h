// What the reader of MIDI files moves over their bytes, and how it notes their faults.
#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/midi/midi_file.h"

namespace tactus {

class EndReached : public MidiError {
  using MidiError::MidiError;
};

// A cursor over the bytes that never reads past `end_`.
class Cursor {
 public:
  Cursor(std::span<const std::uint8_t> bytes, std::string_view name)
      : bytes_(bytes), end_(bytes.size()), name_(name) {}

  std::size_t place() const { return place_; }
  std::size_t end() const { return end_; }
  std::size_t left() const { return end_ - place_; }
  std::string_view name() const { return name_; }
  void move_to(std::size_t place) { place_ = std::min(place, end_); }
  void end_at(std::size_t end) { end_ = std::min(end, end_); }

  [[noreturn]] void fail(std::string_view what, std::size_t at) const {
    throw MidiError(fmt::format("{}: byte {}: {}", name_, at, what));
  }
  void need(std::size_t count, std::string_view what) const {
    if (left() < count)
      throw EndReached(fmt::format("{}: byte {}: {} needs {} bytes, {} are left", name_, place_,
                                   what, count, left()));
  }
  std::uint8_t u8(std::string_view what) {
    need(1, what);
    return bytes_[place_++];
  }
  std::uint8_t next() const { return left() > 0 ? bytes_[place_] : 0; }
  std::uint32_t big_endian(int count, std::string_view what) {
    need(static_cast<std::size_t>(count), what);
    std::uint32_t value = 0;
    for (int i = 0; i < count; ++i) value = value << 8 | bytes_[place_++];
    return value;
  }
  std::uint32_t little_endian(std::string_view what) {
    const std::uint32_t value = big_endian(4, what);
    return value >> 24 | (value >> 8 & 0xFF00) | (value << 8 & 0xFF0000) | value << 24;
  }
  std::uint32_t variable(std::string_view what) {
    const std::size_t start = place_;
    std::uint32_t value = 0;
    for (int i = 0; i < 4; ++i) {
      const std::uint8_t byte = u8(what);
      value = value << 7 | (byte & 0x7Fu);
      if (byte < 0x80) return value;
    }
    fail(fmt::format("{} is longer than 4 bytes", what), start);
  }
  std::string text(std::size_t count, std::string_view what) {
    need(count, what);
    std::string result(bytes_.begin() + static_cast<std::ptrdiff_t>(place_),
                       bytes_.begin() + static_cast<std::ptrdiff_t>(place_ + count));
    place_ += count;
    return result;
  }
  bool has_at(std::size_t place, std::string_view text) const {
    return place + text.size() <= end_ &&
           std::equal(text.begin(), text.end(),
                      bytes_.begin() + static_cast<std::ptrdiff_t>(place));
  }
  // Of the next `text` from `from` on, before `limit`; `end()` if there is none.
  std::size_t find(std::string_view text, std::size_t from, std::size_t limit) const {
    const auto begin = bytes_.begin(), last = begin + static_cast<std::ptrdiff_t>(end_);
    const auto stop = begin + static_cast<std::ptrdiff_t>(std::min(limit, end_));
    const auto found =
        std::search(begin + static_cast<std::ptrdiff_t>(from), stop, text.begin(), text.end());
    return static_cast<std::size_t>((found == stop ? last : found) - begin);
  }

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t place_ = 0;
  std::size_t end_;
  std::string_view name_;
};

// Faults and what is made of them, one note for each remedy. Without notes a fault is an error.
class Repairs {
 public:
  explicit Repairs(std::vector<std::string>* notes) : notes_(notes) {}

  bool strict() const { return notes_ == nullptr; }
  void repair(const Cursor& cursor, std::size_t at, std::string_view fault, const char* remedy) {
    if (strict()) cursor.fail(fault, at);
    remark(cursor, at, fault, remedy);
  }
  // A fault that does no harm without notes either.
  void remark(const Cursor& cursor, std::size_t at, std::string_view fault, const char* remedy) {
    if (strict()) return;
    const auto same = std::ranges::find(kinds_, remedy, &Kind::remedy);
    if (same != kinds_.end()) return static_cast<void>(++same->more);
    kinds_.push_back(
        {remedy, fmt::format("{}: byte {}: {}: {}", cursor.name(), at, fault, remedy)});
  }
  std::size_t faults() const {
    std::size_t count = 0;
    for (const Kind& kind : kinds_) count += 1 + kind.more;
    return count;
  }
  void report() const {
    for (const Kind& kind : kinds_)
      notes_->push_back(kind.first + (kind.more > 0 ? fmt::format(", {} more", kind.more) : ""));
  }

 private:
  struct Kind {
    std::string_view remedy;
    std::string first;
    std::size_t more = 0;
  };
  std::vector<std::string>* notes_;
  std::vector<Kind> kinds_;
};

}  // namespace tactus
