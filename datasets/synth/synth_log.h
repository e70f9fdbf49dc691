// OUT/synth-log.csv: what was done to each song, one line per song in the order of the corpus.
//   id,file,split,seconds,soundfonts,arrangement,time,notes,sound,tape,codec
// Fields after `soundfonts` are words for people; quoted where they hold a comma.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "datasets/synth/synth_piece.h"

namespace tactus {

// Lines by song id.
using SynthLog = std::map<std::string, std::string>;

std::string synth_log_line(const CorpusItem& item, const Piece& piece, double seconds);

// The log of an earlier run; empty when there is none.
SynthLog read_synth_log(const std::filesystem::path& path);
// Lines of the items, in their order; whole or not at all.
void write_synth_log(const std::filesystem::path& path, const SynthLog& log,
                     const std::vector<CorpusItem>& items);

}  // namespace tactus
