#include "datasets/synth/synth_log.h"

#include <fmt/format.h>

#include <fstream>

#include "datasets/synth/kit/drum_kit.h"

namespace tactus {
namespace {

constexpr const char* kHeader =
    "id,file,split,seconds,soundfonts,arrangement,time,notes,sound,tape,codec\n";

// Line breaks become blanks: one song is one line.
std::string field(std::string text) {
  std::string quoted;
  bool needs = false;
  for (const char c : text) {
    needs |= c == ',' || c == '"';
    quoted += c == '\n' || c == '\r' ? ' ' : c;
    if (c == '"') quoted += '"';
  }
  return needs ? fmt::format("\"{}\"", quoted) : quoted;
}

// Returns the first field of a line, without its quotes.
std::string id_of(const std::string& line) {
  if (!line.starts_with('"')) return line.substr(0, line.find(','));
  std::string id;
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (line[i] == '"' && (i + 1 == line.size() || line[++i] != '"')) break;
    id += line[i];
  }
  return id;
}

}  // namespace

std::string synth_log_line(const CorpusItem& item, const PlannedSong& planned, double seconds) {
  std::string fonts;
  for (const auto& font : planned.soundfonts) {
    if (!fonts.empty()) fonts += "; ";
    fonts += font.stem().string();
  }
  if (!planned.drum_kit.empty()) fonts += "; " + kit_name(planned.drum_kit);
  std::string sound = describe(planned.effects);
  if (planned.record)
    if (const std::string stems = describe(*planned.record); !stems.empty()) sound += "; " + stems;
  std::vector<std::string> fields = {item.id,
                                     item.audio.filename().string(),
                                     item.split,
                                     fmt::format("{:.2f}", seconds),
                                     fonts,
                                     planned.arrangement,
                                     planned.time,
                                     planned.notes,
                                     sound,
                                     describe(planned.tape),
                                     describe(planned.codec)};
  for (std::string& text : fields) text = field(text);
  return fmt::format("{}\n", fmt::join(fields, ","));
}

SynthLog read_synth_log(const std::filesystem::path& path) {
  SynthLog log;
  std::ifstream stream(path);
  std::string line;
  std::getline(stream, line);
  while (std::getline(stream, line)) log[id_of(line)] = line + "\n";
  return log;
}

std::string synth_log_text(const SynthLog& log, const std::vector<CorpusItem>& items) {
  std::string text = kHeader;
  for (const CorpusItem& item : items)
    if (const auto found = log.find(item.id); found != log.end()) text += found->second;
  return text;
}

}  // namespace tactus
