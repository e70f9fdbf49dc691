#include "app/cli/commands/open_library.h"

#include "app/cli/commands/json_lines.h"
#include "audio/standard_streams.h"

namespace tactus {

namespace fs = std::filesystem;

OptionRow index_option(std::string& index) {
  return {"--index", &index, kText, kOutputName,
          "File of the index (default: library.sqlite in ~/.local/share/tactus)"};
}

fs::path index_file(const std::string& named) {
  return named.empty() ? usual_index() : fs::absolute(named);
}

std::unique_ptr<LibraryIndex> open_library_to_add(const fs::path& file) {
  return index_to_add(file, [&file](const fs::path& aside, bool personal_whole) {
    print_log("warning: {}: was damaged and is kept as {}; building a new index{}\n", file.string(),
              aside.string(),
              personal_whole ? "" : " without the stars, colours and playlists that were damaged");
  });
}

const char* log_word(const UpdateRow& row) {
  const bool warns = row.status == UpdateStatus::kTagged && !row.message.empty();
  return warns ? "warning" : name_of(row.status);
}

void print_row_json(const UpdateRow& row) {
  nlohmann::ordered_json json = {
      {"file", row.audio.string()}, {"status", name_of(row.status)}, {"message", row.message}};
  add_exact_path(json, "file_url", row.audio);
  print_json_line(json);
}

}  // namespace tactus
