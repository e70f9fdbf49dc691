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
// Read: such files, and the bars, harmonies, keys, tempi and rehearsal marks of other scores,
// partwise or timewise, compressed (.mxl) or not. Harmonies come from the part with the most of
// them, of equals from one in concert pitch; those of a transposing part, and its keys, are moved
// to what sounds. Time signatures and keys come from that part, else from the first that has any;
// tempi and rehearsal marks from all. Beats are those of the time signature ("6/8" has two);
// musicxml_bars.h makes the bars. Several harmonies in a measure without notes share it evenly
// (noted). A tempo is a <sound>, else a metronome mark, else words with a number
// (musicxml_tempo.h); without one 120 quarters a minute are assumed (noted). A <swing> is that of
// the song. Repeats are not unfolded (noted).
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "audio/counted.h"
#include "datasets/formats/bars/bar_grid.h"
#include "datasets/formats/columns/annotation_order.h"
#include "datasets/formats/labels/key_label.h"
#include "datasets/formats/score/musicxml_bars.h"
#include "datasets/formats/score/musicxml_part.h"
#include "datasets/formats/score/musicxml_text.h"
#include "datasets/formats/score/transposition.h"
#include "datasets/formats/text/text_lines.h"
#include "datasets/formats/text/xml_file.h"

namespace tactus {
namespace {

constexpr double kLongestPiece = 1e6;  // rejects absurd lengths
constexpr double kLongestScore = 1e7;
constexpr std::size_t kMostParts = 1000;
constexpr double kSame = 1e-6;  // quarters: one place
constexpr double kDefaultTempo = 120.0;

// A thing at a time of the score.
template <class Value>
struct Timed {
  double quarter = 0.0;
  Value value;
};
template <class Value>
void sort(std::vector<Timed<Value>>& things) {
  std::ranges::stable_sort(things, {}, &Timed<Value>::quarter);
}

class ScoreReader {
 public:
  ScoreReader(const FormatInput& input, const XmlFile& file) : input_(input), file_(file) {}

  Annotation run() {
    const pugi::xml_node root = score();
    const std::vector<ScorePart> parts = score_parts(root);
    if (parts.size() > kMostParts)
      file_.fail(root, fmt::format("{} parts, expected at most {}", parts.size(), kMostParts));
    for (const ScorePart& part : parts) parts_.push_back(read_part(file_, part));
    main_ = main_part();
    order_ = in_order();
    bars_ = score_bars(measures(parts));
    read_head(root);
    make_map();
    store();
    return std::move(annotation_);
  }

 private:
  pugi::xml_node score() const {
    const auto& elements = file_.elements();
    if (elements.empty())
      throw FormatError(input_.name, 1, 1, "no <score-partwise>, expected a MusicXML score");
    const pugi::xml_node root = elements.front();
    const std::string_view name = root.name();
    if (name == "score-partwise" || name == "score-timewise") return root;
    file_.fail(root, fmt::format("<{}>, expected <score-partwise> of MusicXML",
                                 label_text(name.substr(0, 40))));
  }

  void note(const std::string& text) {
    const std::string whole = fmt::format("{}: {}", input_.name, text);
    if (std::ranges::find(*input_.notes, whole) == input_.notes->end())
      input_.notes->push_back(whole);
  }

  // ---- parts

  std::size_t main_part() const {
    std::size_t best = 0;
    const auto worth = [&](std::size_t i) {
      return std::pair(parts_[i].chords.size(), !parts_[i].transposes);
    };
    for (std::size_t i = 1; i < parts_.size(); ++i)
      if (worth(i) > worth(best)) best = i;
    return best;
  }

  std::vector<const PartContent*> in_order() const {
    std::vector<const PartContent*> order;
    for (const PartContent& part : parts_) order.push_back(&part);
    if (!order.empty())
      std::rotate(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(main_),
                  order.begin() + static_cast<std::ptrdiff_t>(main_) + 1);
    return order;
  }

  bool has_music() const {
    return std::ranges::any_of(parts_, [](const PartContent& part) {
      return !part.chords.empty() ||
             std::ranges::any_of(part.lengths, [](double length) { return length > 0.0; });
    });
  }

  std::vector<MeasureSpan> measures(const std::vector<ScorePart>& parts) const {
    std::vector<MeasureSpan> spans;
    TimeSignature signature;
    double beats = 0.0;
    std::size_t count = 0;
    for (const PartContent& part : parts_) count = std::max(count, part.lengths.size());
    const bool music = has_music();
    for (std::size_t i = 0; i < count; ++i) {
      const auto next = signature_at(i);
      const bool changes = next && next->text() != signature.text();
      signature = next.value_or(signature);
      const auto with = std::ranges::find_if(parts, [&](const auto& p) { return i < p.size(); });
      const pugi::xml_node head = (*with)[i].head;
      spans.push_back({music ? length_of(i, signature.quarters()) : 0.0, signature,
                       changes && i > 0,
                       std::string_view(head.attribute("implicit").value()) == "yes",
                       label_text(head.attribute("number").value()).substr(0, 20)});
      beats += spans.back().length / signature.quarters() * signature.meter().beats;
      if (beats > kLongestPiece)
        file_.fail(
            head, fmt::format("more than {} beats, expected the length of a piece", kLongestPiece));
    }
    return spans;
  }

