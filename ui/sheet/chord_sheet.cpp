#include "ui/sheet/chord_sheet.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "datasets/formats/key_label.h"
#include "datasets/formats/musicxml_symbols.h"
#include "datasets/formats/tempo_regions.h"
#include "datasets/formats/transposition.h"
#include "model/chords/chord_label.h"

namespace tactus::ui {
namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("tactus::ui", text);
}

QString with_signs(QString text) {
  return text.replace(QLatin1Char('#'), QChar(0x266f)).replace(QLatin1Char('b'), QChar(0x266d));
}

QString with_signs(const std::string& text) {
  return with_signs(QString::fromStdString(text));
}

// Makes the bars of a transposed song.
class SheetMaker {
 public:
  explicit SheetMaker(const Annotation& song)
      : song_(song),
        beats_(counted_through(song.beats).beats),
        grid_(sheet_bars(beats_, song.chords)) {
    for (const SheetBar& bar : grid_) addBar(bar);
    placeSections();
    placeKeys();
  }

  std::vector<SheetMeasure> takeBars() { return std::move(bars_); }

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
  const ChordSymbol& symbol(const std::string& label) {
    const auto [found, fresh] = symbols_.try_emplace(label);
    if (fresh) found->second = symbol_of(label);
    return found->second;
  }

  double middle(std::size_t beat) const {
    const double end = beat + 1 < beats_.size() ? beats_[beat + 1].time : bars_.back().end;
    return (beats_[beat].time + end) / 2.0;
  }

  void addBar(const SheetBar& bar) {
    SheetMeasure measure{bar, false, false, {}, {}, {}};
    const SheetMeasure* before = bars_.empty() ? nullptr : &bars_.back();
    measure.new_meter = !before || before->signature().text() != measure.signature().text();
    const ChordSymbol* last = before ? &before->symbols.back().symbol : nullptr;
    for (int beat = 0; beat < measure.beats; ++beat) {
      const ChordSymbol& now = symbol(measure.chords[static_cast<std::size_t>(beat)]);
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
      barNear(song_.keys[i].start).key = key_text(label);
    }
  }

  const Annotation& song_;
  std::vector<Beat> beats_;
  std::vector<SheetBar> grid_;
  std::vector<SheetMeasure> bars_;
  std::unordered_map<std::string, ChordSymbol> symbols_;
};

QString tempo_text(const Annotation& song) {
  double bpm = 60.0 / usual_period(song.beats);
  if (!song.tempi.empty()) bpm = song.tempi.front().bpm;
  if (song.grid.kind == GridKind::kConstant) bpm = song.grid.segments.front().bpm;
  return tr("%1 BPM").arg(QString::number(std::round(bpm * 100.0) / 100.0, 'g', 6));
}

QStringList facts_of(const Annotation& song, const std::string& sounding_key,
                     Transposition transposition) {
  QStringList facts;
  if (!sounding_key.empty() && sounding_key != "N")
    facts += tr("Key: %1").arg(key_text(sounding_key));
  if (!song.beats.empty()) facts += tempo_text(song);
  if (song.swing > 0.0) facts += tr("Swing %1 %").arg(std::lround(100.0 * song.swing));
  if (transposition.semitones != 0) {
    const QString sign = QString::fromUtf8(transposition.semitones > 0 ? "+" : "\u2212");
    facts += tr("Transposed %1%2").arg(sign).arg(std::abs(transposition.semitones));
  }
  if (transposition.capo > 0) {
    const std::string shapes = transposed_key(sounding_key, -transposition.capo);
    facts += shapes.empty() || shapes == "N"
                 ? tr("Capo %1").arg(transposition.capo)
                 : tr("Capo %1, shapes in %2").arg(transposition.capo).arg(key_text(shapes));
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

ChordSymbol symbol_of(const std::string& label) {
  try {
    canonical_label(label, ChordSyntax::kLenient);
  } catch (const ChordLabelError&) {  // shown as its author wrote it
    return {QString::fromStdString(label), {}, {}};
  }
  const Harmony harmony = harmony_of(label);
  if (harmony.root.empty()) return {QString::fromStdString(harmony.text), {}, {}};
  return {with_signs(harmony.root), with_signs(harmony.text), with_signs(harmony.bass)};
}

QString key_text(const std::string& label) {
  const std::size_t colon = label.find(':');
  if (colon == std::string::npos) return QString::fromStdString(label);
  return with_signs(label.substr(0, colon)) + QLatin1Char(' ') +
         QString::fromStdString(label.substr(colon + 1));
}

double SheetMeasure::beatEnd(int beat) const {
  const auto next = static_cast<std::size_t>(beat) + 1;
  return next < times.size() ? times[next] : end;
}

std::size_t SheetMeasure::chordAt(int beat) const {
  const auto after = std::ranges::upper_bound(symbols, beat, {}, &SheetChord::beat);
  return static_cast<std::size_t>(std::max<std::ptrdiff_t>(after - symbols.begin() - 1, 0));
}

ChordSheet make_sheet(const Annotation& annotation, Transposition transposition) {
  Annotation shown = annotation;
  transpose(shown, transposition.shift());
  ChordSheet sheet;
  sheet.title = QString::fromStdString(annotation.title);
  sheet.artist = QString::fromStdString(annotation.artist);
  const double start = annotation.beats.empty() ? 0.0 : annotation.beats.front().time;
  const std::string key = key_at(annotation.keys, start);
  sheet.facts = facts_of(annotation, transposed_key(key, transposition.semitones), transposition);
  sheet.hint = hint_of(annotation);
  if (!sheet.hint.isEmpty()) return sheet;
  SheetMaker maker(shown);
  const std::size_t unseen = maker.unseen();
  sheet.bars = maker.takeBars();
  if (unseen > 0)
    sheet.note =
        unseen == 1
            ? tr("One chord lies outside the beats or within one, and is not shown.")
            : tr("%1 chords lie outside the beats or within one, and are not shown.").arg(unseen);
  return sheet;
}

}  // namespace tactus::ui
