#include "app/cli/commands/tag_options.h"

#include <fmt/core.h>

#include "app/cli/commands/option_checks.h"

namespace tactus {
namespace {

const char* outcome_name(FileTagOutcome outcome, bool dry_run) {
  switch (outcome) {
    case FileTagOutcome::kWritten:
      return dry_run ? "would be written" : "written";
    case FileTagOutcome::kKept:
      return "stays";
    case FileTagOutcome::kSame:
      return "same";
    case FileTagOutcome::kRefused:
      return "refused";
  }
  return "unknown";
}

}  // namespace

OptionRows tag_options(TagOptions& options, const std::string& name,
                       const std::string& dry_run_help) {
  return {
      {name, &options.fields, kText, one_of({"bpm", "key", "grid", "cues"}),
       fmt::format("Values to write into the tags of the audio files, with commas between them: "
                   "bpm, key (with a confidence of {} or more), grid and cues (beats, cue "
                   "points and loops, as Serato and Mixxx read them)",
                   kLeastKeyConfidence),
       kList},
      {"--key-notation", &options.notation, kText, one_of({"musical", "camelot", "openkey"}),
       "Keys in the tags: musical (Am, the default), camelot (8A) or openkey (1m)"},
      {"--overwrite-tags", &options.choice.overwrite, kFlag, kAny,
       "Replace tempo, key, grid and cues that an audio file already has"},
      {"--keep-times", &options.choice.keep_times, kFlag, kAny,
       "Keep the modification times of audio files when their tags change"},
      {"--dry-run", &options.choice.dry_run, kFlag, kAny, dry_run_help}};
}

FileTagOptions file_tag_options(const TagOptions& options, const std::string& name) {
  FileTagOptions choice = options.choice;
  for (const std::string& field : options.fields) {
    (field == "bpm"    ? choice.bpm
     : field == "key"  ? choice.key
     : field == "cues" ? choice.cues
                       : choice.grid) = true;
  }
  choice.notation =
      key_notation_named(options.notation.empty() ? "musical" : options.notation).value();
  const bool refined =
      choice.overwrite || choice.keep_times || choice.dry_run || !options.notation.empty();
  if (refined && !choice.any()) {
    throw ArgumentError(
        fmt::format("--overwrite-tags, --key-notation, --keep-times and --dry-run need {}: give "
                    "it, for instance {} bpm,key",
                    name, name));
  }
  if (!options.notation.empty() && !choice.key)
    throw ArgumentError(fmt::format("--key-notation needs key in {}", name));
  return choice;
}

std::string change_text(const FileTagChange& change) {
  switch (change.outcome) {
    case FileTagOutcome::kKept:
      return fmt::format("{} (stays)", change.before);
    case FileTagOutcome::kSame:
      return fmt::format("{} (same)", change.before);
    case FileTagOutcome::kRefused:
      return change.after;
    case FileTagOutcome::kWritten:
      break;
  }
  return fmt::format("{} -> {}", change.before.empty() ? "-" : change.before, change.after);
}

nlohmann::ordered_json changes_json(const std::vector<FileTagChange>& changes, bool dry_run) {
  auto list = nlohmann::ordered_json::array();
  for (const FileTagChange& change : changes) {
    nlohmann::ordered_json entry = {
        {"tag", change.name},
        {"before", change.before},
        {"after", change.outcome == FileTagOutcome::kWritten ? change.after : change.before},
        {"outcome", outcome_name(change.outcome, dry_run)}};
    if (change.outcome == FileTagOutcome::kRefused) entry["message"] = change.after;
    list.push_back(std::move(entry));
  }
  return list;
}

}  // namespace tactus
