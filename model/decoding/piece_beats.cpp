// Beats of a piece, part after part (piece_decoder.h).
#include <algorithm>
#include <cmath>
#include <utility>

#include "model/decoding/beats/beat_summary.h"
#include "model/decoding/beats/metrical_level.h"
#include "model/decoding/beats/steady_runs.h"
#include "model/decoding/music_parts.h"
#include "model/decoding/off_beats.h"
#include "model/decoding/piece_decoder.h"
#include "model/decoding/timing/beat_timing.h"
#include "model/tempo_grid.h"

namespace tactus {
namespace {

double end_of(const FrameMatrix& frames, std::optional<double> seconds) {
  return seconds ? *seconds : static_cast<double>(frames.frames) / frames.fps;
}

// Do nearly all intervals lie within the range of near_tempo(), at any metrical level? A step from
// one tempo to another does not fit into it.
bool has_one_tempo(const std::vector<Beat>& beats) {
  constexpr double kShare = 0.9;
  const double reach = std::log2(1.2);
  if (beats.size() < 2) return true;
  const double usual = median_interval(beats);
  std::size_t near = 0;
  for (std::size_t b = 1; b < beats.size(); ++b) {
    const double octaves = std::log2((beats[b].time - beats[b - 1].time) / usual);
    near += std::abs(octaves - std::round(octaves)) < reach;
  }
  return static_cast<double>(near) >= kShare * static_cast<double>(beats.size() - 1);
}

// At the metrical level that both passes and the repetitions favour; as decoded if the song has
// several tempi.
BeatDecoding at_its_level(const FrameMatrix& activations, const BeatDecoderParameters& parameters,
                          const SecondPass& run_second_pass) {
  BeatDecoding decoding = decode_downbeats(activations, parameters);
  if (!has_one_tempo(decoding.beats)) return decoding;
  if (hides_two_bars(decoding, activations) && !decoding.tempi.empty() &&
      2.0 * decoding.tempi.front().bpm <= parameters.max_bpm) {
    BeatDecoding waltz =
        decode_downbeats(activations, near_tempo(parameters, 2.0 * decoding.tempi.front().bpm));
    if (!waltz.beats.empty()) return waltz;
  }
  if (run_second_pass && parameters.level_margin > 0.0 && !decoding.tempi.empty()) {
    const auto doubt = level_doubt(activations, decoding.tempi.front().bpm, parameters);
    if (doubt && half_is_likelier(*doubt, run_second_pass(doubt->speed), parameters))
      return decode_downbeats(activations, near_tempo(parameters, doubt->bpm / 2.0));
  }
  return at_likeliest_level(std::move(decoding), activations, parameters);
}

// Exact times and the grid; what follows from the times follows again.
void set_times(BeatDecoding& decoding, const FrameMatrix& activations,
               const BeatDecoderParameters& parameters, const BeatPieceOptions& options,
               std::span<const SoundSpan> music) {
  const FrameMatrix activation = any_beat(activations);
  TimedBeats timed =
      time_beats(std::move(decoding.beats), activation, options.attacks,
                 {parameters.grid, end_of(activations, options.seconds), options.fixed, music});
  std::vector<Beat> rated = timed.beats;
  rate_beats(rated, activation);
  for (std::size_t i = 0; i < rated.size(); ++i) {
    if (timed.beats[i].confidence == kUnknownConfidence)
      timed.beats[i].confidence =
          std::min(calibrated(parameters.calibration, rated[i].confidence), kHighestConfidence);
  }
  decoding.beats = std::move(timed.beats);
  decoding.grid = std::move(timed.grid);
  decoding.tempo_curve = tempo_curve(decoding.beats);
  decoding.confidence = mean_confidence(decoding.beats);
  if (activations.bins == 2) decoding.bar_confidence = rate_bars(decoding.beats, activations);
  if (decoding.tempi.empty()) return;
  const double tempo =
      longest_tempo(decoding.grid, decoding.beats).value_or(overall_tempo(decoding.beats));
  const double change = tempo / decoding.tempi.front().bpm;
  constexpr double kDigits = 1e4;  // a half of 112 is 56, not 56.00000000000001
  for (TempoCandidate& candidate : decoding.tempi)
    candidate.bpm = std::round(candidate.bpm * change * kDigits) / kDigits;
  decoding.tempi.front().bpm = tempo;
}

// Rows of a span with one more on either side; the first lies at `offset` seconds.
struct SpanRows {
  FrameMatrix rows;
  double offset = 0.0;
};
SpanRows rows_of(const FrameMatrix& all, const SoundSpan& span) {
  const auto frames = static_cast<double>(all.frames);
  const double first = std::clamp(std::floor(span.begin * all.fps) - 1.0, 0.0, frames);
  const double last = std::clamp(std::ceil(span.end * all.fps) + 1.0, first, frames);
  SpanRows part{FrameMatrix(static_cast<std::size_t>(last - first), all.bins, all.fps),
                first / all.fps};
  const auto begin = static_cast<std::ptrdiff_t>(first) * static_cast<std::ptrdiff_t>(all.bins);
  std::copy_n(all.data.begin() + begin, part.rows.data.size(), part.rows.data.begin());
  return part;
}

double raw_confidence(std::vector<Beat> beats, const FrameMatrix& any_beats) {
  rate_beats(beats, any_beats);
  return mean_confidence(beats);
}

// Decodes part after part, all beats of any confidence; then judges them.
class BeatPiece {
 public:
  BeatPiece(const FrameMatrix& activations, const BeatDecoderParameters& parameters,
            const BeatPieceOptions& options)
      : activations_(activations),
        parameters_(parameters),
        options_(options),
        any_beats_(any_beat(activations)),
        sound_{any_beats_, options.attacks, options.chords} {
    least_ = std::exchange(parameters_.least_confidence, 0.0);
  }

