// Reads a mapping of a configuration strictly: every key must be asked for, every value must have
// its type. On request it also writes down what it was asked for: what a form needs.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/config/config_document.h"
#include "model/parameter_table.h"

namespace tactus {

// One key as its reader asked for it.
struct ConfigField {
  enum class Kind { kText, kPath, kFlag, kWhole, kNumber, kWholes, kNumbers, kChoice };
  std::string path = {};  // "schedule.epochs"
  Kind kind = Kind::kText;
  double low = 0.0, high = 0.0;           // of numbers
  std::vector<std::string> choices = {};  // of kChoice
  std::string standard = {};              // the value where the file has none, as YAML
  std::optional<std::string> value = {};  // what the file says, as YAML; none where it is silent
  std::string fault = {};                 // why the value is refused; "" = it is not
};

struct ConfigFault {
  int line = 0;  // from 1; 0 = of no place in the file
  int column = 0;
  std::string message;  // with file and place
};

// What reading a configuration told: its keys in the order in which they were read, and every fault
// where an ordinary reading stops at the first.
struct ConfigInspection {
  std::vector<ConfigField> fields;
  std::vector<ConfigFault> faults;
};

// One mapping. Each read() fills its target when the key is there and leaves it when not; finish()
// then refuses keys nobody asked for. All throw ConfigError with the place. A null value (`key:`)
// counts as absent.
class ConfigMapping {
 public:
  // `what` names the mapping in messages: "schedule". Throws when the node is neither a mapping nor
  // null. With `inspection` (which must outlive it), fields and faults go there, a value that is
  // refused leaves its target as it was, and nothing but `require` throws.
  ConfigMapping(const ConfigDocument& document, const ConfigNode& node, std::string what,
                ConfigInspection* inspection = nullptr);

  void read(std::string_view key, std::string& target);
  void read_path(std::string_view key, std::string& target);
  void read(std::string_view key, bool& target);  // true or false
  // Whole numbers and numbers within [low, high].
  void read(std::string_view key, int& target, int low, int high);
  void read(std::string_view key, double& target, double low, double high);
  void read(std::string_view key, std::uint64_t& target);
  void read(std::string_view key, std::vector<int>& target, int low,
            int high);  // a number stands for [number]
  void read(std::string_view key, std::vector<double>& target, double low, double high);
  // One of the given words.
  template <typename T>
  void read(std::string_view key, T& target,
            std::initializer_list<std::pair<std::string_view, T>> choices) {
    std::vector<std::string_view> words;
    std::string_view standard;
    for (const auto& [word, value] : choices) {
      words.push_back(word);
      if (value == target) standard = word;
    }
    read_field(key, choice_field(words, standard), [&](const ConfigNode& node) {
      for (const auto& [word, value] : choices) {
        if (!is_word(node, word)) continue;
        target = value;
        return;
      }
      refuse_choice(key, node, words);
    });
  }

  // Every parameter of the table under its name; those that are learned are taken unread.
  void read(const ParameterTable& table);

  // The value of a key for the caller to read: null when absent.
  const ConfigNode* take(std::string_view key);
  // Throws unless the key is there with a value.
  const ConfigNode& require(std::string_view key);
  // The mapping under a key; an empty one when absent.
  ConfigMapping mapping(std::string_view key);
  // The items of the sequence under a key; none when absent.
  std::vector<const ConfigNode*> sequence(std::string_view key);

  // Call last: throws for the first unknown key, with the nearest known one.
  void finish() const;
  const ConfigNode& node() const { return *node_; }
  const ConfigDocument& document() const { return *document_; }
  // Runs work(); with an inspection its ConfigError becomes a fault.
  void tolerate(const std::function<void()>& work) const;

 private:
  template <typename Value>
  void read(const Parameter& parameter, const Value& value);
  using Take = std::function<void(const ConfigNode&)>;
  // take(node) where the key has a value.
  void read_field(std::string_view key, ConfigField field, const Take& take_value);
  static ConfigField choice_field(const std::vector<std::string_view>& words,
                                  std::string_view standard);
  static bool is_word(const ConfigNode& node, std::string_view word);
  [[noreturn]] void refuse(std::string_view key, const ConfigNode& node,
                           std::string_view expected) const;
  [[noreturn]] void refuse_choice(std::string_view key, const ConfigNode& node,
                                  const std::vector<std::string_view>& words) const;
  double number(std::string_view key, const ConfigNode& node, double low, double high) const;
  int whole(std::string_view key, const ConfigNode& node, int low, int high) const;

  const ConfigDocument* document_;
  const ConfigNode* node_;
  std::string what_;
  std::string path_;  // of the mapping, with a dot at its end; "" = the root
  ConfigInspection* inspection_;
  std::vector<std::string> known_;
};

}  // namespace tactus
