// Lead sheets as MusicXML 4.0 (.musicxml), which notation programs import and export.
//
//   sheet   ::= <score-partwise> <work/> <identification/> <part-list/> <part> measure... </part>
//   measure ::= <measure number implicit> (attributes | direction | sound | harmony | note)...
//
// A beat is a quarter, in 6/8, 9/8 and 12/8 a dotted quarter. Each bar has a slash per beat (slash
// notation), or rests without a chord. A <harmony> stands where the chord changes: <root>, <kind>,
// <bass> and <degree> as in musicxml_symbols.h. Also: key signatures, time signatures, sections as
// rehearsal marks, the title as <work-title>, the artist as composer. Beats before the first
// downbeat are an implicit measure. Tempi: sheet_tempo.h. Fields of <miscellaneous> have the time
// of the first beat, the duration and the album. Chords begin on beats, sections on the nearest
// beat and end with the next, keys with the nearest bar; the first key begins at 0.
//
// Read: such files, and the bars, harmonies, keys, tempi and rehearsal marks of other scores, of
// the first part with harmonies. Beats are those of the time signature ("6/8" has two). A <swing>
// is that of the song. Repeats are
// not unfolded, which a note says. Compressed files (.mxl) and score-timewise are refused.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "audio/text.h"
#include "datasets/formats/annotation_order.h"
#include "datasets/formats/bar_grid.h"
#include "datasets/formats/format_detection.h"
#include "datasets/formats/musicxml_symbols.h"
#include "datasets/formats/segment_layers.h"
#include "datasets/formats/text_lines.h"
#include "datasets/formats/xml_file.h"
#include "model/chords/chord_degree.h"

namespace tactus {
namespace {

constexpr std::size_t kMostBeats = 1'000'000;  // rejects absurd lengths
constexpr double kMostSeconds = 1e7;
constexpr double kTiny = 1e-3;  // of a beat
constexpr double kDefaultTempo = 120.0;

// A thing at a place of the score.
template <class Value>
struct Placed {
  double quarter = 0.0;
  Value value;
};

// Of a beat.
struct PlaceInBar {
  int position = 1;
  int division = 2;
};

class ScoreReader {
 public:
  ScoreReader(const FormatInput& input, const XmlFile& file) : input_(input), file_(file) {}

  Annotation run() {
    const pugi::xml_node root = score();
    for (const pugi::xml_node measure : part_of(root).children("measure")) read(measure);
    read_head(root);
    store();
    return std::move(annotation_);
  }

 private:
  pugi::xml_node score() const {
    const auto& elements = file_.elements();
    if (elements.empty())
      throw FormatError(input_.name, 1, 1, "no <score-partwise>, expected a MusicXML score");
    const pugi::xml_node root = elements.front();
    if (std::string_view(root.name()) == "score-partwise") return root;
    file_.fail(root, fmt::format("<{}>, expected <score-partwise> of MusicXML",
                                 label_text(std::string_view(root.name()).substr(0, 40))));
  }

  // The first part with harmonies, else the first one.
  static pugi::xml_node part_of(pugi::xml_node root) {
    for (const pugi::xml_node part : root.children("part")) {
      for (const pugi::xml_node measure : part.children("measure")) {
        if (measure.child("harmony")) return part;
      }
    }
    return root.child("part");
  }

  double number(pugi::xml_node element, double least, double most) const {
    const std::optional<double> value = to_number(label_text(element.child_value()));
    if (value && *value >= least && *value <= most) return *value;
    file_.fail(element, fmt::format("<{}>{}, expected a number from {} to {}", element.name(),
                                    label_text(element.child_value()).substr(0, 40), least, most));
  }
  int whole(pugi::xml_node element, int most) const {
    return static_cast<int>(std::lround(number(element, -most, most)));
  }

  // ---- measures

  void read(pugi::xml_node measure) {
    place_ = 0.0;
    length_ = 0.0;
    for (const pugi::xml_node element : measure.children()) {
      const std::string_view name = element.name();
      if (name == "attributes") read_attributes(element);
      if (name == "note" && !element.child("chord") && !element.child("grace")) advance(element, 1);
      if (name == "forward") advance(element, 1);
      if (name == "backup") advance(element, -1);
      if (name == "harmony") read_harmony(element);
      if (name == "direction") read_direction(element);
      if (name == "sound") read_tempo(element);
      if (name == "barline" && element.child("repeat")) repeats_ = true;
    }
    add_beats(measure);
    start_ += length_;
  }

  void advance(pugi::xml_node element, int sign) {
    constexpr double kLongest = 1e6;  // quarters
    if (!element.child("duration")) return;
    place_ += sign * number(element.child("duration"), 0.0, 1e12) / divisions_;
    place_ = std::max(place_, 0.0);
    length_ = std::max(length_, place_);
    if (length_ > kLongest || start_ > kMostSeconds)
      file_.fail(element, fmt::format("a measure of {} quarters, or {} before it, expected the "
                                      "length of a piece",
                                      length_, start_));
  }

