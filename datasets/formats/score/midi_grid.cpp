#include "datasets/formats/score/midi_grid.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "datasets/formats/bars/tempo_regions.h"
#include "model/meter.h"

namespace tactus {
namespace {

constexpr RegionLimits kLimits = {5e-4, 8};
constexpr double kMostDrift = 1e-3;             // seconds, by rounded tempi
constexpr double kSlowestTempo = 16'777'215.0;  // microseconds per quarter: 24 bits
constexpr std::uint32_t kShortestNote = 30;     // ticks, a 64th
constexpr double kShortestLeadIn = kFastestBeat * kShortestNote / kMidiTicks;  // seconds
constexpr double kMostLeadIn = 1e5;  // beats at the song's tempo

// The ticks of a note that lasts `seconds`: a quarter, in compound meters a dotted one, or less if
// it would be too fast.
std::uint32_t ticks_of(double seconds, bool compound = false) {
  std::uint32_t ticks = compound ? 3 * kMidiTicks / 2 : kMidiTicks;
  const std::uint32_t shortest = compound ? 3 * kShortestNote : kShortestNote;
  while (seconds * kMidiTicks / ticks < kFastestBeat && ticks > shortest) ticks /= 2;
  return ticks;
}

// Whether each beat lies in a compound bar.
std::vector<bool> compound_beats(std::span<const Beat> beats) {
  std::vector<bool> compound;
  while (!beats.empty()) {
    const auto next = std::ranges::find(beats.subspan(1), 1, &Beat::position);
    const auto length = static_cast<std::size_t>(next - beats.subspan(1).begin()) + 1;
    compound.insert(compound.end(), length, bar_meter(beats.first(length)).compound());
    beats = beats.subspan(length);
  }
  return compound;
}

// Regions in which one note is the beat.
std::vector<TempoRegion> regions_by_note(std::span<const Beat> beats,
                                         const std::vector<bool>& compound) {
  std::vector<TempoRegion> regions;
  for (std::size_t begin = 0, end = 0; begin < beats.size(); begin = end) {
    while (end < beats.size() && compound[end] == compound[begin]) ++end;
    std::vector<TempoRegion> run = regions_of_tempo(beats.subspan(begin, end - begin), kLimits);
    if (run.back().beats == 1 && end < beats.size())
      run.back().period = beats[end].time - run.back().start;
    regions.insert(regions.end(), run.begin(), run.end());
  }
  return regions;
}

struct LeadIn {
  std::size_t beats = 0;
  std::size_t first = 0;  // of these, in the first bar, whose tempo takes what remains
};

// The lead-in whose first bar is nearest to the song's tempo. `ahead`: beats from the first beat to
// the first downbeat.
LeadIn lead_in_of(double seconds, double period, bool compound, std::size_t meter,
                  std::size_t ahead) {
  constexpr double kTie = 1e-5;  // rounded times choose the same
  const double whole = seconds / period;
  if (whole > kMostLeadIn) {
    const auto beats = static_cast<std::size_t>(std::ceil(std::max(kMostLeadIn, seconds / 16.0)));
    return {beats, beats};
  }
  const auto slowest = static_cast<std::size_t>(std::ceil(seconds / kSlowestBeat));
  LeadIn best = {slowest, slowest};
  double least = std::numeric_limits<double>::infinity();
  const auto middle = static_cast<std::size_t>(whole);
  for (std::size_t n = middle > meter ? middle - meter : 1; n <= middle + 1 + meter; ++n) {
    const std::size_t first = std::min(n, (n + ahead - 1) % meter + 1);
    const double remainder = seconds - period * static_cast<double>(n);
    const double tempo = period + remainder / static_cast<double>(first);
    const double quarter = tempo * kMidiTicks / ticks_of(period, compound);
    if (quarter < kFastestBeat || quarter > kSlowestBeat) continue;
    const double change = std::abs(std::log(tempo / period));
    if (change > least - kTie) continue;
    least = change;
    best = {n, first};
  }
  return best;
}

// The beats of the first whole bar.
std::size_t first_meter(const std::vector<Beat>& beats) {
  const auto is_down = [](const Beat& beat) { return beat.position == 1; };
  const auto first = std::find_if(beats.begin(), beats.end(), is_down);
  if (first == beats.end()) return static_cast<std::size_t>(usual_meter(beats));
  const auto second = std::find_if(first + 1, beats.end(), is_down);
  return static_cast<std::size_t>(second == beats.end() ? usual_meter(beats) : second - first);
}

class GridMaker {
 public:
  explicit GridMaker(const Annotation& annotation)
      : counted_(counted_through(annotation.beats)),
        compound_(compound_beats(counted_.beats)),
        regions_(regions_by_note(counted_.beats, compound_)),
        meter_(first_meter(counted_.beats)),
        period_(usual_period(counted_.beats)) {
    const bool known = !annotation.tempi.empty() && annotation.tempi.front().bpm >= 20.0 &&
                       annotation.tempi.front().bpm <= 300.0;
    if (counted_.beats.size() < 2 && known) period_ = 60.0 / annotation.tempi.front().bpm;
    if (!regions_.empty() && regions_.front().beats > 1) period_ = regions_.front().period;
  }

