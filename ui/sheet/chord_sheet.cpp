#include "ui/sheet/chord_sheet.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "datasets/formats/bars/tempo_regions.h"
#include "datasets/formats/labels/key_label.h"
#include "datasets/formats/score/musicxml_symbols.h"
#include "datasets/formats/score/transposition.h"
#include "model/chords/chord_label.h"
#include "ui/document/segment_labels.h"

namespace tactus::ui {
namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("tactus::ui", text);
}

// "H" for B, "B" for Bb, as German musicians say.
std::string german_note(const std::string& note) {
  if (!note.starts_with('B')) return note;
  const bool flat = note.starts_with("Bb");
  return std::string(flat ? "B" : "H").append(note, flat ? 2 : 1);
}

int pitch_of(const std::string& note) {
  const auto signs = [&](char sign) { return static_cast<int>(std::ranges::count(note, sign)); };
  return natural_pitch_class(note[0]) + signs('#') - signs('b');
}

// "C" of "A:minor" and of "D:dorian"; empty without a key.
std::string major_tonic(const std::string& key) {
  const auto signature = key_signature(key);
  const auto major = signature ? key_of({signature->fifths, "major"}) : std::nullopt;
  return major ? major->substr(0, major->find(':')) : std::string();
}

// The degree of a note in a major scale: "b3" for Eb above C.
std::string degree_of(const std::string& note, const std::string& tonic) {
  constexpr int kMajor[] = {0, 2, 4, 5, 7, 9, 11};
  const int step = (note[0] - tonic[0] + 7) % 7;
  const int sharps = (pitch_of(note) - pitch_of(tonic) - kMajor[step] + 30) % 12 - 6;
  return std::string(static_cast<std::size_t>(std::abs(sharps)), sharps < 0 ? 'b' : '#') +
         std::to_string(step + 1);
}

// The notes of a harmony in other names. Nashville writes minor as a dash.
void rename(Harmony& harmony, ChordNames names, const std::string& key) {
  const std::string tonic = names == ChordNames::kNumbers ? major_tonic(key) : std::string();
  if (names == ChordNames::kNumbers && tonic.empty()) return;
  for (std::string* note : {&harmony.root, &harmony.bass}) {
    if (note->empty()) continue;
    *note = names == ChordNames::kGerman ? german_note(*note) : degree_of(*note, tonic);
  }
  const bool minor = harmony.text.starts_with('m') && !harmony.text.starts_with("maj");
  if (names == ChordNames::kNumbers && minor) harmony.text.replace(0, 1, "-");
}

// Makes the bars of a transposed song.
class SheetMaker {
 public:
  SheetMaker(const Annotation& song, const SheetStyle& style)
      : song_(song),
        style_(style),
        beats_(counted_through(song.beats).beats),
        grid_(sheet_bars(beats_, song.chords)) {
    for (const SheetBar& bar : grid_) addBar(bar);
    placeSections();
    placeKeys();
  }

  std::vector<SheetMeasure> takeBars() { return std::move(bars_); }
  std::vector<SheetDiagram> takeDiagrams() { return std::move(diagrams_); }

  // The chords that sound in the middle of no beat.
  std::size_t unseen() const {
    std::size_t count = 0;
    std::size_t beat = 0;
    for (const LabelledSegment& chord : song_.chords) {
      while (beat < beats_.size() && middle(beat) < chord.start) ++beat;
      const bool seen = beat < beats_.size() && middle(beat) < chord.end;
      if (!seen && chord.label != "N") ++count;
    }
    return count;
  }

 private:
  const ChordSymbol& symbol(const std::string& label, double time) {
    const bool numbers = style_.names == ChordNames::kNumbers;
    const std::string key = numbers ? key_at(song_.keys, time) : std::string();
    const auto [found, fresh] = symbols_.try_emplace(label + '\n' + key);
    if (!fresh) return found->second;
    found->second = symbol_of(label, style_.names, key);
    addDiagram(label);
    return found->second;
  }

  void addDiagram(const std::string& label) {
    if (style_.diagrams == ChordDiagrams::kNone || !is_chord(label)) return;
    const bool german = style_.names == ChordNames::kGerman;
    SheetDiagram diagram{
        symbol_of(label, german ? ChordNames::kGerman : ChordNames::kLetters), {}, {}};
    const Chord chord = parse_chord(label, ChordSyntax::kLenient);
    if (style_.diagrams == ChordDiagrams::kPiano)
      diagram.keys = piano_keys(chord);
    else
      diagram.fingering =
          fingering_of(chord, style_.diagrams == ChordDiagrams::kGuitar ? guitar() : ukulele());
    const auto same = [&](const SheetDiagram& other) { return other.symbol == diagram.symbol; };
    const bool known = std::ranges::any_of(diagrams_, same);
    if (!known && (diagram.fingering || !diagram.keys.empty()))
      diagrams_.push_back(std::move(diagram));
  }

