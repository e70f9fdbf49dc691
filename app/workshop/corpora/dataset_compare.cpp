// The checks that need all songs of a corpus.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "app/workshop/corpora/dataset_check.h"
#include "datasets/checks/sound_sketch.h"

namespace tactus {
namespace {

constexpr double kSameLength = 2.0;  // seconds that encodings of one recording may differ
constexpr double kSameMusic = 0.9;   // similarity; versions with other instruments stay below

// How far annotations may be shifted against the music.
struct ShiftLimits {
  FindingKind kind;
  std::optional<double> CheckedSong::*shift;
  const char* what;
  double song;    // seconds, of one song
  double corpus;  // seconds, of the median of all
  double spread;  // largest useful distance of the quartiles, seconds
};
// Annotators place beats by ear to 20 or 30 ms. Players anticipate chords by up to a sixteenth or
// an eighth note, so for a single song only larger shifts are significant.
constexpr std::array kShiftLimits = {
    ShiftLimits{FindingKind::kShiftedBeats, &CheckedSong::beat_shift, "has its onsets", 0.045, 0.03,
                0.03},
    ShiftLimits{FindingKind::kShiftedChords, &CheckedSong::chord_shift, "changes its harmony", 0.15,
                0.06, 0.08}};
constexpr std::size_t kFewestShifts = 10;  // fewest songs for a median

class Comparison {
 public:
  Comparison(const Corpus& corpus, const std::vector<CheckedSong>& songs)
      : items_(corpus.items), songs_(songs) {}

  std::vector<Finding> run() {
    compare_hashes();
    compare_prints();
    compare_names("song", [](const CorpusItem& item) { return item.song; });
    for (const auto annotation : {&CorpusItem::beats, &CorpusItem::chords}) {
      compare_names("annotation",
                    [annotation](const CorpusItem& item) { return (item.*annotation).string(); });
    }
    for (const ShiftLimits& limits : kShiftLimits) compare_shifts(limits);
    return std::move(findings_);
  }

 private:
  // A shift that all songs share is reported once.
  void compare_shifts(const ShiftLimits& limits) {
    std::vector<double> shifts;
    for (const CheckedSong& song : songs_)
      if (song.*limits.shift) shifts.push_back(*(song.*limits.shift));
    std::sort(shifts.begin(), shifts.end());
    const std::size_t n = shifts.size();
    double common = 0.0;
    if (n >= kFewestShifts && std::abs(shifts[n / 2]) >= limits.corpus &&
        shifts[n * 3 / 4] - shifts[n / 4] <= limits.spread) {
      common = shifts[n / 2];
      Finding finding{limits.kind, shift_text(limits.what, common), common};
      finding.message = fmt::format(
          "in the median of {} songs {}; half of them lie between {:+.3f} and {:+.3f} s", n,
          finding.message, shifts[n / 4], shifts[n * 3 / 4]);
      findings_.push_back(std::move(finding));
    }
    for (std::size_t i = 0; i < songs_.size(); ++i) {
      const std::optional<double>& shift = songs_[i].*limits.shift;
      if (!shift || std::abs(*shift) < limits.song || std::abs(*shift - common) < limits.song)
        continue;
      const bool beats = limits.kind == FindingKind::kShiftedBeats;
      Finding finding{limits.kind, shift_text(limits.what, *shift), *shift};
      finding.song = items_[i].id;
      finding.file = (beats ? items_[i].beats : items_[i].chords).string();
      findings_.push_back(std::move(finding));
    }
  }

  static std::string shift_text(const char* what, double shift) {
    return fmt::format("the music {} {:.0f} ms {} than annotated (add {:+.3f} s to the annotation)",
                       what, std::abs(shift) * 1000, shift > 0 ? "later" : "earlier", shift);
  }

  void compare_hashes() {
    std::map<std::string, std::size_t> first;
    for (std::size_t i = 0; i < songs_.size(); ++i) {
      if (songs_[i].audio_hash.empty()) continue;
      const auto [place, is_new] = first.emplace(songs_[i].audio_hash, i);
      if (!is_new) add(FindingKind::kDuplicateAudio, place->second, i, "the same audio file as");
    }
  }

  // Songs of nearly the same length, each with those that are not shorter.
  void compare_prints() {
    std::vector<std::size_t> order(songs_.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return songs_[a].seconds < songs_[b].seconds;
    });
    for (std::size_t a = 0; a < order.size(); ++a) {
      const CheckedSong& x = songs_[order[a]];
      if (x.print.frames == 0) continue;
      for (std::size_t b = a + 1; b < order.size(); ++b) {
        const CheckedSong& y = songs_[order[b]];
        if (y.seconds - x.seconds > kSameLength) break;
        if (x.audio_hash == y.audio_hash) continue;  // reported already
        const double alike = similarity(x.print, y.print);
        if (alike < kSameMusic) continue;
        const auto [first, second] = std::minmax(order[a], order[b]);
        add(FindingKind::kSimilarAudio, first, second,
            fmt::format("sounds like another encoding (correlation {:.3f}) of", alike));
      }
    }
  }

  // `first` and `second` are the same: adds a finding for the second one, an error across splits.
  void add(FindingKind kind, std::size_t first, std::size_t second, const std::string& how) {
    const CorpusItem& a = items_[first];
    const CorpusItem& b = items_[second];
    Finding finding{kind, fmt::format("{} {}", how, a.id), {}};
    finding.song = b.id;
    finding.file = b.audio.string();
    if (a.split != b.split && !a.split.empty() && !b.split.empty()) {
      finding.kind = FindingKind::kSplitLeak;
      finding.message += fmt::format(", which is in split {} and this in {}", a.split, b.split);
    }
    findings_.push_back(std::move(finding));
    linked_.insert({first, second});
  }

  // Items that share a name must share their split.
  template <typename NameOf>
  void compare_names(const char* what, NameOf name_of) {
    std::map<std::string, std::size_t> first;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const std::string name = name_of(items_[i]);
      if (name.empty() || items_[i].split.empty()) continue;
      const auto [place, is_new] = first.emplace(name, i);
      if (is_new || items_[place->second].split == items_[i].split) continue;
      if (!linked_.contains({place->second, i}))
        add(FindingKind::kSplitLeak, place->second, i, fmt::format("the same {} as", what));
    }
  }

  const std::vector<CorpusItem>& items_;
  const std::vector<CheckedSong>& songs_;
  std::vector<Finding> findings_;
  std::set<std::pair<std::size_t, std::size_t>> linked_;
};

}  // namespace

std::vector<Finding> compare_songs(const Corpus& corpus, const std::vector<CheckedSong>& songs) {
  return Comparison(corpus, songs).run();
}

}  // namespace tactus
