// tactus merge STATUS...: joins what the processes of one run of `tactus tag --json` have said.
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/commands/commands.h"
#include "app/cli/commands/json_lines.h"
#include "app/cli/commands/tag_report.h"
#include "app/cli/program/exit_code.h"
#include "app/cli/program/one_line.h"
#include "audio/counted.h"
#include "audio/error.h"
#include "audio/standard_streams.h"
#include "model/meter.h"

namespace tactus {
namespace {

using nlohmann::ordered_json;

constexpr const char* kMergeExamples = R"(
Reads the lines that `tactus tag --json` printed, from any number of processes and runs. A song that has several rows
keeps its best outcome: tagged, else kept or skipped, else failed, else interrupted; the last of equal ones. A line
that a killed process left unfinished at the end of a file is skipped with a warning. What cannot be read is named, and
the rest is joined; the exit code is then 1.

Examples:
  tactus tag /archive -o tags --claim run --json > status-$HOSTNAME-$$.ndjson     on each machine
  tactus merge status-*.ndjson
  tactus merge status-*.ndjson --json > status.ndjson)";

struct Outcome {
  TagStatus status;
  int rank;  // the highest wins
};
constexpr std::array kOutcomes = {
    Outcome{TagStatus::kOk, 3},         Outcome{TagStatus::kDamaged, 3},
    Outcome{TagStatus::kSkipped, 2},    Outcome{TagStatus::kKept, 2},
    Outcome{TagStatus::kExists, 1},     Outcome{TagStatus::kFailed, 1},
    Outcome{TagStatus::kInterrupted, 0}};

std::optional<Outcome> outcome_of(const std::string& name) {
  for (const Outcome& outcome : kOutcomes) {
    if (name == name_of(outcome.status)) return outcome;
  }
  return std::nullopt;
}

struct StatusRow {
  Outcome outcome;
  ordered_json json;
};

std::optional<StatusRow> status_row(const ordered_json& value) {
  if (!value.is_object() || !value.contains("file") || !value["file"].is_string())
    return std::nullopt;
  if (!value.contains("status") || !value["status"].is_string()) return std::nullopt;
  const auto outcome = outcome_of(value["status"].get<std::string>());
  return outcome ? std::optional(StatusRow{*outcome, value}) : std::nullopt;
}

// Rows by song: the file, and where its track starts if it is one of a cue sheet.
class StatusTable {
 public:
  void add(std::istream& lines, const std::string& name) {
    std::string line;
    std::size_t wrong = 0, found = 0;
    int first_wrong = 0;
    for (int number = 1; std::getline(lines, line); ++number) {
      if (line.empty()) continue;
      const ordered_json value = ordered_json::parse(line, nullptr, false);
      if (value.is_object() && value.contains("total")) continue;
      auto row = status_row(value);
      if (row) {
        take(std::move(*row));
        ++found;
      } else if (value.is_discarded() && lines.peek() == std::istream::traits_type::eof()) {
        print_log("warning: {}:{}: the last line is incomplete and was skipped\n", name, number);
      } else if (++wrong == 1) {
        first_wrong = number;
      }
    }
    if (wrong > 0)
      fail(
          fmt::format("{}:{}: is not the row of a song, expected the output of `tactus tag "
                      "--json`; {} left out",
                      name, first_wrong, counted(wrong, "such line")));
    else if (found == 0)
      print_log("warning: {}: no rows\n", name);
  }

  // Says what cannot be joined; the other files can.
  void fail(const std::string& what) {
    print_log("tactus: failed: {}\n", one_line(what));
    ++faults_;
  }
  std::size_t faults() const { return faults_; }

  const std::vector<StatusRow>& rows() const { return rows_; }

