#include "app/doors/onnx/wire_message.h"

namespace tactus {
namespace {

constexpr unsigned kVarint = 0, kLengthAndBytes = 2;  // kinds of values

}  // namespace

// Seven bits a byte, lowest first; the high bit says that more follow.
void WireMessage::varint(std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) bytes_ += static_cast<char>(value | 0x80);
  bytes_ += static_cast<char>(value);
}

void WireMessage::key(int field, unsigned kind) {
  varint(static_cast<unsigned>(field) << 3 | kind);
}

WireMessage& WireMessage::integer(int field, std::int64_t value) {
  key(field, kVarint);
  varint(static_cast<std::uint64_t>(value));  // a negative one has ten bytes
  return *this;
}

WireMessage& WireMessage::integers(int field, std::span<const std::int64_t> values) {
  for (const std::int64_t value : values) integer(field, value);
  return *this;
}

WireMessage& WireMessage::packed(int field, std::span<const std::int64_t> values) {
  WireMessage all;
  for (const std::int64_t value : values) all.varint(static_cast<std::uint64_t>(value));
  return text(field, all.bytes_);
}

WireMessage& WireMessage::text(int field, std::string_view bytes) {
  key(field, kLengthAndBytes);
  varint(bytes.size());
  bytes_ += bytes;
  return *this;
}

WireMessage& WireMessage::append(const WireMessage& fields) {
  bytes_ += fields.bytes_;
  return *this;
}

}  // namespace tactus
