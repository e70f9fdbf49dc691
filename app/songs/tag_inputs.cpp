#include "app/songs/tag_inputs.h"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <set>
#include <string_view>
#include <utility>

#include "audio/error.h"
#include "audio/file_extensions.h"
#include "datasets/corpora/folder_walk.h"

namespace tactus {

namespace fs = std::filesystem;

namespace {

class FolderWalk {
 public:
  FolderWalk(const fs::path& top, std::vector<TagInput>& found) : top_(top), found_(found) {
    visit(top);
  }

 private:
  void visit(const fs::path& folder) {
    std::error_code error;
    if (!seen_.insert(fs::canonical(folder, error)).second || error) return;
    std::vector<fs::path> entries;
    fs::directory_iterator iterator(folder, error);
    for (; !error && iterator != fs::directory_iterator(); iterator.increment(error)) {
      entries.push_back(iterator->path());
    }
    if (error)
      add(folder, fmt::format("{}: folder cannot be read: {}", folder.string(), error.message()));
    std::sort(entries.begin(), entries.end());
    for (const fs::path& entry : entries) {
      if (is_hidden(entry)) continue;
      std::error_code ignored;
      if (fs::is_directory(entry, ignored)) {
        visit(entry);
      } else if (has_audio_extension(entry)) {
        add(entry, "");
      }
    }
  }

  void add(const fs::path& path, std::string fault) {
    found_.push_back({path, path.lexically_relative(top_), false, std::move(fault)});
  }

  fs::path top_;
  std::vector<TagInput>& found_;
  std::set<fs::path> seen_;
};

}  // namespace

std::vector<TagInput> collect_inputs(const std::vector<std::string>& arguments) {
  std::vector<TagInput> inputs;
  for (const std::string& argument : arguments) {
    const fs::path path(argument);
    std::error_code error;
    if (fs::is_directory(path, error)) {
      FolderWalk(path, inputs);
    } else {
      std::string fault;
      if (!fs::exists(path, error)) fault = fmt::format("{}: no such file or folder", argument);
      inputs.push_back({path, path.filename(), true, fault});
    }
  }
  std::set<fs::path> seen;
  std::erase_if(inputs, [&](const TagInput& input) {
    std::error_code error;
    const fs::path real = fs::weakly_canonical(input.audio, error);
    return !seen.insert(error ? input.audio : real).second;
  });
  return inputs;
}

std::vector<std::string> read_list(const std::string& file_or_dash) {
  const auto refuse = [&](const char* why) {
    throw InputError(fmt::format("--list {}: {}", file_or_dash, why));
  };
  std::error_code error;
  std::ifstream file;
  if (file_or_dash != "-") {
    if (fs::is_directory(file_or_dash, error)) refuse("a folder, expected a file");
    file.open(file_or_dash);
    if (!file) refuse("the file cannot be opened");
  }
  std::istream& in = file_or_dash == "-" ? std::cin : file;
  std::vector<std::string> lines;
  bool first = true;
  for (std::string line; std::getline(in, line); first = false) {
    if (first && line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);
    if (!line.empty() && line.back() == '\r') line.pop_back();
    const bool comment = line.starts_with('#') && !fs::exists(line, error);
    if (!line.empty() && !comment) lines.push_back(line);
  }
  if (in.bad()) refuse("the file cannot be read");
  return lines;
}

}  // namespace tactus