  BeatDecoding decode() {
    BeatDecoding song;
    const std::vector<SoundSpan> all = parts();
    for (const SoundSpan& part : all) add_music_of(song, part);
    if (song.beats.empty())  // nothing is music for certain
      for (const SoundSpan& part : all) append(song, decode_span(part), part);
    if (!is_believed(song.beats)) return {};
    if (song.beats.size() > 1) set_times(song, activations_, parameters_, options_, music_);
    return song;
  }

 private:
  // No pause has a beat that a user has set.
  std::vector<SoundSpan> parts() const {
    std::vector<SoundSpan> parts;
    for (const SoundSpan& part : sounding_parts(sound_, end_of(activations_, options_.seconds))) {
      const auto in_pause = [&](const Beat& beat) {
        return beat.time < part.begin && (parts.empty() || beat.time > parts.back().end);
      };
      const bool goes_on = std::ranges::any_of(options_.fixed, in_pause);
      if (goes_on && !parts.empty())
        parts.back().end = part.end;
      else
        parts.push_back({goes_on ? 0.0 : part.begin, part.end});
    }
    return parts;
  }

  void add_music_of(BeatDecoding& song, const SoundSpan& part) {
    BeatDecoding decoding = decode_span(part);
    if (least_ == 0.0 || !options_.fixed.empty()) return append(song, std::move(decoding), part);
    SoundSpan music = music_within(part, decoding.beats, sound_, least_);
    if (music == part) return append(song, std::move(decoding), part);
    if (!(music.begin < music.end)) return;
    decoding = decode_span(music);
    const bool with_head = keeps_time({part.begin, music.begin}, decoding.beats);
    const bool with_tail = keeps_time({music.end, part.end}, decoding.beats);
    if (with_head) music.begin = part.begin;
    if (with_tail) music.end = part.end;
    if (with_head || with_tail) decoding = decode_span(music);
    append(song, std::move(decoding), music);
  }

  // Whether what comes before or after some music repeats itself in its beats: then it is music as
  // well, although nothing else tells. Of speech, applause and rain the highest was 0.28.
  bool keeps_time(const SoundSpan& beside, const std::vector<Beat>& music) const {
    constexpr double kRepeats = 0.4;
    if (!(beside.begin < beside.end) || music.size() < 2) return false;
    const FrameMatrix rows = rows_of(any_beats_, beside).rows;
    const auto repeats = [&, beat = median_interval(music)](double beats) {
      return recurrence(rows, beats * beat) > kRepeats;
    };
    return repeats(2.0) || repeats(4.0) || repeats(8.0);
  }

