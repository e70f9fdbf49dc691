#include "datasets/formats/score/musicxml_part.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "audio/text.h"
#include "datasets/formats/score/musicxml_symbols.h"
#include "datasets/formats/score/transposition.h"
#include "datasets/formats/text/text_lines.h"
#include "model/chords/chord_degree.h"

namespace tactus {
namespace {

constexpr double kLongestMeasure = 1e6;  // quarters

class PartReader {
 public:
  explicit PartReader(const XmlFile& file) : file_(file) {}

  PartContent run(const ScorePart& part) {
    for (const ScoreMeasure& measure : part) {
      content_.signatures.emplace_back();
      read(measure.content);
      content_.lengths.push_back(length_);
    }
    return std::move(content_);
  }

 private:
  template <class Value>
  Placed<Value> here(Value value) const {
    return {content_.lengths.size(), place_, std::move(value)};
  }

  double number(pugi::xml_node element, double least, double most) const {
    return file_.number(element, least, most);
  }
  int whole(pugi::xml_node element, int most) const {
    return static_cast<int>(std::lround(number(element, -most, most)));
  }

  void read(pugi::xml_node measure) {
    place_ = 0.0;
    length_ = 0.0;
    const std::size_t first_chord = content_.chords.size();
    for (const pugi::xml_node element : measure.children()) {
      const std::string_view name = element.name();
      if (name == "attributes") read_attributes(element);
      if (name == "note" && !element.child("chord") && !element.child("grace")) advance(element, 1);
      if (name == "forward") advance(element, 1);
      if (name == "backup") advance(element, -1);
      if (name == "harmony") read_harmony(element);
      if (name == "direction") read_direction(element);
      if (name == "sound") read_sound(element);
      if (name == "barline" && (element.child("repeat") || element.child("ending")))
        content_.repeats = true;
    }
    for (std::size_t i = first_chord; i < content_.chords.size(); ++i)
      content_.chords[i].value.loose = length_ == 0.0 && content_.chords[i].quarter == 0.0;
  }

  void advance(pugi::xml_node element, int sign) {
    if (!element.child("duration")) return;
    place_ += sign * number(element.child("duration"), 0.0, 1e12) / divisions_;
    place_ = std::max(place_, 0.0);
    length_ = std::max(length_, place_);
    if (length_ > kLongestMeasure)
      file_.fail(element,
                 fmt::format("a measure of {} quarters, expected the length of a piece", length_));
  }

  // ---- attributes

  void read_attributes(pugi::xml_node attributes) {
    if (const pugi::xml_node divisions = attributes.child("divisions"))
      divisions_ = number(divisions, 1e-3, 1e6);
    if (const pugi::xml_node chromatic = attributes.child("transpose").child("chromatic")) {
      semitones_ = whole(chromatic, 127);
      content_.transposes = content_.transposes || semitones_ % 12 != 0;
    }
    if (const pugi::xml_node key = attributes.child("key"); key.child("fifths")) read_key(key);
    if (const pugi::xml_node time = attributes.child("time"); time.child("beats")) read_time(time);
  }

  void read_key(pugi::xml_node key) {
    const int fifths = whole(key.child("fifths"), 15);
    const std::string mode = lower_case(label_text(key.child("mode").child_value()));
    if (mode.empty()) return note("key signatures without a mode, major or minor, are not used");
    const auto label =
        mode == kMusicXmlNoKey ? std::optional<std::string>("N") : key_of({fifths, mode});
    if (label) content_.keys.push_back(here(sounding_key(*label)));
  }

  std::string sounding_key(const std::string& key) const {
    return semitones_ % 12 == 0 ? key : transposed_key(key, semitones_);
  }

  // "3+2" over 8, or 3/8 and 2/8: all eighths are counted.
  void read_time(pugi::xml_node time) {
    const std::string below = label_text(time.child("beat-type").child_value());
    double beats = 0.0;
    bool one_type = true;
    for (const pugi::xml_node above : time.children("beats")) {
      std::string_view rest = above.child_value();
      while (!rest.empty()) {
        const std::size_t plus = std::min(rest.find('+'), rest.size());
        beats += to_number(trimmed(rest.substr(0, plus))).value_or(1e9);
        rest.remove_prefix(std::min(plus + 1, rest.size()));
      }
    }
    for (const pugi::xml_node type : time.children("beat-type"))
      one_type = one_type && label_text(type.child_value()) == below;
    const std::string text = fmt::format("{}/{}", beats, below);
    const std::optional<TimeSignature> signature = parse_signature(text);
    if (signature && one_type)
      content_.signatures.back() = *signature;
    else
      note(fmt::format(
          "time signature {} not used",
          label_text(time.child("beats").child_value()).substr(0, 20) + '/' + below.substr(0, 20)));
  }

  // ---- chords

