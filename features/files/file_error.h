// Faults of files in words for people: "song.lab: cannot be written: No space left on device".
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>

namespace tactus {

// A filesystem_error whose what() is such a line.
class FileError : public std::filesystem::filesystem_error {
 public:
  FileError(const std::string& action, const std::filesystem::path& path, std::error_code code)
      : filesystem_error(action, path, code),
        text_(std::make_shared<const std::string>(path.string() + ": " + action + ": " +
                                                  code.message())) {}
  const char* what() const noexcept override { return text_->c_str(); }

 private:
  std::shared_ptr<const std::string> text_;  // shared: copies of exceptions may not throw
};

// The line of any such error. That of the standard library begins with "filesystem error: " and
// ends with the paths in brackets.
inline std::string file_fault(const std::filesystem::filesystem_error& error) {
  if (dynamic_cast<const FileError*>(&error) || error.path1().empty()) return error.what();
  const std::string what = error.what(), reason = error.code().message();
  constexpr std::string_view kBegin = "filesystem error: ";
  const std::size_t begin = what.starts_with(kBegin) ? kBegin.size() : 0;
  const std::size_t end = what.find(": " + reason, begin);
  if (end == std::string::npos) return error.path1().string() + ": " + reason;
  return error.path1().string() + ": " + what.substr(begin, end - begin) + ": " + reason;
}

}  // namespace tactus
