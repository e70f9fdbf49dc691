#include "datasets/formats/text/json_text.h"

#include <fmt/core.h>

#include <algorithm>

#include "model/files/strict_json.h"

namespace tactus {
namespace {

constexpr int kDeepest = 64;
constexpr std::size_t kMostValues = 8'000'000;  // about a GiB as a document

struct Word {
  std::string_view text;
  std::string_view replacement;  // of equal length, so that places in messages stay right
};
constexpr Word kWords[] = {{"NaN", "\"\" "}, {"-Infinity", "null     "}, {"Infinity", "null    "}};

[[noreturn]] void fail_at_byte(const FormatInput& input, std::size_t byte, std::string_view what) {
  const std::string_view before = input.content.substr(0, byte);
  const auto line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1;
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 = 0
  throw FormatError(input.name, line, byte - line_start + 1, what);
}

// One pass over all characters outside strings.
class Screening {
 public:
  explicit Screening(const FormatInput& input) : input_(input), text_(input.content) {}

  std::string run() {
    for (std::size_t i = 0; i < text_.size(); ++i)
      i = in_string_ ? inside_string(i) : outside_string(i);
    return std::move(text_);
  }

 private:
  std::size_t inside_string(std::size_t i) {
    if (text_[i] == '\\') return i + 1;
    if (text_[i] == '"') in_string_ = false;
    return i;
  }

  std::size_t outside_string(std::size_t i) {
    const char c = text_[i];
    if (c == '"') in_string_ = true;
    if (c == '[' || c == '{') ++depth_;
    if (c == ']' || c == '}') --depth_;
    if (depth_ > kDeepest) fail_at_byte(input_, i, fmt::format("nested deeper than {}", kDeepest));
    if ((c == ',' || c == '[' || c == '{') && ++values_ > kMostValues) {
      fail_at_byte(input_, i, fmt::format("more than {} values", kMostValues));
    }
    return c == 'N' || c == 'I' || c == '-' ? replace_word(i) : i;
  }

  std::size_t replace_word(std::size_t i) {
    for (const Word& word : kWords) {
      if (text_.compare(i, word.text.size(), word.text) != 0) continue;
      text_.replace(i, word.text.size(), word.replacement);
      return i + word.text.size() - 1;
    }
    return i;
  }

  const FormatInput& input_;
  std::string text_;
  bool in_string_ = false;
  int depth_ = 0;
  std::size_t values_ = 0;
};

}  // namespace

nlohmann::json parse_json(const FormatInput& input) {
  const std::string text = Screening(input).run();
  try {
    return nlohmann::json::parse(text);
  } catch (const nlohmann::json::parse_error& error) {
    const std::string what = json_fault(error);  // the place follows from the byte
    const std::size_t colon = what.starts_with("line ") ? what.find(": ") : std::string::npos;
    fail_at_byte(
        input, error.byte > 0 ? std::min(error.byte - 1, input.content.size()) : 0,
        fmt::format("not JSON: {}", colon == std::string::npos ? what : what.substr(colon + 2)));
  } catch (const nlohmann::json::exception& error) {
    throw FormatError(input.name, 0, 0,
                      fmt::format("JSON that cannot be stored: {}", json_fault(error)));
  }
}

}  // namespace tactus