  void read_attributes(pugi::xml_node attributes) {
    if (const pugi::xml_node divisions = attributes.child("divisions"))
      divisions_ = number(divisions, 1e-3, 1e6);
    if (const pugi::xml_node key = attributes.child("key"); key.child("fifths")) {
      const int fifths = whole(key.child("fifths"), 15);
      const std::string mode = lower_case(label_text(key.child("mode").child_value()));
      const auto label =
          mode == kMusicXmlNoKey ? std::optional<std::string>("N") : key_of({fifths, mode});
      if (label) keys_.push_back({start_, *label});
    }
    if (const pugi::xml_node time = attributes.child("time"); time.child("beats")) {
      const std::string text = label_text(time.child("beats").child_value()) + '/' +
                               label_text(time.child("beat-type").child_value());
      if (const std::optional<TimeSignature> signature = parse_signature(text))
        signature_ = *signature;
      else
        note_once(fmt::format("time signature {} not used", label_text(text.substr(0, 40))));
    }
  }

  void add_beats(pugi::xml_node measure) {
    const Meter meter = signature_.meter();
    const double beat = signature_.quarters() / meter.beats;
    const double whole = std::floor(length_ / beat + kTiny);
    const int count = static_cast<int>(length_ > 0.0 ? std::max(whole, 1.0) : 0.0);
    const bool pickup = std::string_view(measure.attribute("implicit").value()) == "yes" &&
                        beats_.empty() && count < meter.beats;
    const int missing = pickup ? meter.beats - count : 0;
    if (beats_.size() + static_cast<std::size_t>(count) > kMostBeats)
      file_.fail(measure, fmt::format("more than {} beats, expected a piece", kMostBeats));
    for (int k = 0; k < count; ++k)
      beats_.push_back({start_ + beat * k, {missing + k + 1, meter.division}});
  }

  // ---- marks

  void read_harmony(pugi::xml_node element) {
    Harmony harmony;
    harmony.kind = label_text(element.child("kind").child_value());
    harmony.text = label_text(element.child("kind").attribute("text").value());
    harmony.root = note_of(element.child("root"), "root-step", "root-alter");
    harmony.bass = note_of(element.child("bass"), "bass-step", "bass-alter");
    for (const pugi::xml_node degree : element.children("degree")) {
      const int value = whole(degree.child("degree-value"), 13);
      if (value < 1) file_.fail(degree, "a degree below 1, expected 1 to 13");
      harmony.degrees.push_back({value, whole(degree.child("degree-alter"), 3),
                                 label_text(degree.child("degree-type").child_value())});
    }
    const pugi::xml_node offset = element.child("offset");
    const double shift = offset ? number(offset, -1e12, 1e12) / divisions_ : 0.0;
    std::optional<std::string> label = harmony_label(harmony);
    if (!label)
      note_once(fmt::format("harmony \"{}{}\" ({}) read as X", harmony.root,
                            harmony.text.substr(0, 40), harmony.kind.substr(0, 40)));
    chords_.push_back({std::max(start_ + place_ + shift, 0.0), label.value_or("X")});
  }

  // "Bb"; empty for a note that is not shown or given.
  std::string note_of(pugi::xml_node element, const char* step, const char* alter) const {
    const std::string letter = label_text(element.child(step).child_value());
    if (letter.size() != 1 || natural_pitch_class(letter[0]) < 0) return "";
    const int accidentals = element.child(alter) ? whole(element.child(alter), 3) : 0;
    return letter + std::string(static_cast<std::size_t>(std::abs(accidentals)),
                                accidentals < 0 ? 'b' : '#');
  }

  void read_direction(pugi::xml_node direction) {
    bool tempo = false;
    if (const pugi::xml_node sound = direction.child("sound")) tempo = read_tempo(sound);
    for (const pugi::xml_node type : direction.children("direction-type")) {
      for (const pugi::xml_node mark : type.children("rehearsal"))
        sections_.push_back({start_ + place_, label_text(mark.child_value())});
      if (!tempo && type.child("metronome")) read_metronome(type.child("metronome"));
    }
  }

  // Of several, the first one counts.
  void read_swing(pugi::xml_node swing) {
    const auto part = [&](const char* name) {
      return to_number(label_text(swing.child(name).child_value())).value_or(0.0);
    };
    const double first = part("first"), second = part("second");
    if (annotation_.swing == 0.0 && first > second && second >= 1.0 && first <= 100.0)
      annotation_.swing = first / (first + second);
  }

  bool read_tempo(pugi::xml_node sound) {
    read_swing(sound.child("swing"));
    const pugi::xml_attribute tempo = sound.attribute("tempo");
    if (!tempo) return false;
    const std::optional<double> bpm = to_number(tempo.value());
    if (!bpm || !(*bpm >= 1.0 && *bpm <= 1e5))
      file_.fail(sound, "tempo", "a number from 1 to 100000");
    tempi_.push_back({start_ + place_, *bpm});
    return true;
  }