  // The longest part stands for the song.
  void append(BeatDecoding& song, BeatDecoding part, const SoundSpan& span) {
    if (part.beats.empty()) return;
    std::vector<Beat> beats = std::exchange(song.beats, {});
    beats.insert(beats.end(), part.beats.begin(), part.beats.end());
    const double length = span.end - span.begin;
    if (length > longest_) song = std::move(part), longest_ = length;
    song.beats = std::move(beats);
    music_.push_back(span);
  }

  BeatDecoding decode_span(const SoundSpan& span) {
    const SpanRows part = rows_of(activations_, span);
    if (part.rows.frames == 0) return {};
    std::vector<Beat> fixed;
    for (const Beat& beat : options_.fixed)
      if (beat.time >= span.begin && beat.time <= span.end)
        fixed.push_back({beat.time - part.offset, beat.position, beat.confidence});
    BeatDecoding decoding = decode_rows(part.rows, fixed, span);
    for (Beat& beat : decoding.beats) beat.time = as_set(beat.time + part.offset);
    if (options_.bars && activations_.bins == 2 && options_.fixed.empty())
      correct_off_beats(decoding.beats, activations_, parameters_, *options_.bars);
    std::erase_if(decoding.beats, [&](const Beat& beat) {
      const bool inside =
          beat.time >= span.begin - kBeforeStart && beat.time <= span.end - kShortestBeat;
      return !inside && !is_set(beat.time);
    });
    if (decoding.beats.size() == 1 && fixed.empty()) return {};
    return decoding;
  }

  BeatDecoding decode_rows(const FrameMatrix& rows, std::span<const Beat> fixed,
                           const SoundSpan& span) {
    if (rows.bins == 1) return decode_beats(rows, parameters_);
    if (!fixed.empty()) return decode_downbeats(rows, parameters_, fixed);
    SecondPass second_pass;
    if (options_.run_second_pass && options_.fixed.empty())
      second_pass = [this, span](double speed) { return rows_of(again(speed), span).rows; };
    return at_its_level(rows, parameters_, second_pass);
  }

  // All parts share one second pass: there is only one speed.
  const FrameMatrix& again(double speed) {
    if (again_.frames == 0) again_ = options_.run_second_pass(speed);
    return again_;
  }

  bool is_set(double time) const {
    return std::ranges::find(options_.fixed, time, &Beat::time) != options_.fixed.end();
  }

  // The exact time that a user has set, if that differs by rounding only.
  double as_set(double time) const {
    constexpr double kRounding = 1e-9;
    const auto same = [&](const Beat& beat) { return std::abs(beat.time - time) < kRounding; };
    const auto set = std::ranges::find_if(options_.fixed, same);
    return set != options_.fixed.end() ? set->time : time;
  }

  bool is_believed(const std::vector<Beat>& beats) const {
    if (!options_.fixed.empty()) return true;
    if (options_.chords && share_of_harmony(*options_.chords) >= kMusic) return true;
    return raw_confidence(beats, any_beats_) >= least_;
  }

  const FrameMatrix& activations_;
  BeatDecoderParameters parameters_;
  const BeatPieceOptions& options_;
  double least_ = 0.0;
  FrameMatrix any_beats_;
  SoundEvidence sound_;
  FrameMatrix again_;             // of the second pass, if there was one
  std::vector<SoundSpan> music_;  // the parts with beats
  double longest_ = 0.0;          // of them, in seconds
};

}  // namespace

BeatDecoding decode_piece_beats(const FrameMatrix& activations,
                                const BeatDecoderParameters& parameters,
                                const BeatPieceOptions& options) {
  if (activations.bins == 0) return {};  // the model has no such networks
  check_probabilities(activations);
  return BeatPiece(activations, parameters, options).decode();
}

}  // namespace tactus
