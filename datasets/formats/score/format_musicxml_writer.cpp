// Writes lead sheets as MusicXML 4.0; format_musicxml.cpp has the grammar.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "datasets/formats/bars/sheet_bars.h"
#include "datasets/formats/bars/sheet_tempo.h"
#include "datasets/formats/bars/tempo_regions.h"
#include "datasets/formats/score/musicxml_symbols.h"
#include "datasets/formats/text/text_lines.h"
#include "datasets/formats/text/xml_file.h"
#include "model/editing/beat_edits.h"

namespace tactus {
namespace {

// ---- elements

std::string xml_label(std::string_view text) {
  return xml_text(utf8_text(label_text(text)));
}

std::string note_elements(const char* prefix, const std::string& note) {
  const auto sharps = std::count(note.begin() + 1, note.end(), '#');
  const auto flats = std::count(note.begin() + 1, note.end(), 'b');
  std::string text = fmt::format("<{0}><{0}-step>{1}</{0}-step>", prefix, note[0]);
  if (sharps != flats) text += fmt::format("<{0}-alter>{1}</{0}-alter>", prefix, sharps - flats);
  return text + fmt::format("</{}>", prefix);
}

// N and X have a <function> in place of a root, which some programs would show.
std::string harmony_element(const std::string& label) {
  const Harmony harmony = harmony_of(label);
  std::string text = "      <harmony>";
  text += harmony.root.empty() ? "<function/>" : note_elements("root", harmony.root);
  text += "<kind";
  if (!harmony.text.empty()) text += fmt::format(" text=\"{}\"", xml_text(harmony.text));
  text += fmt::format(">{}</kind>", harmony.kind);
  if (!harmony.bass.empty()) text += note_elements("bass", harmony.bass);
  for (const HarmonyDegree& degree : harmony.degrees) {
    text += fmt::format(
        "<degree print-object=\"no\"><degree-value>{}</degree-value><degree-alter>{}</degree-alter>"
        "<degree-type>{}</degree-type></degree>",
        degree.value, degree.alter, degree.type);
  }
  return text + "</harmony>\n";
}

const char* dot_element(bool compound) {
  return compound ? "<beat-unit-dot/>" : "";
}

// In parts of a hundred, for the sounding eighths.
std::string swing_element(double swing) {
  constexpr const char* kSwing =
      "<swing><first>{}</first><second>{}</second><swing-type>eighth</swing-type></swing>";
  const auto first = std::clamp(std::lround(100.0 * swing), 1L, 99L);
  return fmt::format(kSwing, first, 100 - first);
}

// `swing`: 0 = none is told.
std::string tempo_element(const SheetTempo& tempo, bool compound, double swing) {
  constexpr double kDigits = 1e7;
  const double quarters = to_number(tempo.bpm).value() * (compound ? 1.5 : 1.0);
  const std::string sound = swing > 0.0 ? fmt::format(">{}</sound>", swing_element(swing)) : "/>";
  return fmt::format(
      "      <direction placement=\"above\"><direction-type><metronome><beat-unit>quarter"
      "</beat-unit>{}<per-minute>{}</per-minute></metronome></direction-type>"
      "<sound tempo=\"{}\"{}</direction>\n",
      dot_element(compound), tempo.shown, std::round(quarters * kDigits) / kDigits, sound);
}

std::string rehearsal_element(const std::string& label) {
  return fmt::format(
      "      <direction placement=\"above\"><direction-type><rehearsal>{}</rehearsal>"
      "</direction-type></direction>\n",
      xml_label(label));
}

// A beat: a quarter or a dotted quarter.
struct SheetBeat {
  int duration = 1;  // in divisions
  bool compound = false;
  const char* dot() const { return compound ? "<dot/>" : ""; }
};

// The middle line of the staff, so that the key gives it no accidental.
std::string slash_element(int fifths, const SheetBeat& beat) {
  const int alter = fifths <= -1 ? -1 : fifths >= 7 ? 1 : 0;
  const std::string sign = alter == 0 ? "" : fmt::format("<alter>{}</alter>", alter);
  return fmt::format(
      "      <note><pitch><step>B</step>{}<octave>4</octave></pitch><duration>{}</duration>"
      "<voice>1</voice><type>quarter</type>{}<stem>none</stem><notehead>slash</notehead></note>\n",
      sign, beat.duration, beat.dot());
}

std::string key_element(const KeySignature& key) {
  const std::string mode =
      key.mode.empty() ? "" : fmt::format("<mode>{}</mode>", xml_label(key.mode));
  return fmt::format("<key><fifths>{}</fifths>{}</key>", key.fifths, mode);
}

// ---- the sheet

class SheetWriter {
 public:
  explicit SheetWriter(const Annotation& annotation)
      : annotation_(annotation),
        beats_(counted_through(annotation.beats).beats),
        tempi_(sheet_tempi(beats_)),
        bars_(sheet_bars(beats_, annotation.chords)),
        divisions_(std::ranges::any_of(bars_, is_compound) ? 2 : 1) {
    place_keys();
    std::vector<std::size_t> with_section;
    for (const LabelledSegment& section : annotation.sections) {
      sections_.emplace_back(nearest_beat(beats_, section.start), section.label);
      with_section.push_back(nearest_bar(bars_, beats_, section.start));
    }
    lines_ = sheet_lines(bars_.size(), !bars_.empty() && bars_.front().pickup, with_section);
  }