  void read_metronome(pugi::xml_node metronome) {
    static const std::map<std::string, double, std::less<>> kUnits = {
        {"whole", 4.0}, {"half", 2.0}, {"quarter", 1.0}, {"eighth", 0.5}, {"16th", 0.25}};
    const auto unit = kUnits.find(label_text(metronome.child("beat-unit").child_value()));
    const auto value = to_number(label_text(metronome.child("per-minute").child_value()));
    const double dots = metronome.child("beat-unit-dot") ? 1.5 : 1.0;
    if (unit == kUnits.end() || !value || !(*value >= 1.0 && *value <= 1e4)) return;
    tempi_.push_back({start_ + place_, *value * unit->second * dots});
  }

  void note_once(const std::string& text) {
    const std::string note = fmt::format("{}: {}", input_.name, text);
    if (std::find(input_.notes->begin(), input_.notes->end(), note) == input_.notes->end())
      input_.notes->push_back(note);
  }

  // ---- the annotation

  void read_head(pugi::xml_node root) {
    annotation_.title = label_text(root.child("work").child("work-title").child_value());
    if (annotation_.title.empty())
      annotation_.title = label_text(root.child("movement-title").child_value());
    const pugi::xml_node identification = root.child("identification");
    for (const pugi::xml_node creator : identification.children("creator")) {
      if (std::string_view(creator.attribute("type").value()) == "composer")
        annotation_.artist = label_text(creator.child_value());
    }
    for (const pugi::xml_node field : identification.child("miscellaneous").children()) {
      const std::string_view name = field.attribute("name").value();
      if (name == kMusicXmlStart) time_ = number(field, 0.0, kMostSeconds);
      if (name == kMusicXmlDuration) annotation_.duration = number(field, 0.0, kMostSeconds);
      if (name == kMusicXmlAlbum) annotation_.album = label_text(field.child_value());
    }
  }

  template <class Value>
  static void sort(std::vector<Placed<Value>>& things) {
    std::stable_sort(things.begin(), things.end(),
                     [](const auto& a, const auto& b) { return a.quarter < b.quarter; });
  }

  double seconds(double quarter) const {
    const auto after =
        std::upper_bound(map_.begin() + 1, map_.end(), quarter,
                         [](double q, const Tempo& tempo) { return q < tempo.quarter; });
    const Tempo& tempo = *(after - 1);
    return tempo.seconds + (quarter - tempo.quarter) * 60.0 / tempo.bpm;
  }

  void make_map() {
    sort(tempi_);
    map_ = {{0.0, time_, kDefaultTempo}};
    for (const Placed<double>& tempo : tempi_)
      map_.push_back({tempo.quarter, seconds(tempo.quarter), tempo.value});
  }

  void store() {
    make_map();
    for (const Placed<PlaceInBar>& beat : beats_)
      annotation_.beats.push_back(
          {seconds(beat.quarter), beat.value.position, kUnknownConfidence, beat.value.division});
    const double end = seconds(start_);
    sort(chords_);
    for (std::size_t i = 0; i < chords_.size(); ++i) {
      const double next = i + 1 < chords_.size() ? seconds(chords_[i + 1].quarter) : end;
      append_chord(annotation_.chords, seconds(chords_[i].quarter), next, chords_[i].value);
    }
    annotation_.sections = segments(sections_, end);
    annotation_.keys = segments(keys_, std::max(end, annotation_.duration));
    if (!keys_.empty() && keys_.front().quarter == 0.0) annotation_.keys.front().start = 0.0;
    if (repeats_) note_once("repeats are not unfolded");
    order_beats(input_, annotation_.beats);
    order_segments(input_, "chord", annotation_.chords);
    order_segments(input_, "section", annotation_.sections);
    order_segments(input_, "key", annotation_.keys);
  }

  std::vector<LabelledSegment> segments(std::vector<Placed<std::string>>& things, double end) {
    sort(things);
    std::vector<LabelledSegment> result;
    for (std::size_t i = 0; i < things.size(); ++i) {
      const double next = i + 1 < things.size() ? seconds(things[i + 1].quarter) : end;
      result.push_back({seconds(things[i].quarter), next, things[i].value});
    }
    return result;
  }

  struct Tempo {
    double quarter;
    double seconds;
    double bpm;
  };

  const FormatInput& input_;
  const XmlFile& file_;
  Annotation annotation_;
  double divisions_ = 1.0;  // per quarter
  TimeSignature signature_;
  double start_ = 0.0;   // of the measure, quarters
  double place_ = 0.0;   // in the measure, quarters
  double length_ = 0.0;  // of the measure so far
  double time_ = 0.0;    // of the first measure, seconds
  bool repeats_ = false;
  std::vector<Placed<PlaceInBar>> beats_;
  std::vector<Placed<std::string>> chords_;
  std::vector<Placed<std::string>> keys_;
  std::vector<Placed<std::string>> sections_;
  std::vector<Placed<double>> tempi_;
  std::vector<Tempo> map_;
};

}  // namespace

Annotation parse_musicxml(const FormatInput& input) {
  if (input.content.starts_with("PK"))
    throw FormatError(input.name, 0, 0,
                      "a compressed score, expected MusicXML as text; export it uncompressed");
  const XmlFile file(input);
  return ScoreReader(input, file).run();
}

}  // namespace tactus