  std::optional<TimeSignature> signature_at(std::size_t measure) const {
    for (const PartContent* part : order_) {
      if (measure < part->signatures.size() && part->signatures[measure])
        return part->signatures[measure];
    }
    return std::nullopt;
  }

  // Of the main part, or of the longest one if that fills the bar or the main part has no notes. A
  // measure without notes in any part is a whole bar.
  double length_of(std::size_t measure, double whole) const {
    double longest = 0.0;
    for (const PartContent& part : parts_)
      if (measure < part.lengths.size()) longest = std::max(longest, part.lengths[measure]);
    const auto& main = parts_[main_].lengths;
    const double own = measure < main.size() ? main[measure] : 0.0;
    if (own > 0.0 && std::abs(longest - whole) > kSame) return own;
    return longest > 0.0 ? longest : whole;
  }

  // ---- places and times

  template <class Value>
  double quarter_of(const Placed<Value>& thing) const {
    return std::max(bars_.starts[thing.measure] + thing.quarter, 0.0);
  }

  double seconds(double quarter) const {
    const auto after =
        std::ranges::upper_bound(map_.begin() + 1, map_.end(), quarter, {}, &Tempo::quarter);
    const Tempo& tempo = *std::prev(after);
    return tempo.seconds + (quarter - tempo.quarter) * 60.0 / tempo.bpm;
  }

  // Of several tempi at one place the first counts: a sound, a mark, words.
  std::vector<Timed<TempoMark>> tempi() const {
    std::vector<Timed<TempoMark>> all;
    for (const auto kind : {&PartContent::sounds, &PartContent::metronomes, &PartContent::words})
      for (const PartContent& part : parts_)
        for (const Placed<TempoMark>& mark : part.*kind)
          all.push_back({quarter_of(mark), mark.value});
    sort(all);
    const auto same = [](const auto& a, const auto& b) { return b.quarter - a.quarter < kSame; };
    all.erase(std::unique(all.begin(), all.end(), same), all.end());
    return all;
  }

  void make_map() {
    const std::vector<Timed<TempoMark>> marks = tempi();
    const bool known = !marks.empty() && marks.front().value.bpm > 0.0;
    const std::size_t until =
        bars_.pickup ? 1 : 0;  // in a pickup the tempo of the first bar counts
    const bool early =
        known &&
        (marks.front().quarter <= bars_.starts[until] ||
         marks.front().quarter < bars_.starts[std::min<std::size_t>(1, bars_.starts.size() - 1)]);
    map_ = {{0.0, time_, early ? marks.front().value.bpm : kDefaultTempo}};
    for (const Timed<TempoMark>& mark : marks) {
      const double before = map_.back().bpm;
      const double bpm = mark.value.bpm > 0.0 ? mark.value.bpm : before * mark.value.ratio;
      map_.push_back({mark.quarter, seconds(mark.quarter), std::clamp(bpm, 1.0, 1e5)});
    }
    if (early || bars_.beats.empty()) return;
    note(fmt::format("no tempo{}: {} quarters a minute assumed",
                     marks.empty() ? "" : " at the start", kDefaultTempo));
  }

  // ---- the annotation

  // Some programs write the title on the page alone: as a credit of that type, or the largest one.
  void read_printed_title(pugi::xml_node root) {
    double largest = 0.0;
    for (const pugi::xml_node credit : root.children("credit")) {
      const pugi::xml_node words = credit.child("credit-words");
      const std::string type = label_text(credit.child_value("credit-type"));
      const std::string text = label_text(words.child_value());
      const double size = type == "title" ? 1e9 : words.attribute("font-size").as_double(0.0);
      if (credit.attribute("page").as_int(1) != 1 || (!type.empty() && type != "title")) continue;
      if (text.empty() || size <= largest) continue;
      largest = size;
      annotation_.title = text;
    }
    if (!annotation_.title.empty() && largest < 1e9)
      note(fmt::format("title '{}' taken from the largest text of the page", annotation_.title));
  }

