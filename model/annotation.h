// What Tactus writes down about one piece of music. Times are seconds from the start of the audio
// file. Plain values, no invariants beyond the comments; readers and decoders produce them sorted
// by time.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "model/user_lane.h"

namespace tactus {

inline constexpr double kUnknownConfidence = -1.0;  // "no confidence was given"
inline constexpr int kCompound = 3;  // parts of a dotted quarter, the beat of 6/8, 9/8, 12/8

struct Beat {
  double time = 0.0;
  int position = 0;                        // 1-based position in the bar, 1 = downbeat, 0 = unknown
  double confidence = kUnknownConfidence;  // 0..1
  int division = 2;                        // kCompound in compound meters (meter.h), else 2
  bool operator==(const Beat&) const = default;
};

// A labelled span [start, end). For chords the label is as written by its author (see chord_label.h
// for the grammar); for keys "C:major" / "A:minor"; for sections free text.
struct LabelledSegment {
  double start = 0.0;
  double end = 0.0;
  std::string label;
  double confidence = kUnknownConfidence;  // 0..1
  bool operator==(const LabelledSegment&) const = default;
};

// A tempo hypothesis for the whole piece, best first. Strengths of a list add up to at most 1.
struct TempoCandidate {
  double bpm = 0.0;
  double strength = 0.0;  // 0..1
  bool operator==(const TempoCandidate&) const = default;
};

// How the tempo of a song runs. kNone: nobody has decided.
enum class GridKind { kNone, kConstant, kPiecewise, kFree };

// A stretch of one tempo and meter. Its beats lie at start + k * 60 / bpm, up to the start of the
// next segment or, in the last one, the last beat.
struct GridSegment {
  double start = 0.0;         // seconds, first beat
  double bpm = 0.0;           // > 0
  int meter = 0;              // beats per bar, 0 = unknown
  double first_downbeat = 0;  // seconds; counts only where the meter is known
  double scatter = 0.0;       // seconds: how far attacks lie from the grid (standard deviation)
  bool operator==(const GridSegment&) const = default;
};

// The grid of tempi. The beats of a constant or piecewise song lie on it exactly.
struct TempoGrid {
  GridKind kind = GridKind::kNone;
  std::vector<GridSegment> segments;  // empty unless constant (one) or piecewise (some)
  bool operator==(const TempoGrid&) const = default;
};

// A way to hear the beats and bars of a whole song.
struct Reading {
  double bpm = 0.0;             // > 0
  int meter = 0;                // beats per bar, 0 = unknown
  double first_downbeat = 0.0;  // seconds; of unknown bars the first beat
  bool off_beats = false;       // half a beat from those of the first reading of the song
  double score = 0.0;           // 0..1
  bool operator==(const Reading&) const = default;
};

inline constexpr int kCueKeys = 8;  // keys, or pads, to which cues can belong
inline constexpr int kNoColour = -1;

// A place to jump to, or a loop, as DJs set them.
struct Cue {
  double start = 0.0;      // seconds
  double end = 0.0;        // of a loop, > start; else the start
  int key = 0;             // 1..kCueKeys, each at most once; 0 = none, as a memory cue has
  int colour = kNoColour;  // 0xRRGGBB; kNoColour = that of its key (cue_edits.h)
  std::string name;
  bool is_loop() const { return end > start; }
  bool operator==(const Cue&) const = default;
};

// What the tags in the audio file say, besides title, artist and album. 0 or empty = no such tag.
struct FileTags {
  int track = 0;     // number on the album
  std::string date;  // as written: "1999", "2001-05-14"
  double bpm = 0.0;
  std::string key;  // as written: "Am", "8A", "1m"
  bool operator==(const FileTags&) const = default;
};

// What a person has done with it. Checked annotations are never replaced by the tagger.
enum class Review { kNone, kEdited, kChecked };

struct Annotation {
  std::string title;
  std::string artist;
  std::string album;
  FileTags tags;
  double duration = 0.0;  // seconds of the audio, 0 = unknown
  std::vector<Beat> beats;
#define TACTUS_SEGMENT_LAYER(constant, member, ...) std::vector<LabelledSegment> member;
#include "model/annotation_layers.inc"  // chords, keys, sections
#undef TACTUS_SEGMENT_LAYER
  std::vector<TempoCandidate> tempi;
  // Where in a beat its second note begins, if that is so throughout: 0.6 is a light swing, 0.67 a
  // shuffle. 0 = straight, or unknown.
  double swing = 0.0;
  TempoGrid grid;
  // The decoder's own one, then others, best first (readings.h). Their scores add up to 1. An edit
  // of the beats leaves them. Empty = no decoder has compared any.
  std::vector<Reading> readings;
  std::string annotator;  // who or what made it: a person, or "tactus 1.0.0 beats.safetensors"
  std::string audio;      // path of the audio file, absolute where Tactus made it; empty = unknown
  Review review = Review::kNone;
  std::vector<UserLane> lanes;  // of one's own, and of plug-ins
  // Where the sound that it was made from is damaged, as AudioSource::warning() says it; empty =
  // nowhere that is known.
  std::string damage;
  // Remarks of people, sorted by start: a moment (end == start) or a passage; they may overlap.
  std::vector<LabelledSegment> notes;
  std::vector<Cue> cues;  // sorted by start
  bool operator==(const Annotation&) const = default;
};

// The layers that consist of labelled segments.
enum class SegmentLayer {
#define TACTUS_SEGMENT_LAYER(constant, ...) constant,
#include "model/annotation_layers.inc"
#undef TACTUS_SEGMENT_LAYER
};
enum class Layer;  // layers.h

// A row of annotation_layers.inc, which says what the columns are.
struct SegmentLayerInfo {
  SegmentLayer segments;
  Layer layer;
  std::vector<LabelledSegment> Annotation::*member;
  const char* name;   // "chords"
  const char* one;    // "chord"
  const char* jams;   // "chord"
  const char* title;  // "Chords"
};
// In the order of SegmentLayer.
std::span<const SegmentLayerInfo> segment_layers();

template <class AnyAnnotation>  // Annotation or const Annotation
auto& segments_of(AnyAnnotation& annotation, SegmentLayer layer) {
  return annotation.*segment_layers()[static_cast<std::size_t>(layer)].member;
}

}  // namespace tactus