  double middle(std::size_t beat) const {
    const double end = beat + 1 < beats_.size() ? beats_[beat + 1].time : bars_.back().end;
    return (beats_[beat].time + end) / 2.0;
  }

  void addBar(const SheetBar& bar) {
    SheetMeasure measure{bar, false, false, {}, {}, {}, {}};
    const SheetMeasure* before = bars_.empty() ? nullptr : &bars_.back();
    measure.new_meter = !before || before->signature().text() != measure.signature().text();
    const ChordSymbol* last = before ? &before->symbols.back().symbol : nullptr;
    for (int beat = 0; beat < measure.beats; ++beat) {
      const auto index = static_cast<std::size_t>(beat);
      const ChordSymbol& now = symbol(measure.chords[index], measure.times[index]);
      const bool changes = !last || !(*last == now);
      last = &now;
      if (beat > 0 && !changes) {
        ++measure.symbols.back().beats;
      } else {
        measure.symbols.push_back(
            {beat, 1, measure.times[static_cast<std::size_t>(beat)], 0.0, changes, now});
      }
      measure.symbols.back().end = measure.beatEnd(beat);
    }
    measure.repeats = before && !before->pickup && sameSymbols(*before, measure);
    bars_.push_back(std::move(measure));
  }

  static bool sameSymbols(const SheetMeasure& a, const SheetMeasure& b) {
    return a.beats == b.beats &&
           std::ranges::equal(a.symbols, b.symbols, [](const SheetChord& x, const SheetChord& y) {
             return x.beat == y.beat && x.symbol == y.symbol;
           });
  }

  SheetMeasure& barNear(double time) { return bars_[nearest_bar(grid_, beats_, time)]; }

  void placeSections() {
    for (const LabelledSegment& section : song_.sections) {
      if (bars_.empty() || section.start >= bars_.back().end) return;
      QString& name = barNear(section.start).section;
      const QString text = QString::fromStdString(section.label);
      name = name.isEmpty() ? text : tr("%1, %2").arg(name, text);
    }
  }

  void placeKeys() {
    for (std::size_t i = 1; i < song_.keys.size() && !bars_.empty(); ++i) {
      const std::string& label = song_.keys[i].label;
      if (label == song_.keys[i - 1].label || song_.keys[i].start >= bars_.back().end) continue;
      barNear(song_.keys[i].start).key = key_text(label, style_.names);
    }
  }

  const Annotation& song_;
  const SheetStyle& style_;
  std::vector<Beat> beats_;
  std::vector<SheetBar> grid_;
  std::vector<SheetMeasure> bars_;
  std::unordered_map<std::string, ChordSymbol> symbols_;  // by label and key
  std::vector<SheetDiagram> diagrams_;
};

QString tempo_text(const Annotation& song) {
  double bpm = 60.0 / usual_period(song.beats);
  if (!song.tempi.empty()) bpm = song.tempi.front().bpm;
  if (song.grid.kind == GridKind::kConstant) bpm = song.grid.segments.front().bpm;
  return tr("%1 BPM").arg(QString::number(std::round(bpm * 100.0) / 100.0, 'g', 6));
}

QString key_fact(const std::string& key, ChordNames names) {
  if (key.empty() || key == "N")
    return names == ChordNames::kNumbers ? tr("No key: numbers need one (J)") : QString();
  QString fact = tr("Key: %1").arg(key_text(key, names));
  const std::string tonic = major_tonic(key);
  if (names == ChordNames::kNumbers && !key.starts_with(tonic + ":maj"))
    fact += tr(" (1 = %1)").arg(QString::fromStdString(tonic));
  return fact;
}

QStringList facts_of(const Annotation& song, const std::string& sounding_key,
                     Transposition transposition, const SheetStyle& style) {
  QStringList facts;
  const QString key = key_fact(sounding_key, style.names);
  if (!key.isEmpty()) facts += key;
  if (!song.beats.empty()) facts += tempo_text(song);
  if (song.swing > 0.0) facts += tr("Swing %1 %").arg(std::lround(100.0 * song.swing));
  if (style.simple) facts += tr("Simple chords");
  if (transposition.semitones != 0) {
    const QString sign = QString::fromUtf8(transposition.semitones > 0 ? "+" : "\u2212");
    facts += tr("Transposed %1%2").arg(sign).arg(std::abs(transposition.semitones));
  }
  if (transposition.capo > 0) {
    const std::string shapes = transposed_key(sounding_key, -transposition.capo);
    facts += shapes.empty() || shapes == "N" ? tr("Capo %1").arg(transposition.capo)
                                             : tr("Capo %1, shapes in %2")
                                                   .arg(transposition.capo)
                                                   .arg(key_text(shapes, style.names));
  }
  return facts;
}

