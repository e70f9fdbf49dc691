// Problems of a corpus: one finding per problem of one song.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tactus {

enum class FindingKind {
  // Errors: a song cannot be used as it is, or spoils a result.
  kMissingFile,           // the corpus names a missing file
  kUnreadableAudio,       // cannot be decoded
  kDamagedAudio,          // decoded with holes, or ends before its end
  kUnreadableAnnotation,  // malformed; the message has file, line and column
  kEmptyAnnotation,       // contains nothing of the expected layer
  kBeatOutside,           // beats after the end of the audio
  kChordLabel,            // not a label of any chord grammar
  kSplitName,             // not train, validation or test; or missing while other songs have one
  kSplitLeak,             // the same music, song or file in two splits
  // Warnings: a person should look at them.
  kNoAudio,             // the audio of an annotation is missing
  kNoAnnotation,        // audio without beats and chords
  kSilentAudio,         // only silence
  kRepairedAnnotation,  // the reader repaired it: unsorted, overlapping, repeated or negative times
  kSegmentGap,          // time between two segments without a label
  kAnnotationLength,    // much shorter or longer than the audio
  kTempo,               // implausible for the whole song
  kTempoJump,           // an interval that differs from those before and after it
  kMissingBeat,
  kDoubledBeat,
  kBarPosition,     // positions in the bar that do not count up
  kChordSpelling,   // understood, but outside the strict grammar
  kShiftedBeats,    // the sound begins earlier or later than the beats
  kShiftedChords,   // the harmony changes earlier or later than the chords
  kDuplicateAudio,  // the same bytes
  kSimilarAudio,    // the same music in other bytes, by fingerprint
};

enum class Severity { kWarning, kError };

struct Finding {
  FindingKind kind;
  std::string message;         // for display; places are in seconds
  std::optional<double> time;  // seconds: the first place; for shifts the shift
  std::string song = {};       // id of the item, "" = the corpus
  std::string file = {};       // the file concerned
  std::size_t line = 0;        // line of the file, from 1; 0 = unknown
  std::size_t column = 0;
};

// "missing-file", ...
const char* name_of(FindingKind kind);
Severity severity_of(FindingKind kind);

}  // namespace tactus