  void read_harmony(pugi::xml_node element) {
    Harmony harmony;
    harmony.kind = label_text(element.child("kind").child_value());
    harmony.text = label_text(element.child("kind").attribute("text").value());
    harmony.root = note_of(element.child("root"), "root-step", "root-alter");
    harmony.bass = note_of(element.child("bass"), "bass-step", "bass-alter");
    for (const pugi::xml_node degree : element.children("degree")) {
      const pugi::xml_node number = degree.child("degree-value");
      const int value = number ? whole(number, 13) : 0;
      if (value < 1) file_.fail(degree, "a degree below 1, expected 1 to 13");
      const pugi::xml_node alter = degree.child("degree-alter");
      harmony.degrees.push_back({value, alter ? whole(alter, 3) : 0,
                                 label_text(degree.child("degree-type").child_value())});
    }
    const pugi::xml_node offset = element.child("offset");
    const double shift = offset ? number(offset, -1e12, 1e12) / divisions_ : 0.0;
    std::optional<std::string> label = harmony_label(harmony);
    if (!label)
      note(fmt::format("harmony \"{}{}\" ({}) read as X", harmony.root, harmony.text.substr(0, 40),
                       harmony.kind.substr(0, 40)));
    content_.chords.push_back(here(PlacedChord{label.value_or("X"), semitones_}));
    content_.chords.back().quarter += shift;
  }

  // "Bb"; empty for a note that is not shown or given.
  std::string note_of(pugi::xml_node element, const char* step, const char* alter) const {
    const std::string letter = label_text(element.child(step).child_value());
    if (letter.size() != 1 || natural_pitch_class(letter[0]) < 0) return "";
    const int accidentals = element.child(alter) ? whole(element.child(alter), 3) : 0;
    return letter + std::string(static_cast<std::size_t>(std::abs(accidentals)),
                                accidentals < 0 ? 'b' : '#');
  }

  // ---- directions

  void read_direction(pugi::xml_node direction) {
    if (const pugi::xml_node sound = direction.child("sound")) read_sound(sound);
    std::string words;
    for (const pugi::xml_node type : direction.children("direction-type")) {
      for (const pugi::xml_node mark : type.children("rehearsal"))
        content_.sections.push_back(here(label_text(mark.child_value())));
      for (const pugi::xml_node part : type.children("words")) words += part.child_value();
      if (const pugi::xml_node metronome = type.child("metronome")) read_metronome(metronome);
    }
    read_words(label_text(words));
  }

  void read_metronome(pugi::xml_node metronome) {
    const std::optional<TempoMark> mark = tempo_in_metronome(metronome);
    if (!mark) return;
    content_.metronomes.push_back(here(*mark));
    if (mark->rough) note_rough(label_text(metronome.child("per-minute").child_value()), *mark);
  }

  void read_words(const std::string& words) {
    for (const std::string_view jump : {"D.C.", "D.S.", "Da Capo", "Dal Segno"})
      content_.repeats = content_.repeats || words.starts_with(jump);
    const std::optional<TempoMark> mark = tempo_in_words(words);
    if (!mark) return;
    content_.words.push_back(here(*mark));
    if (mark->rough) note_rough(words, *mark);
  }

  void note_rough(std::string_view text, const TempoMark& mark) {
    note(fmt::format("the tempo \"{}\" is read as {} quarters a minute", text.substr(0, 40),
                     mark.bpm));
  }

  void read_sound(pugi::xml_node sound) {
    for (const char* jump : {"dacapo", "dalsegno", "tocoda"})
      content_.repeats = content_.repeats || sound.attribute(jump);
    read_swing(sound.child("swing"));
    const pugi::xml_attribute tempo = sound.attribute("tempo");
    if (!tempo) return;
    const std::optional<double> bpm = to_number(tempo.value());
    if (!bpm || !(*bpm >= 1.0 && *bpm <= 1e5))
      file_.fail(sound, "tempo", "a number from 1 to 100000");
    content_.sounds.push_back(here(TempoMark{*bpm}));
  }

  // Of several, the first one counts.
  void read_swing(pugi::xml_node swing) {
    const auto part = [&](const char* name) {
      return to_number(label_text(swing.child(name).child_value())).value_or(0.0);
    };
    const double first = part("first"), second = part("second");
    if (content_.swing == 0.0 && first > second && second >= 1.0 && first <= 100.0)
      content_.swing = first / (first + second);
  }

  void note(std::string text) {
    if (std::ranges::find(content_.notes, text) == content_.notes.end())
      content_.notes.push_back(std::move(text));
  }

  const XmlFile& file_;
  PartContent content_;
  double divisions_ = 1.0;  // per quarter
  int semitones_ = 0;       // from written to sounding
  double place_ = 0.0;      // in the measure, quarters
  double length_ = 0.0;     // of the measure so far
};

}  // namespace

std::vector<ScorePart> score_parts(pugi::xml_node root) {
  std::vector<ScorePart> parts;
  const bool timewise = std::string_view(root.name()) == "score-timewise";
  for (const pugi::xml_node part : root.children("part")) {
    parts.emplace_back();
    for (const pugi::xml_node measure : part.children("measure"))
      parts.back().push_back({measure, measure});
  }
  for (const pugi::xml_node measure : root.children("measure")) {
    std::size_t i = 0;
    for (const pugi::xml_node part : measure.children("part")) {
      if (i == parts.size()) parts.emplace_back();
      if (timewise) parts[i++].push_back({part, measure});
    }
  }
  return parts;
}

PartContent read_part(const XmlFile& file, const ScorePart& part) {
  return PartReader(file).run(part);
}

}  // namespace tactus