  MidiGrid run() {
    if (regions_.empty()) {
      run_clock(1, kMidiTicks, period_ * 1e6);
      return std::move(grid_);
    }
    lead_in();
    for (std::size_t i = 0; i < regions_.size(); ++i) add_region(i);
    add_bars();
    for (const std::size_t place : counted_.places) grid_.beats.push_back(ticks_[place]);
    if (early_ > 0.0) grid_.beats.front() = early_tick();
    std::stable_sort(grid_.events.begin(), grid_.events.end(),
                     [](const MidiEvent& a, const MidiEvent& b) { return a.tick < b.tick; });
    return std::move(grid_);
  }

 private:
  void lead_in() {
    TempoRegion& first = regions_.front();
    if (first.start < kShortestLeadIn) {
      if (first.start > kLimits.tolerance) early_ = first.start;
      return;
    }
    if (first.start < kFastestBeat) return advance(1, ticks_of(first.start), first.start);
    const LeadIn lead = lead_in_of(first.start, period_, compound_.front(), meter_, ahead());
    const std::size_t rest = lead.beats - lead.first;
    const double taken = first.start - period_ * static_cast<double>(rest);
    const std::uint32_t ticks = ticks_of(period_, compound_.front());
    advance(lead.first, ticks, taken);
    if (first.beats == 1) return advance(rest, ticks, first.start);
    before_ = rest;  // the first region begins before its first beat
    first.start = taken;
    first.beats += rest;
  }

  // The index of the first downbeat, counted on after the last beat if there is none.
  std::size_t ahead() const {
    const auto& beats = counted_.beats;
    const auto down = std::find_if(beats.begin(), beats.end(),
                                   [](const Beat& beat) { return beat.position == 1; });
    if (down != beats.end()) return static_cast<std::size_t>(down - beats.begin());
    return (meter_ - static_cast<std::size_t>(beats.front().position) % meter_ + 1) % meter_;
  }

  void add_region(std::size_t i) {
    const TempoRegion& region = regions_[i];
    const bool last = i + 1 == regions_.size();
    const bool compound = compound_[ticks_.size()];
    const std::uint32_t ticks = ticks_of(region.period, compound);
    for (std::size_t k = before_; k < region.beats; ++k)
      ticks_.push_back(tick_ + static_cast<std::uint32_t>(k) * ticks);
    before_ = 0;
    const double end = region.start + region.period * static_cast<double>(region.beats);
    const double next = last ? end : regions_[i + 1].start;
    const double period = region.period;
    std::size_t left = region.beats;
    if (early_ > 0.0 && i == 0 && left > 1) {
      advance(1, ticks, region.start + period);
      --left;
    }
    if (last && left == 1 && i > 0) {  // continues the tempo
      tick_ += ticks;
    } else if (last) {
      advance(left, ticks, seconds_ + period * static_cast<double>(left));
    } else if (std::abs(next - end) <= kLimits.tolerance) {
      advance(left, ticks, next);
    } else {
      advance(left - 1, ticks, end - period);
      advance(1, ticks_of(next - seconds_, compound), next);
    }
  }

  // Runs the clock to `time` in `steps` notes. One tempo, if rounding it moves no note too far;
  // else two, the second of which makes up for the first.
  void advance(std::size_t steps, std::uint32_t ticks, double time) {
    if (steps == 0) return;
    const double quarters = static_cast<double>(steps) * ticks / kMidiTicks;
    const double exact = std::clamp((time - seconds_) / quarters * 1e6, 1.0, kSlowestTempo);
    if (std::abs(std::round(exact) - exact) * quarters <= kMostDrift * 1e6)
      return run_clock(steps, ticks, std::round(exact));
    const double fast = std::floor(exact);
    const auto slow_steps =
        static_cast<std::size_t>(std::round((exact - fast) * static_cast<double>(steps)));
    run_clock(slow_steps, ticks, fast + 1.0);
    run_clock(steps - slow_steps, ticks, fast);
  }

