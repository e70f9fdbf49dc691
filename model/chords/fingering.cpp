#include "model/chords/fingering.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "model/chords/chord_vocabulary.h"

namespace tactus {
namespace {

constexpr int kHighestPosition = 12;  // of the lowest fretted note
constexpr int kReach = 4;             // frets under the hand
constexpr int kMostFingers = 4;
constexpr int kMuddyBelow = 43;  // MIDI pitch: a major third on a lower bass growls

// The first finger lies flat if that saves fingers for which there are too many notes, or if it
// spans to the last string.
void set_fingers(Fingering& shape) {
  const int lowest = shape.lowestFret();
  const auto& frets = shape.frets;
  int first = -1, last = -1, at_lowest = 0, above = 0;
  for (int i = 0; i < std::ssize(frets); ++i) {
    const int fret = frets[static_cast<std::size_t>(i)];
    if (fret > lowest) ++above;
    if (fret != lowest || fret <= 0) continue;
    if (first < 0) first = i;
    last = i;
    ++at_lowest;
  }
  shape.fingers = above + at_lowest;
  if (at_lowest < 2) return;
  const bool closed = std::all_of(frets.begin() + first, frets.begin() + last + 1,
                                  [](int fret) { return fret > 0; });
  const bool to_the_end = last + 1 == std::ssize(frets);
  const bool any_open = std::ranges::count(frets, 0) > 0;
  const bool natural = to_the_end && (at_lowest >= 3 || !any_open);
  if (!closed || (shape.fingers <= kMostFingers && !natural)) return;
  shape.barre = Fingering::Barre{lowest, first, last};
  shape.fingers = above + 1;
}

class ShapeSearch {
 public:
  ShapeSearch(const Chord& chord, const FrettedInstrument& instrument)
      : chord_(chord), instrument_(instrument), strings_(instrument.tuning.size()) {
    notes_ = static_cast<std::size_t>(std::ranges::count(chord.notes, true));
  }

  std::optional<Fingering> run() {
    for (position_ = 1; position_ <= kHighestPosition; ++position_) {
      frets_.clear();
      extend();
    }
    return best_;
  }

 private:
  int above_root(std::size_t string, int fret) const {
    return (instrument_.tuning[string] + fret - chord_.root + 24) % 12;
  }
  bool sounds(std::size_t string, int fret) const {
    return chord_.notes[static_cast<std::size_t>(above_root(string, fret))];
  }

  void extend() {
    const std::size_t string = frets_.size();
    if (string == strings_) return consider();
    const auto with = [&](int fret) {
      frets_.push_back(fret);
      extend();
      frets_.pop_back();
    };
    if (instrument_.bass_lowest) with(Fingering::kSilent);
    if (sounds(string, 0)) with(0);
    for (int fret = position_; fret < position_ + kReach; ++fret)
      if (sounds(string, fret)) with(fret);
  }

  // Every note, but those that may be missing.
  std::optional<int> missing() const {
    std::array<bool, 12> heard{};
    for (std::size_t i = 0; i < strings_; ++i)
      if (frets_[i] >= 0) heard[static_cast<std::size_t>(above_root(i, frets_[i]))] = true;
    int count = 0;
    for (std::size_t note = 0; note < 12; ++note) {
      if (!chord_.notes[note] || heard[note]) continue;
      const bool fifth = note == 7 && notes_ >= 4;
      const bool root = note == 0 && notes_ > strings_;
      if (!fifth && !root) return std::nullopt;
      ++count;
    }
    return count;
  }

  void consider() {
    Fingering shape{frets_, {}, 0};
    const int lowest = shape.lowestFret();
    if (lowest != position_ && !(lowest == 0 && position_ == 1)) return;
    const std::optional<int> left_out = missing();
    if (!left_out) return;
    set_fingers(shape);
    if (shape.fingers > kMostFingers) return;
    const std::optional<double> cost = cost_of(shape);
    if (!cost || (best_ && *cost + 1.5 * *left_out >= best_cost_)) return;
    best_cost_ = *cost + 1.5 * *left_out;
    best_ = std::move(shape);
  }

  // Weights that give the open and barre shapes of song books (fingering_test.cpp).
  std::optional<double> cost_of(const Fingering& shape) const {
    std::vector<int> pitches;
    for (std::size_t i = 0; i < strings_; ++i)
      if (frets_[i] >= 0) pitches.push_back(instrument_.tuning[i] + frets_[i]);
    if (pitches.size() < 4) return std::nullopt;
    std::ranges::sort(pitches);
    const int bass = (chord_.root + chord_.bass) % 12;
    if (instrument_.bass_lowest && pitches[0] % 12 != bass) return std::nullopt;
    return hand(shape) + strings() + sound(pitches);
  }

