#include "audio/file_tags/serato_text.h"

#include <tbytevector.h>

namespace tactus {
namespace {

constexpr std::size_t kLineBytes = 54;  // become 72 characters

std::string base64(std::string_view bytes) {
  const TagLib::ByteVector block(bytes.data(), static_cast<unsigned>(bytes.size()));
  const TagLib::ByteVector text = block.toBase64();
  std::string characters(text.data(), text.size());
  characters.erase(characters.find_last_not_of('=') + 1);
  return characters;
}

std::string envelope(std::string_view name) {
  using namespace std::string_literals;
  return "application/octet-stream\0\0"s.append(name) + '\0';
}

}  // namespace

std::string base64_lines(std::string_view bytes) {
  std::string text;
  for (std::size_t at = 0; at < bytes.size(); at += kLineBytes) {
    if (at > 0) text += '\n';
    text += base64(bytes.substr(at, kLineBytes));
  }
  return text;
}

std::string bytes_of_base64(std::string_view text) {
  std::string characters(text);
  std::erase(characters, '\n');
  if (characters.size() % 4 == 1) characters.pop_back();
  characters.append((4 - characters.size() % 4) % 4, '=');
  const TagLib::ByteVector bytes = TagLib::ByteVector::fromBase64(
      TagLib::ByteVector(characters.data(), static_cast<unsigned>(characters.size())));
  return {bytes.data(), bytes.size()};
}

std::string serato_text(std::string_view bytes, std::string_view name) {
  return base64_lines(envelope(name).append(bytes)) + 'A';
}

std::string serato_bytes_in(std::string_view text, std::string_view name) {
  const std::string bytes = bytes_of_base64(text.substr(0, text.size() - (text.empty() ? 0 : 1)));
  const std::string head = envelope(name);
  return bytes.starts_with(head) ? bytes.substr(head.size()) : "";
}

std::string big_endian_bytes(std::uint32_t value) {
  std::string bytes;
  for (const int shift : {24, 16, 8, 0}) bytes += static_cast<char>(value >> shift);
  return bytes;
}

std::uint32_t big_endian_at(std::string_view bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (const char c : bytes.substr(at, 4)) value = value << 8 | static_cast<unsigned char>(c);
  return value;
}

}  // namespace tactus
