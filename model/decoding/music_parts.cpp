#include "model/decoding/music_parts.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "model/decoding/beats/beat_summary.h"

namespace tactus {
namespace {

constexpr double kQuiet = 1.4;      // seconds of silence: 1.5 less what fades
constexpr double kFaint = 0.3;      // activation of a beat that counts in a silence
constexpr double kPredicted = 0.5;  // where no chord is heard, the network may only expect a beat
constexpr double kEdge = 0.1;       // seconds within which the sound before and after still shows
constexpr double kChordEdge = 0.5;  // the same for chords
constexpr double kNoMusic = 4.0;    // seconds of a stretch without music
constexpr double kDoubtful = 1.0 / 3.0;  // of the confidence of the music beside
constexpr double kChange = 2.0;          // of the sum below: between music and none
constexpr double kEven = 0.5;            // share of music in a beat that tells nothing

std::size_t row_at(const FrameMatrix& rows, double seconds) {
  const double row = std::round(std::max(seconds, 0.0) * rows.fps);
  return static_cast<std::size_t>(std::min(row, static_cast<double>(rows.frames)));
}

float highest_within(const FrameMatrix& activation, const SoundSpan& span) {
  const auto first = activation.data.begin();
  const auto begin = first + static_cast<std::ptrdiff_t>(row_at(activation, span.begin));
  const auto end = first + static_cast<std::ptrdiff_t>(row_at(activation, span.end));
  return begin < end ? *std::max_element(begin, end) : 0.0f;
}

// Nothing of music in a quiet span?
bool is_silent(const SoundSpan& quiet, const SoundEvidence& sound) {
  const double highest = highest_within(sound.any_beats, {quiet.begin + kEdge, quiet.end - kEdge});
  if (!sound.chords) return highest < kFaint;
  const SoundSpan inside{quiet.begin + kChordEdge, quiet.end - kChordEdge};
  return highest < kPredicted && share_of_harmony(*sound.chords, inside) < kMusic;
}

// The mean probability of no chord.
double no_chord(const FrameMatrix& chords, const SoundSpan& span) {
  const std::size_t first = std::min(row_at(chords, span.begin), chords.frames - 1);
  const std::size_t last = std::max(row_at(chords, span.end), first + 1);
  double sum = 0.0;
  for (std::size_t t = first; t < last; ++t) sum += chords.row(t).back();
  return sum / static_cast<double>(last - first);
}

// For each beat: a clear beat and a clear chord both tell of music.
std::vector<double> signs_of_music(const std::vector<Beat>& beats, const FrameMatrix& chords) {
  const std::vector<double> tempi = tempo_curve(beats);
  std::vector<double> signs;
  for (std::size_t b = 0; b < beats.size(); ++b) {
    const double half = 30.0 / tempi[b], time = beats[b].time;
    const double chord = 1.0 - no_chord(chords, {time - half, time + half});
    signs.push_back(std::max(beats[b].confidence, chord) - kEven);
  }
  return signs;
}

struct Stretch {
  bool music = true;
  std::size_t first = 0, last = 0;  // beats, one past
};

// The likeliest division into stretches with and without music.
std::vector<Stretch> stretches_of(const std::vector<double>& signs) {
  std::vector<std::array<bool, 2>> changed(signs.size());
  std::array<double, 2> best{};
  for (std::size_t b = 0; b < signs.size(); ++b) {
    const std::array<double, 2> before = best;
    for (const std::size_t music : {0, 1}) {
      changed[b][music] = b > 0 && before[1 - music] - kChange > before[music];
      best[music] = (changed[b][music] ? before[1 - music] - kChange : before[music]) +
                    (music ? signs[b] : -signs[b]);
    }
  }
  std::vector<Stretch> stretches;
  std::size_t music = best[1] >= best[0], last = signs.size();
  for (std::size_t b = signs.size(); b-- > 0;) {
    if (b > 0 && !changed[b][music]) continue;
    stretches.push_back({music == 1, b, last});
    last = b;
    music = 1 - music;
  }
  std::ranges::reverse(stretches);
  return stretches;
}

double confidence_of(std::span<const Beat> beats) {
  return mean_confidence({beats.begin(), beats.end()});
}

}  // namespace

double share_of_harmony(const FrameMatrix& posteriors, const SoundSpan& span) {
  std::size_t sound = 0, chords = 0;
  for (std::size_t t = row_at(posteriors, span.begin); t < row_at(posteriors, span.end); ++t) {
    const auto row = posteriors.row(t);
    const bool silent = row.back() == 1.0f && std::ranges::count(row, 0.0f) + 1 == std::ssize(row);
    if (silent) continue;
    ++sound;
    chords += std::ranges::max_element(row) != row.end() - 1;
  }
  return sound > 0 ? static_cast<double>(chords) / static_cast<double>(sound) : 0.0;
}

double share_of_harmony(const FrameMatrix& posteriors) {
  return share_of_harmony(posteriors,
                          {0.0, static_cast<double>(posteriors.frames) / posteriors.fps});
}

std::vector<SoundSpan> sounding_parts(const SoundEvidence& sound, double seconds) {
  std::vector<SoundSpan> parts;
  double begin = 0.0;
  for (const SoundSpan& quiet : sound.attacks.quiet_spans(kQuiet)) {
    if (!is_silent(quiet, sound)) continue;
    if (quiet.begin > begin) parts.push_back({begin, quiet.begin});
    begin = quiet.end;
  }
  if (begin < seconds) parts.push_back({begin, seconds});
  return parts;
}

SoundSpan music_within(const SoundSpan& part, std::vector<Beat> beats, const SoundEvidence& sound,
                       double least) {
  if (!sound.chords || sound.chords->frames == 0 || beats.size() < 2) return part;
  rate_beats(beats, sound.any_beats);
  const std::vector<Stretch> stretches = stretches_of(signs_of_music(beats, *sound.chords));
  const auto of = [&](const Stretch& s) {
    return std::span<const Beat>(beats).subspan(s.first, s.last - s.first);
  };
  double music = 0.0;  // the highest confidence of a stretch with music
  for (const Stretch& stretch : stretches)
    if (stretch.music) music = std::max(music, confidence_of(of(stretch)));
  const double limit = std::max(least, kDoubtful * music);
  const auto is_music = [&](const Stretch& stretch, const SoundSpan& span) {
    return stretch.music || span.end - span.begin < kNoMusic ||
           confidence_of(of(stretch)) >= limit || share_of_harmony(*sound.chords, span) >= kMusic;
  };
  // Half-way between the beats of two stretches.
  const auto border = [&](std::size_t beat) {
    return (beats[beat - 1].time + beats[beat].time) / 2.0;
  };
  SoundSpan result = part;
  const Stretch &head = stretches.front(), &tail = stretches.back();
  const double after_head = head.last < beats.size() ? border(head.last) : part.end;
  if (!is_music(head, {part.begin, after_head})) result.begin = after_head;
  if (stretches.size() == 1) return result;
  const double before_tail = border(tail.first);
  if (!is_music(tail, {before_tail, part.end})) result.end = before_tail;
  return result;
}

}  // namespace tactus