  double hand(const Fingering& shape) const {
    const int lowest = shape.lowestFret(), highest = shape.highestFret();
    const int span = highest - lowest;
    double cost = shape.fingers + (shape.barre ? 0.5 : 0.0) + 0.5 * span + (span > 2 ? span : 0);
    if (lowest > 0) cost += 0.9 * (lowest - 1);
    for (const int fret : frets_) cost += fret > 0 ? 0.06 * fret : fret == 0 ? -0.4 : 0.0;
    if (highest > 4 && std::ranges::count(frets_, 0) > 0) cost += 3.0;
    return cost;
  }

  // Silent strings, and open ones that the hand must arch over.
  double strings() const {
    const auto sounding = [](int fret) { return fret >= 0; };
    const auto first = std::ranges::find_if(frets_, sounding);
    const auto last = std::find_if(frets_.rbegin(), frets_.rend(), sounding).base();
    double cost = static_cast<double>(first - frets_.begin()) +
                  3.0 * static_cast<double>(frets_.end() - last) +
                  6.0 * static_cast<double>(std::count(first, last, Fingering::kSilent));
    for (std::size_t i = 1; i + 1 < strings_; ++i) {
      const int before = frets_[i - 1], after = frets_[i + 1];
      if (frets_[i] == 0 && before > 0 && after > 0 && std::abs(before - after) > 1) cost += 3.0;
    }
    return cost;
  }

  double sound(const std::vector<int>& pitches) const {
    double cost = 0.0;
    int thirds = 0;
    for (std::size_t i = 0; i < pitches.size(); ++i) {
      const int above = (pitches[i] - chord_.root + 24) % 12;
      thirds += above == 3 || above == 4 ? 1 : 0;
      if (i > 0 && pitches[i] == pitches[i - 1]) cost += instrument_.bass_lowest ? 2.0 : 1.0;
    }
    cost += 0.3 * std::max(0, thirds - 1);
    if (!instrument_.bass_lowest) return cost;
    const int gap = pitches[1] - pitches[0];
    if (gap == 3) cost += 5.0;
    if (gap == 5 || (gap == 4 && pitches[0] < kMuddyBelow)) cost += 2.0;
    return cost;
  }

  const Chord& chord_;
  const FrettedInstrument& instrument_;
  std::size_t strings_;
  std::size_t notes_ = 0;
  int position_ = 1;
  std::vector<int> frets_;
  std::optional<Fingering> best_;
  double best_cost_ = 0.0;
};

}  // namespace

const FrettedInstrument& guitar() {
  static const FrettedInstrument instrument{"guitar", {40, 45, 50, 55, 59, 64}, true};
  return instrument;
}

const FrettedInstrument& ukulele() {
  static const FrettedInstrument instrument{"ukulele", {67, 60, 64, 69}, false};
  return instrument;
}

int Fingering::lowestFret() const {
  int lowest = 0;
  for (const int fret : frets)
    if (fret > 0 && (lowest == 0 || fret < lowest)) lowest = fret;
  return lowest;
}

int Fingering::highestFret() const {
  return std::max(0, *std::ranges::max_element(frets));
}

std::string Fingering::text() const {
  std::string text;
  for (const int fret : frets) {
    text += fret == kSilent ? "x" : fret < 10 ? fmt::format("{}", fret) : fmt::format("({})", fret);
  }
  return text;
}

std::optional<Fingering> fingering_of(const Chord& chord, const FrettedInstrument& instrument) {
  if (chord.root < 0) return std::nullopt;
  return ShapeSearch(chord, instrument).run();
}

std::vector<int> piano_keys(const Chord& chord) {
  if (chord.root < 0) return {};
  const int bass = (chord.root + chord.bass) % 12;
  std::vector<int> keys;
  for (int above = 0; above < 12; ++above)  // the bass
    if (chord.notes[static_cast<std::size_t>((chord.bass + above) % 12)])
      keys.push_back(bass + above);
  return keys;
}

std::string triad_label(const std::string& label) {
  try {
    const Chord chord = parse_chord(label, ChordSyntax::kLenient);
    const int index = vocabulary_index(chord);
    if (index < 0 || index >= kChordVocabularySize - 1) return label;
    const int quality = triad_quality(index % kNoChordQuality);
    return chord.root_spelling + ":" + chord_qualities()[static_cast<std::size_t>(quality)];
  } catch (const ChordLabelError&) {
    return label;
  }
}

}  // namespace tactus
