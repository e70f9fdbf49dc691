#include "app/cli/commands/tag_report.h"

#include <fmt/core.h>
#include <unistd.h>

#include <string>

#include "app/cli/commands/json_lines.h"
#include "app/cli/commands/tag_options.h"
#include "app/cli/program/one_line.h"
#include "app/cli/program/text_table.h"
#include "audio/length_text.h"
#include "audio/standard_streams.h"

namespace tactus {
namespace {

std::string shown_name(const TagRow& row) {
  return one_line(row.input.relative.string());
}

// Artist and title from the tags; "" if the file names neither.
std::string song_name(const TagRow& row) {
  const SongSummary& song = row.summary;
  if (song.artist.empty())
    return song.title == row.input.audio.stem().string() ? std::string() : one_line(song.title);
  return one_line(song.artist + " - " + song.title);
}

using Align = TableColumn::Align;

// In a narrow terminal the columns with the highest numbers go.
const std::vector<TableColumn>& table_columns() {
  static const std::vector<TableColumn> columns = {
      {"file", Align::kLeft, 12, true, 0},    {"length", Align::kRight, 0, false, 2},
      {"tempo", Align::kRight, 0, false, 1},  {"meter", Align::kRight, 0, false, 5},
      {"key", Align::kRight, 0, false, 3},    {"beats", Align::kRight, 0, false, 6},
      {"chords", Align::kRight, 0, false, 7}, {"confidence", Align::kRight, 0, false, 4},
      {"x real", Align::kRight, 0, false, 9}, {"status", Align::kLeft, 0, false, 0},
      {"song", Align::kLeft, 12, false, 8}};
  return columns;
}

TableRow table_row(const TagRow& row) {
  const SongSummary& song = row.summary;
  // Also of songs whose outputs or tags could not be written; not of files that were there.
  const bool found = row.status == TagStatus::kSkipped || row.status == TagStatus::kKept;
  const bool read = (!found && !row.was_there) || row.times[TagStage::kReading].seconds > 0;
  const bool tagged = read && song.duration > 0;
  const bool known = tagged || row.status == TagStatus::kSkipped || song.duration > 0;
  const auto cell = [&](bool shown, const std::string& text) {
    return known && shown ? text : "-";
  };
  return {shown_name(row),
          cell(tagged || song.duration > 0, length_text(song.duration)),
          cell(song.tempo > 0, fmt::format("{:.1f}", song.tempo)),
          cell(song.meter.beats > 0, name_of(song.meter)),
          cell(!song.key.empty(), song.key),
          cell(true, std::to_string(song.beats)),
          cell(true, std::to_string(song.chords)),
          cell(tagged || song.confidence > 0, fmt::format("{:.2f}", song.confidence)),
          cell(tagged, fmt::format("{:.0f}", row.times_real_time())),
          name_of(row.status),
          song_name(row)};
}

// What the tags of the audio file say; only what is known.
nlohmann::ordered_json tags_json(const FileTags& tags) {
  nlohmann::ordered_json known = nlohmann::ordered_json::object();
  if (tags.track > 0) known["track"] = tags.track;
  if (!tags.date.empty()) known["date"] = tags.date;
  if (tags.bpm > 0) known["bpm"] = tags.bpm;
  if (!tags.key.empty()) known["key"] = tags.key;
  return known;
}

nlohmann::ordered_json times_json(const StageTimes& times, double StageTime::*kind) {
  nlohmann::ordered_json stages;
  for (std::size_t i = 0; i < times.stages.size(); ++i)
    stages[kTagStageNames[i]] = times.stages[i].*kind;
  return stages;
}

}  // namespace

std::optional<Colour> tag_colour(TagStatus status) {
  if (status == TagStatus::kFailed || status == TagStatus::kExists) return Colour::kRed;
  if (status == TagStatus::kDamaged || status == TagStatus::kKept) return Colour::kYellow;
  return std::nullopt;
}

void print_tag_table(const std::vector<TagRow>& rows) {
  std::vector<TableRow> cells;
  std::vector<const TagRow*> shown;
  for (const TagRow& row : rows) {
    if (!row.begun) continue;
    shown.push_back(&row);
    cells.push_back(table_row(row));
  }
  const std::vector<std::string> lines =
      table_lines(table_columns(), cells, terminal_columns(STDOUT_FILENO));
  print_data("{}\n", lines.front());
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const auto colour = tag_colour(shown[i]->status);
    print_data("{}\n", colour ? coloured(lines[i + 1], *colour, STDOUT_FILENO) : lines[i + 1]);
  }
}

TagTotals tag_totals(const std::vector<TagRow>& rows) {
  TagTotals totals;
  for (const TagRow& row : rows) {
    if (!row.begun) ++totals.not_begun;
    switch (row.status) {
      case TagStatus::kOk:
      case TagStatus::kDamaged:
        if (row.status == TagStatus::kDamaged) ++totals.damaged;
        if (!row.message.empty()) ++totals.warned;
        if (row.was_there) {
          ++totals.skipped;
          break;
        }
        ++totals.tagged;
        totals.audio_seconds += row.summary.duration;
        totals.times += row.times;
        break;
      case TagStatus::kSkipped:
        ++totals.skipped;
        break;
      case TagStatus::kKept:
        ++totals.kept;
        ++totals.warned;
        break;
      case TagStatus::kInterrupted:
        if (row.begun) ++totals.interrupted;
        break;
      case TagStatus::kExists:
      case TagStatus::kFailed:
        ++totals.failed;
        break;
    }
  }
  return totals;
}

