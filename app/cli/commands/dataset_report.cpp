#include "app/cli/commands/dataset_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "audio/counted.h"

namespace tactus {
namespace {

const char* name_of(Severity severity) {
  return severity == Severity::kError ? "error" : "warning";
}

}  // namespace

std::string report_table(const DatasetReport& report) {
  std::size_t song_width = 4, kind_width = 4;
  for (const Finding& finding : report.findings) {
    song_width = std::clamp(finding.song.size(), song_width, std::size_t{32});
    kind_width = std::max(kind_width, std::string_view(name_of(finding.kind)).size());
  }
  std::string text;
  const auto row = [&](std::string_view severity, std::string_view kind, std::string_view song,
                       std::string_view what) {
    text +=
        fmt::format("{:<8} {:<{}} {:<{}} {}\n", severity, kind, kind_width, song, song_width, what);
  };
  if (!report.findings.empty()) row("severity", "kind", "song", "what");
  for (const Finding& f : report.findings)
    row(name_of(severity_of(f.kind)), name_of(f.kind), f.song, f.message);
  if (!report.findings.empty()) text += "\n";
  std::map<FindingKind, std::size_t> counts;
  for (const Finding& finding : report.findings) ++counts[finding.kind];
  for (const auto& [kind, count] : counts)
    text += fmt::format("{:>6}  {} ({})\n", count, name_of(kind), name_of(severity_of(kind)));
  text += fmt::format("{} ({}): {}, {:.2f} h of audio; {}, {}\n", report.name, report.layout,
                      counted(report.songs, "song"), report.seconds / 3600,
                      counted(report.count(Severity::kError), "error"),
                      counted(report.count(Severity::kWarning), "warning"));
  return text;
}

std::string report_json(const DatasetReport& report) {
  nlohmann::ordered_json json = {{"name", report.name},
                                 {"layout", report.layout},
                                 {"songs", report.songs},
                                 {"hours", report.seconds / 3600},
                                 {"errors", report.count(Severity::kError)},
                                 {"warnings", report.count(Severity::kWarning)},
                                 {"notes", report.notes},
                                 {"counts", nlohmann::ordered_json::object()},
                                 {"findings", nlohmann::ordered_json::array()}};
  for (const Finding& f : report.findings) {
    nlohmann::ordered_json& count = json["counts"][name_of(f.kind)];
    count = count.is_null() ? 1 : count.get<int>() + 1;
    nlohmann::ordered_json finding = {{"severity", name_of(severity_of(f.kind))},
                                      {"kind", name_of(f.kind)},
                                      {"song", f.song},
                                      {"file", f.file},
                                      {"message", f.message}};
    const bool shift =
        f.kind == FindingKind::kShiftedBeats || f.kind == FindingKind::kShiftedChords;
    if (f.time) finding[shift ? "shift" : "time"] = *f.time;
    if (f.line > 0) finding["line"] = f.line;
    if (f.column > 0) finding["column"] = f.column;
    json["findings"].push_back(std::move(finding));
  }
  // Names of files may be in any encoding.
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace tactus
