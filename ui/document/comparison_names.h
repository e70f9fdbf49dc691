// Short names of comparisons that show what differs. Contains no widget.
#pragma once

#include <QStringList>
#include <filesystem>
#include <vector>

#include "ui/document/comparisons.h"

namespace tactus::ui {

// One for each: of a file what its name has beyond that of the song ("lab" for "song.lab", "orig"
// for "song.jams.orig"), with folders where files of other folders have the same; of models their
// names without the ending. What the name shares with another one is left out at its beginning.
QStringList short_names(const std::vector<Comparison>& comparisons,
                        const std::filesystem::path& song);

}  // namespace tactus::ui