QString hint_of(const Annotation& song) {
  if (!song.beats.empty() && !song.chords.empty()) return {};
  if (!song.beats.empty())
    return tr("This song has beats but no chords. Press Ctrl+T to find its chords.");
  if (!song.chords.empty())
    return tr(
        "This song has chords but no beats. Press Ctrl+T to find its beats, or play it and "
        "tap them with T.");
  return tr("This song has no beats and no chords yet. Press Ctrl+T to find them.");
}

}  // namespace

QString ChordSymbol::text() const {
  return bass.isEmpty() ? root + tail : root + tail + QLatin1Char('/') + bass;
}

ChordSymbol symbol_of(const std::string& label, ChordNames names, const std::string& key) {
  try {
    canonical_label(label, ChordSyntax::kLenient);
  } catch (const ChordLabelError&) {  // shown as its author wrote it
    return {QString::fromStdString(label), {}, {}};
  }
  Harmony harmony = harmony_of(label);
  if (harmony.root.empty()) return {QString::fromStdString(harmony.text), {}, {}};
  if (names != ChordNames::kLetters) rename(harmony, names, key);
  return {QString::fromStdString(harmony.root), QString::fromStdString(harmony.text),
          QString::fromStdString(harmony.bass)};
}

QString key_text(const std::string& label, ChordNames names) {
  const bool german = names == ChordNames::kGerman && label.find(':') != std::string::npos;
  return segment_text(SegmentLayer::kKeys, german ? german_note(label) : label);
}

double SheetMeasure::beatEnd(int beat) const {
  const auto next = static_cast<std::size_t>(beat) + 1;
  return next < times.size() ? times[next] : end;
}

double SheetMeasure::beatAt(double seconds) const {
  const auto after = std::ranges::upper_bound(times, seconds);
  const int beat = std::max(static_cast<int>(after - times.begin()) - 1, 0);
  const double begin = times[static_cast<std::size_t>(beat)];
  const double length = std::max(beatEnd(beat) - begin, 1e-6);
  return beat + std::clamp((seconds - begin) / length, 0.0, 1.0);
}

std::size_t SheetMeasure::chordAt(int beat) const {
  const auto after = std::ranges::upper_bound(symbols, beat, {}, &SheetChord::beat);
  return static_cast<std::size_t>(std::max<std::ptrdiff_t>(after - symbols.begin() - 1, 0));
}

Annotation shown_chords(const Annotation& annotation, Transposition transposition,
                        const SheetStyle& style) {
  Annotation shown = annotation;
  transpose(shown, transposition.shift());
  if (style.simple)
    for (LabelledSegment& chord : shown.chords) chord.label = triad_label(chord.label);
  return shown;
}

ChordSheet make_sheet(const Annotation& annotation, Transposition transposition,
                      const SheetStyle& style) {
  const Annotation shown = shown_chords(annotation, transposition, style);
  ChordSheet sheet;
  sheet.title = QString::fromStdString(annotation.title);
  sheet.artist = QString::fromStdString(annotation.artist);
  const double start = annotation.beats.empty() ? 0.0 : annotation.beats.front().time;
  const std::string key = key_at(annotation.keys, start);
  sheet.facts =
      facts_of(annotation, transposed_key(key, transposition.semitones), transposition, style);
  sheet.pages = style.pages;
  sheet.hint = hint_of(annotation);
  if (!sheet.hint.isEmpty()) return sheet;
  SheetMaker maker(shown, style);
  const std::size_t unseen = maker.unseen();
  sheet.bars = maker.takeBars();
  sheet.diagrams = maker.takeDiagrams();
  if (unseen > 0)
    sheet.note =
        unseen == 1
            ? tr("One chord lies outside the beats or within one, and is not shown.")
            : tr("%1 chords lie outside the beats or within one, and are not shown.").arg(unseen);
  return sheet;
}

void add_lyrics(ChordSheet& sheet, const Lyrics& lyrics) {
  if (sheet.bars.empty()) return;
  for (const LyricLine& line : lyrics.lines) {
    const SheetMeasure* last = nullptr;  // bar of this line's words so far
    for (const LyricPiece& piece : line.pieces) {
      if (piece.start >= sheet.bars.back().end) continue;
      const auto after =
          std::ranges::upper_bound(sheet.bars, piece.start, {}, &SheetMeasure::start);
      SheetMeasure& bar = after == sheet.bars.begin() ? *after : *std::prev(after);
      const QString text = QString::fromStdString(piece.text);
      if (last == &bar) {
        bar.words.back().text += text;
        continue;
      }
      last = &bar;
      bar.words.push_back({bar.beatAt(piece.start), text});
    }
  }
  for (SheetMeasure& bar : sheet.bars) {
    for (SheetWords& words : bar.words) words.text = words.text.simplified();
    std::erase_if(bar.words, [](const SheetWords& words) { return words.text.isEmpty(); });
  }
}

}  // namespace tactus::ui