  std::string run() {
    std::string text =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<!DOCTYPE score-partwise PUBLIC \"-//Recordare//DTD MusicXML 4.0 Partwise//EN\" "
        "\"http://www.musicxml.org/dtds/partwise.dtd\">\n"
        "<score-partwise version=\"4.0\">\n";
    text += head() + "  <part id=\"P1\">\n";
    for (std::size_t i = 0; i < bars_.size(); ++i) text += measure(i);
    if (bars_.empty()) text += "    <measure number=\"1\"/>\n";  // a part needs one
    return text + "  </part>\n</score-partwise>\n";
  }

 private:
  static bool is_compound(const SheetBar& bar) { return bar.division == kCompound; }
  SheetBeat beat_of(const SheetBar& bar) const {
    return {is_compound(bar) ? 3 * divisions_ / 2 : divisions_, is_compound(bar)};
  }

  // Each key begins at the nearest bar.
  void place_keys() {
    std::vector<Beat> starts;
    for (const GridBar& bar : bars_) starts.push_back({bar.start});
    keys_.resize(bars_.size());
    for (const LabelledSegment& key : annotation_.keys) {
      if (bars_.empty()) return;
      keys_[nearest_beat(starts, key.start)] =
          key_signature(key.label).value_or(KeySignature{0, kMusicXmlNoKey});
    }
  }

  std::string head() const {
    std::string text;
    if (!annotation_.title.empty())
      text +=
          fmt::format("  <work><work-title>{}</work-title></work>\n", xml_label(annotation_.title));
    text += "  <identification>";
    if (!annotation_.artist.empty())
      text += fmt::format("<creator type=\"composer\">{}</creator>", xml_label(annotation_.artist));
    text += "<encoding><software>Tactus</software></encoding><miscellaneous>";
    text += field(kMusicXmlStart, time_text(tempi_.start));
    if (annotation_.duration > 0.0)
      text += field(kMusicXmlDuration, time_text(annotation_.duration));
    if (!annotation_.album.empty()) text += field(kMusicXmlAlbum, xml_label(annotation_.album));
    return text +
           "</miscellaneous></identification>\n"
           "  <part-list><score-part id=\"P1\"><part-name print-object=\"no\">Chords</part-name>"
           "<score-instrument id=\"P1-I1\"><instrument-name>Chords</instrument-name>"
           "</score-instrument><midi-instrument id=\"P1-I1\"><midi-channel>1</midi-channel>"
           "<midi-program>1</midi-program><volume>0</volume></midi-instrument></score-part>"
           "</part-list>\n";
  }

  static std::string field(const char* name, const std::string& value) {
    return fmt::format("<miscellaneous-field name=\"{}\">{}</miscellaneous-field>", name, value);
  }

