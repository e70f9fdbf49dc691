// Drum kits of Hydrogen: drumkit.xml and its samples in one folder, as Debian's hydrogen-drumkits
// installs them. An instrument is found by its name, because the numbers of most kits do not follow
// General MIDI.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tactus {

struct KitLayer {
  std::filesystem::path sample;
  double least = 0.0, most = 1.0;  // velocities, 0..1
  double gain = 1.0;
  double semitones = 0.0;  // transposition of the sample
};

struct KitPiece {
  std::string name;
  int drum = 0;                  // of the General MIDI drum map
  double gain = 1.0;             // of all layers
  std::vector<KitLayer> layers;  // at least one
};

struct DrumKit {
  std::string name;
  std::vector<KitPiece> pieces;
  // Returns the piece for a drum of General MIDI, else one of the same family (another tom or
  // cymbal, ...), else null.
  const KitPiece* piece_for(int drum) const;
};

// `path`: the folder, or its drumkit.xml. Instruments without a sample, muted ones and those with
// names of no drum are left out. Throws FormatError with line and column, also for a sample that
// does not exist and for a kit without drums.
DrumKit read_drum_kit(const std::filesystem::path& path);
// The same for the content of `file`; its samples lie beside it.
DrumKit parse_drum_kit(std::string_view content, const std::filesystem::path& file);

// Name of the folder of a kit, of either path.
std::string kit_name(const std::filesystem::path& path);

// "Pearl Snare Rimshot" -> 40; 0 for names of no drum.
int drum_named(std::string_view name);

}  // namespace tactus
