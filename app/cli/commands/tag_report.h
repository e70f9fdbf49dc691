// What `tactus tag` prints of its rows: table, totals, JSON.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "app/cli/program/terminal.h"
#include "app/engine/tagging/batch_tagger.h"

namespace tactus {

struct TagTotals {
  std::size_t tagged = 0, damaged = 0, skipped = 0, kept = 0, failed = 0, interrupted = 0;
  std::size_t not_begun = 0;
  std::size_t warned = 0;  // done, with a message
  double audio_seconds = 0.0;
  StageTimes times;
};
TagTotals tag_totals(const std::vector<TagRow>& rows);

// Red for songs without outputs, yellow for those that a person should look at.
std::optional<Colour> tag_colour(TagStatus status);

// Songs that were not begun have no row.
void print_tag_table(const std::vector<TagRow>& rows);
void print_tag_totals(const std::vector<TagRow>& rows, const BatchOptions& options,
                      double wall_seconds);
void print_tag_changes(const std::vector<TagRow>& rows, bool dry_run);
// Seconds of each stage, summed over songs. With several jobs the sum exceeds the elapsed time.
void print_tag_timing(const StageTimes& times, double audio_seconds);

nlohmann::ordered_json tag_row_json(const TagRow& row, const FileTagOptions& choice);
nlohmann::ordered_json tag_totals_json(const std::vector<TagRow>& rows, double wall_seconds);

}  // namespace tactus
