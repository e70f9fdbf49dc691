// One part of a MusicXML score: what its measures contain, at places within them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "datasets/formats/score/musicxml_tempo.h"
#include "datasets/formats/text/xml_file.h"
#include "model/meter.h"

namespace tactus {

// A measure of a part. In a timewise score its number stands in the element around it.
struct ScoreMeasure {
  pugi::xml_node content;
  pugi::xml_node head;
};
using ScorePart = std::vector<ScoreMeasure>;

// The parts of <score-partwise> or <score-timewise>, in order.
std::vector<ScorePart> score_parts(pugi::xml_node root);

// A thing at a place of a part.
template <class Value>
struct Placed {
  std::size_t measure = 0;
  double quarter = 0.0;  // from the start of the measure
  Value value;
};

struct PlacedChord {
  std::string label;
  int semitones = 0;   // from what is written to what sounds
  bool loose = false;  // among others in a measure without notes
};

struct PartContent {
  std::vector<double> lengths;  // of the measures in quarters; 0 = without notes and rests
  std::vector<std::optional<TimeSignature>> signatures;  // where one begins
  std::vector<Placed<PlacedChord>> chords;
  std::vector<Placed<std::string>> keys;  // as they sound
  std::vector<Placed<std::string>> sections;
  std::vector<Placed<TempoMark>> sounds, metronomes, words;  // tempi
  double swing = 0.0;                                        // of the first <swing>, else 0
  bool repeats = false;                                      // also "D.C.", "D.S." and endings
  bool transposes = false;
  Notes notes;  // without the name of the file, each once
};

// Throws FormatError with the place for numbers that are none, and for absurd lengths.
PartContent read_part(const XmlFile& file, const ScorePart& part);

}  // namespace tactus
