// Reads a mapping of a configuration strictly: every key must be known, every value must have its
// type and range. For an editor it also lists all keys and all faults.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/config/config_document.h"
#include "model/parameter_table.h"

namespace tactus {

// A key that a configuration can have. Values are as a person types them: a list without brackets,
// a text without quotes.
struct ConfigField {
  enum class Kind { kText, kPath, kPaths, kValue, kList };
  std::string path = {};  // "schedule.epochs"
  Kind kind = Kind::kValue;
  std::string meaning = {};             // one line for people
  std::string expected = {};            // "a whole number from 1 to 32"
  std::vector<std::string> words = {};  // the allowed values, if these are words
  std::string standard = {};            // the value if the file has none
  std::string value = {};               // in the file; "" = none
  std::vector<std::string> paths = {};  // in the file, if it is a list of paths
  std::string fault = {};               // why the value is rejected; "" = it is accepted

  // Returns what a person typed as YAML.
  std::string yaml(const std::string& typed) const;
};

// All keys in the order of reading, and all faults. A reading without it stops at the first fault.
struct ConfigInspection {
  std::vector<ConfigField> fields;
  std::vector<ConfigFault> faults;

  const ConfigField* find(std::string_view path) const;  // null if there is no such field
};

// One mapping. read() fills its target if the key has a value; a null value (`key:`) counts as a
// missing key. finish() rejects unknown keys. All functions throw ConfigError with the place.
class ConfigMapping {
 public:
  // `what` names the mapping in messages: "schedule". Throws if the node is neither a mapping nor
  // null. An `inspection` (which must outlive this object) takes fields and faults instead: then a
  // rejected value leaves its target unchanged, and only require() throws.
  ConfigMapping(const ConfigDocument& document, const ConfigNode& node, std::string what,
                ConfigInspection* inspection = nullptr);

  // Reads every parameter of the table under its name. In a list parameter, one number stands for a
  // list of one. Learned parameters have no range and no field. get() of a choice without a
  // default returns the number of its words.
  void read(const ParameterTable& table);
  // Reads a whole mapping under `key`, with finish().
  void read(std::string_view key, const ParameterTable& table);
  void read(std::string_view key, std::string& target, std::string meaning = {},
            ConfigField::Kind kind = ConfigField::Kind::kText);
  void read(std::string_view key, std::uint64_t& target, std::string meaning);
  // A list of paths; one path stands for a list of one.
  void read(std::string_view key, std::vector<std::string>& target, std::string meaning);

  // Allows a key and returns its value, which the caller reads; null if it is missing.
  const ConfigNode* take(std::string_view key);
  // Throws if the key has no value.
  const ConfigNode& require(std::string_view key);
  // The mapping under a key; empty if it is missing.
  ConfigMapping mapping(std::string_view key);
  // The items of the sequence under a key; none if it is missing.
  std::vector<const ConfigNode*> sequence(std::string_view key);

  // Call it last: it throws for the first unknown key, with the nearest known one.
  void finish() const;
  const ConfigNode& node() const { return *node_; }
  const ConfigDocument& document() const { return *document_; }
  // Runs work(). An inspection takes its ConfigError.
  void tolerate(const std::function<void()>& work) const;

 private:
  // Returns the node with the wrong value, null if there is none.
  using Take = std::function<const ConfigNode*(const ConfigNode&)>;
  // Returns why the value is rejected; "" = it is accepted, or there is none.
  std::string read_value(std::string_view key, const std::string& expected, const Take& take_value);
  void read_field(std::string_view key, ConfigField field, const Take& take_value);

  const ConfigDocument* document_;
  const ConfigNode* node_;
  std::string what_;
  std::string path_;  // of the mapping, with a dot at its end; "" = the root
  ConfigInspection* inspection_;
  std::vector<std::string> known_;
};

}  // namespace tactus
