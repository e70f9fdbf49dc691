// What is wrong with a corpus, one finding per fault of one song.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tactus {

enum class FindingKind {
  // Errors: a song cannot be used as it is, or spoils a result.
  kMissingFile,           // named by the corpus and not there
  kUnreadableAudio,       // cannot be decoded
  kDamagedAudio,          // decoded with holes, or ends before its end
  kUnreadableAnnotation,  // malformed; the message has file, line and column
  kEmptyAnnotation,       // nothing of what it is there for
  kBeatOutside,           // beats after the end of the audio
  kChordLabel,            // a label that no grammar of chords has
  kSplitName,             // not train, validation or test; or absent where other songs have one
  kSplitLeak,             // the same music, song or file in two splits
  // Warnings: to be looked at.
  kNoAudio,             // an annotation whose audio is not there
  kNoAnnotation,        // audio without beats and chords
  kSilentAudio,         // nothing but silence
  kRepairedAnnotation,  // unsorted, overlapping, repeated, before 0: what reading had to mend
  kSegmentGap,          // time between two segments that belongs to none
  kAnnotationLength,    // much shorter or longer than the audio
  kTempo,               // implausible as a whole
  kTempoJump,           // an interval that neither side of it explains
  kMissingBeat,
  kDoubledBeat,
  kBarPosition,     // positions in the bar that do not count up
  kChordSpelling,   // understood, but not by the strict grammar
  kShiftedBeats,    // the sound begins earlier or later than the beats say
  kShiftedChords,   // the harmony changes earlier or later than the chords say
  kDuplicateAudio,  // the same bytes
  kSimilarAudio,    // the same music in other bytes, by fingerprint
};

enum class Severity { kWarning, kError };

struct Finding {
  FindingKind kind;
  std::string message;         // for people; with places in seconds
  std::optional<double> time;  // seconds: the first place; for shifts the shift
  std::string song = {};       // id of the item, "" = the corpus
  std::string file = {};       // the file concerned
  std::size_t line = 0;        // in the file, from 1; 0 = not known
  std::size_t column = 0;
};

// "missing-file", ...
const char* name_of(FindingKind kind);
Severity severity_of(FindingKind kind);

}  // namespace tactus