 private:
  void take(StatusRow row) {
    // The URL is exact where the name is no UTF-8.
    const bool exact = row.json.contains("file_url") && row.json["file_url"].is_string();
    std::string song = row.json[exact ? "file_url" : "file"].get<std::string>();
    if (row.json.contains("start")) song += '\n' + row.json["start"].dump();
    const auto [place, is_new] = places_.try_emplace(song, rows_.size());
    if (is_new)
      rows_.push_back(std::move(row));
    else if (row.outcome.rank >= rows_[place->second].outcome.rank)
      rows_[place->second] = std::move(row);
  }

  std::size_t faults_ = 0;
  std::map<std::string, std::size_t> places_;
  std::vector<StatusRow> rows_;  // in the order of their first rows
};

// The row again, as far as the table shows it. Values of a wrong type count as absent.
TagRow tag_row(const StatusRow& status) {
  const ordered_json& json = status.json;
  const auto number = [&](const char* name) {
    return json.contains(name) && json[name].is_number() ? json[name].get<double>() : 0.0;
  };
  const auto text = [&](const char* name) {
    return json.contains(name) && json[name].is_string() ? json[name].get<std::string>() : "";
  };
  TagRow row;
  row.begun = true;
  row.was_there = json.contains("was_there") && json["was_there"] == true;
  row.input.audio = row.input.relative = text("file");
  row.status = status.outcome.status;
  row.message = text("message");
  row.summary.title = text("title");
  row.summary.artist = text("artist");
  row.summary.key = text("key");
  row.summary.duration = number("duration");
  row.summary.tempo = number("tempo");
  row.summary.meter = meter_named(text("meter")).value_or(Meter{static_cast<int>(number("meter"))});
  row.summary.swing = number("swing");
  row.summary.beats = static_cast<std::size_t>(number("beats"));
  row.summary.chords = static_cast<std::size_t>(number("chords"));
  row.summary.confidence = number("confidence");
  row.processing_seconds = number("processing_seconds");
  return row;
}

int run_merge(const std::vector<std::string>& files, bool json, bool strict) {
  StatusTable table;
  for (const std::string& file : files) {
    if (file == "-") {
      table.add(std::cin, "standard input");
      continue;
    }
    std::error_code error;
    if (std::filesystem::is_directory(file, error)) {
      table.fail(file + ": is a folder, expected the output of `tactus tag --json`");
      continue;
    }
    errno = 0;
    std::ifstream lines(file);
    if (!lines) {
      table.fail(fmt::format("{}: cannot be read: {}", file, std::strerror(errno)));
      continue;
    }
    table.add(lines, file);
    if (lines.bad()) table.fail(file + ": cannot be read to its end");
  }
  std::vector<TagRow> rows;
  for (const StatusRow& row : table.rows()) {
    rows.push_back(tag_row(row));
    if (json) print_json_line(row.json);
  }
  const TagTotals totals = tag_totals(rows);
  if (!json) {
    print_tag_table(rows);
    print_data("\n{}: {} tagged, {} skipped, {} kept, {} failed, {} stopped\n",
               counted(rows.size(), "song"), totals.tagged, totals.skipped, totals.kept,
               totals.failed, totals.interrupted);
  }
  return RunOutcome{.failed = totals.failed + totals.interrupted + table.faults(),
                    .warned = totals.warned,
                    .strict = strict}
      .exit_code();
}

}  // namespace

CommandRow merge_command() {
  auto files = std::make_shared<std::vector<std::string>>();
  auto json = std::make_shared<bool>(false), strict = std::make_shared<bool>(false);
  return {.name = "merge",
          .help = "Join the status rows of many `tactus tag --json` into one table",
          .footer = kMergeExamples,
          .options = {{"files", files.get(), kFile, kAny,
                       "Outputs of tactus tag --json; - = standard input", kRequired | kStreamToo},
                      {"--json", json.get(), kFlag, kAny,
                       "Print the joined rows as JSON, one per line"},
                      {"--strict", strict.get(), kFlag, kAny,
                       "Exit code 3 if a song is damaged, kept or has a warning"}},
          .run = [=] { return run_merge(*files, *json, *strict); }};
}

}  // namespace tactus
