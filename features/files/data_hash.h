// A hash of bytes, to find damage: equal bytes have equal hashes on every machine. Not for
// security.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace tactus {

// XXH3 with 128 bits (Yann Collet, xxHash), some 10 GB/s. Takes the bytes in pieces of any size.
class DataHash {
 public:
  DataHash();
  ~DataHash();
  DataHash(DataHash&&) noexcept;
  DataHash& operator=(DataHash&&) noexcept;

  void add(std::span<const std::byte> bytes);
  void add(std::string_view text) { add(std::as_bytes(std::span(text))); }
  // Of all bytes so far, as 32 hexadecimal digits.
  std::string hex() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The same of bytes that lie together.
std::string hash_bytes(std::span<const std::byte> bytes);
std::string hash_text(std::string_view text);

}  // namespace tactus