  std::string attributes(std::size_t i, bool slashes) {
    std::string text = i == 0 ? fmt::format("<divisions>{}</divisions>", divisions_) : "";
    if (keys_[i] || i == 0) {
      const KeySignature key = keys_[i].value_or(KeySignature());
      fifths_ = key.fifths;
      text += key_element(key);
    }
    const TimeSignature time = bars_[i].signature();
    if (i == 0 || time.text() != bars_[i - 1].signature().text())
      text += fmt::format("<time><beats>{}</beats><beat-type>{}</beat-type></time>", time.numerator,
                          time.denominator);
    if (i == 0) text += "<clef><sign>G</sign><line>2</line></clef>";
    if (slashes != slashes_) {
      slashes_ = slashes;
      text +=
          fmt::format("<measure-style><slash type=\"{}\"{} use-stems=\"no\"/></measure-style>",
                      slashes ? "start" : "stop", is_compound(bars_[i]) ? " use-dots=\"yes\"" : "");
    }
    return text.empty() ? text : fmt::format("      <attributes>{}</attributes>\n", text);
  }

  std::string measure(std::size_t i) {
    const SheetBar& bar = bars_[i];
    const SheetBeat beat = beat_of(bar);
    const bool resting = !annotation_.chords.empty() &&
                         std::all_of(bar.chords.begin(), bar.chords.end(),
                                     [](const std::string& chord) { return chord == "N"; });
    std::string text = fmt::format("    <measure number=\"{}\"{}>\n", bar.number,
                                   bar.pickup ? " implicit=\"yes\"" : "");
    if (i > 0 && std::ranges::binary_search(lines_, i))
      text += "      <print new-system=\"yes\"/>\n";
    text += attributes(i, !resting);
    int rests = 0;
    for (const std::string& chord : bar.chords) {
      const std::string marks = marks_at_beat(chord, beat.compound);
      if (!marks.empty()) text += rest_elements(std::exchange(rests, 0), bar.beats, beat) + marks;
      if (resting)
        ++rests;
      else
        text += slash_element(fifths_, beat);
      ++beat_;
    }
    text += rest_elements(rests, bar.beats, beat);
    if (i + 1 == bars_.size())
      text += "      <barline location=\"right\"><bar-style>light-heavy</bar-style></barline>\n";
    return text + "    </measure>\n";
  }

  // Sections, tempo and chord that begin with beat_. A tempo is told again where another note
  // counts.
  std::string marks_at_beat(const std::string& chord, bool compound) {
    std::string text;
    for (; section_ < sections_.size() && sections_[section_].first == beat_; ++section_)
      text += rehearsal_element(sections_[section_].second);
    bool told = beat_ == 0 || compound == compound_;
    compound_ = compound;
    for (; tempo_ < tempi_.tempi.size() && tempi_.tempi[tempo_].beat == beat_;
         ++tempo_, told = true)
      text += tempo_element(tempi_.tempi[tempo_], compound, beat_ == 0 ? annotation_.swing : 0.0);
    if (!told && tempo_ > 0) text += tempo_element(tempi_.tempi[tempo_ - 1], compound, 0.0);
    if (chord != chord_ && !annotation_.chords.empty()) text += harmony_element(chord);
    chord_ = chord;
    return text;
  }

  static std::string rest_elements(int count, int beats, const SheetBeat& beat) {
    if (count == beats)
      return fmt::format(
          "      <note><rest measure=\"yes\"/><duration>{}</duration><voice>1</voice></note>\n",
          beats * beat.duration);
    std::string text;
    for (; count > 0; --count)
      text += fmt::format(
          "      "
          "<note><rest/><duration>{}</duration><voice>1</voice><type>quarter</type>{}</note>\n",
          beat.duration, beat.dot());
    return text;
  }

  const Annotation& annotation_;
  std::vector<Beat> beats_;
  SheetTempi tempi_;
  std::vector<SheetBar> bars_;
  int divisions_;                                              // of a quarter
  std::vector<std::size_t> lines_;                             // their first bars
  std::vector<std::optional<KeySignature>> keys_;              // per bar, where one begins
  std::vector<std::pair<std::size_t, std::string>> sections_;  // first beat and label
  std::size_t beat_ = 0;                                       // the next to write
  std::size_t section_ = 0;
  std::size_t tempo_ = 0;
  std::string chord_;
  bool compound_ = false;  // the last beat
  int fifths_ = 0;
  bool slashes_ = false;
};

}  // namespace

std::string serialise_musicxml(const Annotation& annotation) {
  require_beats(annotation);
  for (const Beat& beat : annotation.beats) time_text(beat.time);  // throws unless finite
  return SheetWriter(annotation).run();
}

}  // namespace tactus
