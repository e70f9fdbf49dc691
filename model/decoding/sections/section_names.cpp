#include "model/decoding/sections/section_names.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <utility>

namespace tactus {
namespace {

constexpr std::pair<std::string_view, std::string_view> kSynonyms[] = {
    {"prechorus", "pre-chorus"}, {"pre", "pre-chorus"},         {"refrain", "chorus"},
    {"introduction", "intro"},   {"instrumental", "interlude"}, {"trans", "interlude"},
    {"transition", "interlude"}, {"break", "interlude"},        {"coda", "outro"},
    {"ending", "outro"},         {"fadeout", "outro"},          {"middle", "bridge"}};

}  // namespace

int section_class(std::string_view label) {
  std::string word;
  for (const char c : label) {
    const auto u = static_cast<unsigned char>(c);
    if (!std::isalpha(u) && c != '-') break;
    word += static_cast<char>(std::tolower(u));
  }
  const auto synonym = std::ranges::find(kSynonyms, std::string_view(word),
                                         &std::pair<std::string_view, std::string_view>::first);
  const std::string_view name = synonym == std::end(kSynonyms) ? word : synonym->second;
  const auto found = std::ranges::find(kSectionNames, name);
  return found == kSectionNames.end() ? -1 : static_cast<int>(found - kSectionNames.begin());
}

}  // namespace tactus
