// A YAML text as a tree that remembers where everything stood. The only reader of YAML in the
// program.
//
// Accepted is the plain part of YAML 1.2: one document of mappings with scalar keys, sequences and
// scalars. Refused at the place where they stand: aliases (`*name`), tags (`!tag`), a key given
// twice, nesting deeper than kMaxConfigDepth, more than kMaxConfigNodes values, texts longer than
// kMaxConfigBytes.
#pragma once

#include <cstddef>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "audio/error.h"

namespace tactus {

inline constexpr std::size_t kMaxConfigBytes = std::size_t{32} << 20;
inline constexpr std::size_t kMaxConfigDepth = 16;
inline constexpr std::size_t kMaxConfigNodes = 2'000'000;

// Message "FILE:line:column: what was found, what was expected".
class ConfigError : public ErrorOf<ErrorCode::kConfig> {
 public:
  explicit ConfigError(const std::string& message, int line = 0, int column = 0)
      : ErrorOf(message), line_(line), column_(column) {}
  int line() const { return line_; }  // from 1; 0 = of no place in the file
  int column() const { return column_; }

 private:
  int line_;
  int column_;
};

struct ConfigNode {
  enum class Kind { kNull, kScalar, kSequence, kMapping };
  Kind kind = Kind::kNull;
  std::string scalar;
  bool quoted = false;               // "..." or '...': never a number
  int line = 0;                      // from 1; 0 = not from a file
  int column = 0;                    // from 1
  std::vector<ConfigNode> children;  // of a sequence; the values of a mapping
  std::vector<ConfigNode> keys;      // of a mapping: scalars, one per child

  // The child of that key, or null.
  const ConfigNode* find(std::string_view key) const;
};

struct ConfigDocument {
  std::string name;  // of the file, for messages
  ConfigNode root;   // kNull for an empty document
  std::string text;

  // "name:line:column: what"
  [[noreturn]] void fail(const ConfigNode& place, std::string_view what) const;
};

// Throws ConfigError for anything that is no such document.
ConfigDocument parse_config(std::string_view text, const std::string& name);
ConfigDocument load_config(const std::filesystem::path& path);

// "--set key.sub=value": value is YAML text; creates or replaces. Throws ConfigError for a
// malformed assignment.
void set_config_value(ConfigDocument& document, const std::string& assignment);

}  // namespace tactus
