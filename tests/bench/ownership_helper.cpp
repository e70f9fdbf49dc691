// ownership_helper models FOLDER       writes small untrained models
// ownership_helper save AUDIO [EXPORT]  opens a song as the window does, edits a chord, saves,
// exports What tests/bench/property and tests/bench/faults cannot do with the program alone.
#include <cstdio>
#include <exception>
#include <string>

#include "app/engine/songs/song_files.h"
#include "tests/app/support/tiny_models.h"
#include "ui/document/annotation_document.h"
#include "ui/window/export_dialog.h"

namespace {

void save(const std::string& audio, const std::string& stem) {
  const tactus::SongFiles files = tactus::song_files(audio);
  tactus::ui::AnnotationDocument document;
  tactus::Notes notes;
  document.open(files.audio, files.annotation, tactus::load_song_annotation(files, notes));
  std::vector<tactus::LabelledSegment> chords = document.annotation().chords;
  const char* const label = chords.empty() || chords.front().label != "D:min" ? "D:min" : "E:maj";
  if (chords.empty()) chords.push_back({0.0, 1.0, label});
  chords.front().label = label;
  if (document.isChecked()) document.setChecked(false);
  document.editChords("Edit", chords);
  document.save();
  if (!stem.empty()) {
    tactus::ui::export_annotation(document.annotation(),
                                  {tactus::Format::kLab, tactus::Format::kBeats}, stem);
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc >= 3 && std::string(argv[1]) == "models") {
      tactus::test::save_tiny_models(argv[2]);
    } else if (argc >= 3 && std::string(argv[1]) == "save") {
      save(argv[2], argc > 3 ? argv[3] : "");
    } else {
      return 2;
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