nlohmann::ordered_json tag_row_json(const TagRow& row, const FileTagOptions& choice) {
  const TagInput& input = row.input;
  nlohmann::ordered_json entry = {
      {"file", input.is_file() || input.section ? input.audio.string() : input.name()},
      {"status", name_of(row.status)}};
  add_exact_path(entry, "file_url", input.audio);
  if (input.section) {
    entry["start"] = input.section->start;
    if (input.section->end) entry["end"] = *input.section->end;
  }
  if (row.was_there) entry["was_there"] = true;
  if (!row.message.empty()) entry["message"] = row.message;
  entry["title"] = row.summary.title;
  entry["artist"] = row.summary.artist;
  entry["album"] = row.summary.album;
  entry["file_tags"] = tags_json(row.summary.tags);
  entry["duration"] = row.summary.duration;
  entry["tempo"] = row.summary.tempo;
  entry["meter"] = meter_json(row.summary.meter);
  if (row.summary.swing > 0.0) entry["swing"] = row.summary.swing;
  entry["key"] = row.summary.key;
  entry["beats"] = row.summary.beats;
  entry["chords"] = row.summary.chords;
  entry["confidence"] = row.summary.confidence;
  entry["processing_seconds"] = row.processing_seconds;
  entry["times_real_time"] = row.times_real_time();
  entry["outputs"] = nlohmann::ordered_json::array();
  for (const auto& path : row.outputs) entry["outputs"].push_back(path.string());
  for (const auto& path : row.outputs) add_exact_path(entry, "output_urls", path);
  if (choice.any()) entry["tags"] = changes_json(row.file_tag_changes, choice.dry_run);
  return entry;
}

nlohmann::ordered_json tag_totals_json(const std::vector<TagRow>& rows, double wall_seconds) {
  const TagTotals totals = tag_totals(rows);
  return {{"total",
           {{"files", rows.size()},
            {"tagged", totals.tagged},
            {"damaged", totals.damaged},
            {"skipped", totals.skipped},
            {"kept", totals.kept},
            {"failed", totals.failed},
            {"interrupted", totals.interrupted},
            {"not_begun", totals.not_begun},
            {"audio_seconds", totals.audio_seconds},
            {"wall_seconds", wall_seconds},
            {"stage_seconds", times_json(totals.times, &StageTime::seconds)},
            {"stage_processor_seconds", times_json(totals.times, &StageTime::processor_seconds)},
            {"times_real_time", wall_seconds > 0 ? totals.audio_seconds / wall_seconds : 0.0}}}};
}

void print_tag_totals(const std::vector<TagRow>& rows, const BatchOptions& options,
                      double wall_seconds) {
  const TagTotals totals = tag_totals(rows);
  print_data("\n{} tagged, {} skipped, {} failed", totals.tagged, totals.skipped, totals.failed);
  if (totals.damaged) print_data(", {} damaged", totals.damaged);
  if (totals.kept) print_data(", {} kept", totals.kept);
  if (totals.interrupted) print_data(", {} stopped", totals.interrupted);
  if (totals.not_begun) print_data(", {} not begun", totals.not_begun);
  if (totals.tagged) {
    print_data("; {} of audio in {:.1f} s: {:.0f} times real time",
               length_text(totals.audio_seconds), wall_seconds,
               totals.audio_seconds / wall_seconds);
  }
  const std::string folder = !options.file.empty()    ? options.file.string()
                             : options.output.empty() ? "beside each audio file"
                                                      : options.output.string();
  print_data("\nOutputs: {}\n", options.tags.dry_run ? "none (dry run)" : folder);
}

void print_tag_changes(const std::vector<TagRow>& rows, bool dry_run) {
  print_data("\n{}:\n", dry_run ? "Tags that would be written (dry run, nothing is written)"
                                : "Tags of the audio files");
  for (const TagRow& row : rows) {
    for (const FileTagChange& change : row.file_tag_changes) {
      print_data("{}: {}: {}\n", shown_name(row), change.name, change_text(change));
    }
  }
}

void print_tag_timing(const StageTimes& times, double audio_seconds) {
  double all = 0.0;
  for (const StageTime& stage : times.stages) all += stage.seconds;
  print_data("\nstage     seconds  share  x real\n");
  for (std::size_t i = 0; i < times.stages.size(); ++i) {
    const double seconds = times.stages[i].seconds;
    print_data("{:<9} {:>7.2f} {:>5.1f}% {:>7.0f}\n", kTagStageNames[i], seconds,
               all > 0 ? 100.0 * seconds / all : 0.0, seconds > 0 ? audio_seconds / seconds : 0.0);
  }
}

}  // namespace tactus
