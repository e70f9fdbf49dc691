// OUT/synth-log.csv: the choices made for each song, one line per song in the order of the corpus.
//   id,file,split,seconds,soundfonts,arrangement,time,notes,sound,tape,codec
// Fields after `soundfonts` are free text; quoted if they contain a comma.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "datasets/synth/synth_song.h"

namespace tactus {

// The lines, by song id.
using SynthLog = std::map<std::string, std::string>;

std::string synth_log_line(const CorpusItem& item, const PlannedSong& planned, double seconds);

// Reads the log of an earlier run; empty if there is none.
SynthLog read_synth_log(const std::filesystem::path& path);
// The file with the lines of the items, in their order.
std::string synth_log_text(const SynthLog& log, const std::vector<CorpusItem>& items);

}  // namespace tactus