  void read_head(pugi::xml_node root) {
    annotation_.title = label_text(root.child("work").child("work-title").child_value());
    if (annotation_.title.empty())
      annotation_.title = label_text(root.child("movement-title").child_value());
    if (annotation_.title.empty()) read_printed_title(root);
    const pugi::xml_node identification = root.child("identification");
    for (const pugi::xml_node creator : identification.children("creator")) {
      if (std::string_view(creator.attribute("type").value()) == "composer")
        annotation_.artist = label_text(creator.child_value());
    }
    for (const pugi::xml_node field : identification.child("miscellaneous").children()) {
      const std::string_view name = field.attribute("name").value();
      if (name == kMusicXmlStart) time_ = file_.number(field, 0.0, kLongestScore);
      if (name == kMusicXmlDuration) annotation_.duration = file_.number(field, 0.0, kLongestScore);
      if (name == kMusicXmlAlbum) annotation_.album = label_text(field.child_value());
    }
  }

  void store() {
    const double end = seconds(bars_.starts.back());
    for (const ScoreBeat& beat : bars_.beats)
      annotation_.beats.push_back(
          {seconds(beat.quarter), beat.position, kUnknownConfidence, beat.division});
    const std::vector<Timed<std::string>> key_changes = keys();
    annotation_.keys = segments(key_changes, std::max(end, annotation_.duration));
    if (!key_changes.empty() && key_changes.front().quarter == 0.0)
      annotation_.keys.front().start = 0.0;
    annotation_.sections = segments(sections(), end);
    store_chords(end);
    for (const PartContent* part : order_) {
      if (annotation_.swing == 0.0) annotation_.swing = part->swing;
      for (const std::string& text : part->notes) note(text);
    }
    for (const std::string& text : bars_.notes) note(text);
    if (std::ranges::any_of(parts_, &PartContent::repeats)) note("repeats are not unfolded");
    order_beats(input_, annotation_.beats);
    for (const SegmentLayerInfo& layer : segment_layers())
      order_segments(input_, layer.one, annotation_.*layer.member);
  }

  void store_chords(double end) {
    if (parts_.empty()) return;
    std::vector<Timed<PlacedChord>> chords = spread_chords();
    sort(chords);
    for (std::size_t i = 0; i < chords.size(); ++i) {
      const double start = seconds(chords[i].quarter);
      const double next = i + 1 < chords.size() ? seconds(chords[i + 1].quarter) : end;
      const PlacedChord& chord = chords[i].value;
      const bool moves = chord.semitones % 12 != 0;
      append_chord(
          annotation_.chords, start, next,
          moves ? transposed_chord(chord.label, chord.semitones, key_at(annotation_.keys, start))
                : chord.label);
    }
  }

  // Loose chords share their measure.
  std::vector<Timed<PlacedChord>> spread_chords() {
    const auto& written = parts_[main_].chords;
    std::vector<Timed<PlacedChord>> chords;
    std::size_t shared = 0;
    for (auto first = written.begin(); first != written.end();) {
      const auto other = std::find_if(first, written.end(), [&](const auto& chord) {
        return chord.measure != first->measure || !chord.value.loose;
      });
      const auto count = std::max<std::ptrdiff_t>(other - first, 1);
      const double length = bars_.starts[first->measure + 1] - bars_.starts[first->measure];
      for (std::ptrdiff_t k = 0; k < count; ++k, ++first)
        chords.push_back(
            {quarter_of(*first) +
                 (first->value.loose ? length * static_cast<double>(k) / static_cast<double>(count)
                                     : 0.0),
             first->value});
      shared += count > 1 ? 1 : 0;
    }
    if (shared > 0)
      note(fmt::format("{} with several chords and no notes: the chords have equal shares",
                       counted(static_cast<std::size_t>(shared), "measure")));
    return chords;
  }

  // Of the first part that has any.
  std::vector<Timed<std::string>> keys() const {
    std::vector<Timed<std::string>> result;
    for (const PartContent* part : order_) {
      if (!result.empty()) break;
      for (const Placed<std::string>& key : part->keys)
        result.push_back({bars_.starts[key.measure], key.value});
    }
    return result;
  }

  // Of all parts; of several at one place the first.
  std::vector<Timed<std::string>> sections() const {
    std::vector<Timed<std::string>> result;
    for (const PartContent* part : order_)
      for (const Placed<std::string>& section : part->sections)
        result.push_back({quarter_of(section), section.value});
    sort(result);
    const auto same = [](const auto& a, const auto& b) { return b.quarter - a.quarter < kSame; };
    result.erase(std::unique(result.begin(), result.end(), same), result.end());
    return result;
  }

  std::vector<LabelledSegment> segments(std::vector<Timed<std::string>> things, double end) const {
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
  std::vector<PartContent> parts_;
  std::size_t main_ = 0;                   // the part with the chords
  std::vector<const PartContent*> order_;  // the main part, then the others
  ScoreBars bars_;
  double time_ = 0.0;  // of the first measure, seconds
  std::vector<Tempo> map_;
};

}  // namespace

Annotation parse_musicxml(const FormatInput& input) {
  const std::string text = musicxml_text(input);
  const FormatInput score{text, input.name, input.notes};
  const XmlFile file(score);
  return ScoreReader(score, file).run();
}

}  // namespace tactus