  void run_clock(std::size_t steps, std::uint32_t ticks, double microseconds) {
    if (steps == 0) return;
    if (microseconds != tempo_) grid_.events.push_back(tempo_event(tick_, 60e6 / microseconds));
    tempo_ = microseconds;
    seconds_ += static_cast<double>(steps) * ticks / kMidiTicks * microseconds * 1e-6;
    tick_ += static_cast<std::uint32_t>(steps) * ticks;
  }

  // The tick of a first beat that follows the first bar line by less than a note.
  std::uint32_t early_tick() const {
    const double first =
        counted_.beats.size() > 1 ? counted_.beats[1].time : regions_.front().period;
    return static_cast<std::uint32_t>(
        std::lround(early_ / first * ticks_of(regions_.front().period, compound_.front())));
  }

  std::uint32_t bar_ticks() const {
    return static_cast<std::uint32_t>(meter_) * ticks_of(period_, compound_.front());
  }

  void add_bar(std::uint32_t tick, bool compound) {
    grid_.bars.push_back(tick);
    compound_bars_.push_back(compound);
  }

  void add_bars() {
    const bool compound = compound_.front();
    const std::uint32_t beat = ticks_of(period_, compound);
    const std::size_t down = ahead();
    const std::uint32_t bar = bar_ticks();
    const std::uint32_t first = down < ticks_.size()
                                    ? ticks_[down]
                                    : ticks_.front() + static_cast<std::uint32_t>(down) * beat;
    if (first % bar > 0 || first == 0) add_bar(0, compound);
    for (std::uint32_t tick = first % bar; tick < first; tick += bar) add_bar(tick, compound);
    first_bar_ = grid_.bars.size() - (first == 0 ? 1 : 0);
    for (std::size_t i = down; i < ticks_.size(); ++i) {
      if (counted_.beats[i].position == 1 && ticks_[i] > 0) add_bar(ticks_[i], compound_[i]);
    }
    add_signatures();
  }

  // The last bar may be incomplete: it has the length of the one before it.
  void add_signatures() {
    std::uint32_t before = 0;
    for (std::size_t i = 0; i < grid_.bars.size(); ++i) {
      const bool changes = i > 0 && compound_bars_[i] != compound_bars_[i - 1];
      const std::uint32_t start = grid_.bars[i];
      const bool open = i + 1 == grid_.bars.size();
      const std::uint32_t usual = i > first_bar_ ? before : bar_ticks();
      const std::uint32_t length =
          open ? std::max(tick_ - start, usual) : grid_.bars[i + 1] - start;
      if (length != before || changes)
        grid_.events.push_back(signature(start, length, compound_bars_[i]));
      before = length;
    }
  }

  static MidiEvent signature(std::uint32_t tick, std::uint32_t length, bool compound) {
    std::uint32_t note = compound ? kMidiTicks / 2 : kMidiTicks;
    for (; length % note > 0 && note > kShortestNote; note /= 2) {
    }
    const int count = static_cast<int>(std::clamp<std::uint32_t>(length / note, 1, 255));
    return time_signature_event(tick, count, static_cast<int>(4 * kMidiTicks / note),
                                compound ? kCompoundClocks : 24);
  }

  CountedBeats counted_;
  std::vector<bool> compound_;  // of counted_.beats
  std::vector<TempoRegion> regions_;
  std::size_t meter_;          // of the first whole bar
  double period_;              // of the lead-in
  std::size_t first_bar_ = 0;  // of grid_.bars: the first that begins with a downbeat
  MidiGrid grid_;
  std::vector<bool> compound_bars_;   // of grid_.bars
  std::vector<std::uint32_t> ticks_;  // of counted_.beats
  std::size_t before_ = 0;            // beats of the first region that are lead-in
  double early_ = 0.0;                // time of a first beat within its bar's first note; else 0
  std::uint32_t tick_ = 0;
  double seconds_ = 0.0;  // time of tick_ in the file
  double tempo_ = 0.0;    // of the last event, microseconds per quarter
};

}  // namespace

MidiGrid midi_grid(const Annotation& annotation) {
  return GridMaker(annotation).run();
}

}  // namespace tactus
