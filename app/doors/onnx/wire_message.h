// A message in the wire format of Protocol Buffers (protobuf.dev/programming-guides/encoding), in
// which ONNX files are written: fields one after the other, each a key (number and kind) and a
// value. A field of another message or text has its length in front of it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tactus {

class WireMessage {
 public:
  // Adds a field; returns the message. `field` is its number in the .proto file.
  WireMessage& integer(int field, std::int64_t value);
  WireMessage& integers(int field, std::span<const std::int64_t> values);  // a field for each
  WireMessage& packed(int field, std::span<const std::int64_t> values);    // all in one field
  WireMessage& text(int field, std::string_view bytes);
  WireMessage& message(int field, const WireMessage& below) { return text(field, below.bytes_); }
  // The fields of another message of the same type.
  WireMessage& append(const WireMessage& fields);

  const std::string& bytes() const { return bytes_; }

 private:
  void varint(std::uint64_t value);
  void key(int field, unsigned kind);

  std::string bytes_;
};

}  // namespace tactus
