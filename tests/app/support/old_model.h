// Model files as old versions wrote them.
#pragma once

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace tactus::test {

// Without the hash of the content.
inline void remove_hash(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), sizeof length);
  auto header = nlohmann::json::parse(bytes.substr(8, length));
  header["__metadata__"].erase("content_hash");
  const std::string text = header.dump(), data = bytes.substr(8 + length);
  length = text.size();
  std::ofstream(file, std::ios::binary)
      << std::string_view(reinterpret_cast<const char*>(&length), sizeof length) << text << data;
}

}  // namespace tactus::test
