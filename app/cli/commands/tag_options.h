// Options and output that `tactus tag` and `tactus write-tags` share.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/cli/commands/option_rows.h"
#include "app/engine/file_tags/file_tag_texts.h"
#include "audio/file_tags/tag_change.h"

namespace tactus {

struct TagOptions {
  std::vector<std::string> fields;  // "bpm", "key", "grid", "cues"
  std::string notation;             // "" = musical
  FileTagOptions choice;
};

// `name` (with the fields), --key-notation, --overwrite-tags, --keep-times and --dry-run.
OptionRows tag_options(TagOptions& options, const std::string& name,
                       const std::string& dry_run_help);
// The choice of the user. Throws ArgumentError for a field or notation that does not exist, and for
// options without `name`.
FileTagOptions file_tag_options(const TagOptions& options, const std::string& name);

// "120 -> 127.96", "120 (stays)", "120 (same)", "not in Ogg Vorbis".
std::string change_text(const FileTagChange& change);
// [{"tag": "BPM", "before": "", "after": "127.96", "outcome": "written"}]
nlohmann::ordered_json changes_json(const std::vector<FileTagChange>& changes, bool dry_run);

}  // namespace tactus
