// Reads YAML text into a tree that keeps the place of every value. The only reader of YAML in the
// program.
//
// It accepts the plain part of YAML 1.2: one document of mappings with scalar keys, sequences and
// scalars. It rejects, with the place: aliases (`*name`), tags (`!tag`), a key that appears twice,
// more than kMaxConfigDepth levels, more than kMaxConfigNodes values, more than kMaxConfigBytes.
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
inline constexpr std::size_t kMaxConfigNodes =
    500'000;  // read in a second; a manifest of 100,000 songs

struct ConfigFault {
  int line = 0;  // from 1; 0 = no place in the file
  int column = 0;
  std::string message;  // without file and place
};

// Message: "FILE:LINE:COLUMN: what was found, what was expected"; "FILE: ..." without a place.
class ConfigError : public ErrorOf<ErrorCode::kConfig> {
 public:
  explicit ConfigError(const std::string& message) : ErrorOf(message), fault_{0, 0, message} {}
  ConfigError(const std::string& file, ConfigFault fault);
  const ConfigFault& fault() const { return fault_; }

 private:
  ConfigFault fault_;
};

struct ConfigNode {
  enum class Kind { kNull, kScalar, kSequence, kMapping };
  Kind kind = Kind::kNull;
  std::string scalar;
  bool quoted = false;               // "..." or '...': never a number
  int line = 0;                      // from 1; 0 = not from a file; -N = of the Nth assignment
  int column = 0;                    // from 1
  std::vector<ConfigNode> children;  // items of a sequence; values of a mapping
  std::vector<ConfigNode> keys;      // of a mapping: scalars, one per child

  static ConfigNode of_scalar(std::string text, bool quoted = false);
  std::size_t index(std::string_view key) const;       // keys.size() if there is no such key
  const ConfigNode* find(std::string_view key) const;  // null if there is no such key
  // Returns the value of a key of a mapping. A missing key is added, with a null value.
  ConfigNode& at(const std::string& key);
  void erase(std::string_view key);
};

struct ConfigDocument {
  std::string name;  // of the file, for messages
  ConfigNode root;   // kNull if the document is empty
  std::string text;
  std::vector<std::string> assignments = {};  // "--set key.sub=value"

  // Throws ConfigError "name:line:column: what", or "--set key.sub=value: what".
  [[noreturn]] void fail(const ConfigNode& place, std::string_view what) const;
};

// Both throw ConfigError for any other text.
ConfigDocument parse_config(std::string_view text, const std::string& name);
ConfigDocument load_config(const std::filesystem::path& path);

// Does what "--set key.sub=value" asks for; the value is YAML. Adds or replaces the key. Throws
// ConfigError for a malformed assignment.
void set_config_value(ConfigDocument& document, const std::string& assignment);

}  // namespace tactus
