// Reads a mapping of a configuration strictly: every key must be asked for, every value must have
// its type.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/config_document.h"

namespace tactus {

// One mapping. Each read() fills its target when the key is there and leaves it when not; finish()
// then refuses keys nobody asked for. All throw ConfigError with the place. A null value (`key:`)
// counts as absent.
class ConfigMapping {
 public:
  // `what` names the mapping in messages: "schedule". Throws when the node is neither a mapping nor
  // null.
  ConfigMapping(const ConfigDocument& document, const ConfigNode& node, std::string what);

  void read(std::string_view key, std::string& target);
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
    const ConfigNode* node = take(key);
    if (!node) return;
    for (const auto& [word, value] : choices) {
      if (is_word(*node, word)) {
        target = value;
        return;
      }
    }
    std::vector<std::string_view> words;
    for (const auto& choice : choices) words.push_back(choice.first);
    refuse_choice(key, *node, words);
  }

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

 private:
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
  std::vector<std::string> known_;
};

// The word of `known` that `word` was probably meant to be (edit distance, Levenshtein 1966), if
// any is near.
std::optional<std::string> nearest_word(std::string_view word,
                                        const std::vector<std::string>& known);

}  // namespace tactus
