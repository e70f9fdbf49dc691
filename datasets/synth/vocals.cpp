#include "datasets/synth/vocals.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace tactus {
namespace {

constexpr double kTogether = 0.03;      // seconds between notes of one chord
constexpr double kShortestSung = 0.09;  // seconds; grace notes are not sung
constexpr double kSilentSong = 0.05;    // root mean square of singing that is alone

bool starts_note(const TimedMessage& m, int channel) {
  return m.status == (0x90 | channel) && m.data2 > 0;
}
bool ends_note(const TimedMessage& m, int channel) {
  return m.status == (0x80 | channel) || (m.status == (0x90 | channel) && m.data2 == 0);
}

HallSettings plan_vocal_hall(SongRandom& random) {
  HallSettings hall;
  hall.seconds = 0.3 * std::pow(8.0, random.uniform());
  hall.size = random.uniform(0.3, 1.5);
  hall.pre_delay = random.uniform(0.0, 0.1);
  hall.damping_hertz = random.uniform(2000.0, 9000.0);
  const double level = random.uniform(-26.0, -8.0);
  if (random.chance(0.7)) hall.relative_db = level;
  return hall;
}

// The previous note sounds until the following one, if it led to the grace note.
void leave_out_grace_notes(std::vector<SungNote>& notes) {
  std::vector<SungNote> kept;
  for (const SungNote& note : notes) {
    const bool grace = note.end - note.start < kShortestSung;
    if (!grace)
      kept.push_back(note);
    else if (!kept.empty() && kept.back().end == note.start)
      kept.back().end = note.end;
  }
  notes = std::move(kept);
}

// Moves the whole melody by octaves, so that its middle is near the middle of the voice.
void transpose_towards(std::vector<SungNote>& notes, double centre) {
  if (notes.empty()) return;
  std::vector<double> pitches;
  for (const SungNote& note : notes) pitches.push_back(note.pitch);
  const auto middle = pitches.begin() + static_cast<std::ptrdiff_t>(pitches.size() / 2);
  std::nth_element(pitches.begin(), middle, pitches.end());
  const double shift = 12.0 * std::round((centre - *middle) / 12.0);
  for (SungNote& note : notes) note.pitch = std::clamp(note.pitch + shift, 36.0, 88.0);
}

// Only of samples that are not silent.
double root_mean_square(const std::vector<float>& samples) {
  double sum = 0.0, count = 0.0;
  for (const float x : samples) {
    if (std::abs(x) < 1e-5f) continue;
    sum += static_cast<double>(x) * x;
    ++count;
  }
  return count > 0 ? std::sqrt(sum / count) : 0.0;
}

}  // namespace

std::optional<VocalPart> plan_vocals(double share, int channel, double cents,
                                     const SynthSeed& seed) {
  SongRandom random = seed.stream("vocals");
  if (!random.chance(share)) return std::nullopt;
  VocalPart part;
  part.channel = channel;
  part.cents = cents;
  part.doubled = random.chance(0.15);
  struct Kind {
    double throat, centre;
  };
  constexpr std::array<Kind, 5> kKinds = {
      {{1.0, 53}, {1.0, 56}, {1.17, 63}, {1.17, 66}, {1.3, 67}}};
  const Kind& kind = random.pick(std::span<const Kind>(kKinds));
  part.singer.throat = kind.throat * random.uniform(0.92, 1.08);
  part.centre = kind.centre + random.uniform(-2.0, 2.0);
  part.singer.effort = random.uniform();
  part.singer.breath = 0.02 * std::pow(10.0, random.uniform());
  part.singer.consonants = random.uniform(0.5, 0.95);
  part.singer.vibrato_hertz = random.uniform(4.5, 6.5);
  part.singer.vibrato_cents = random.uniform(0.0, 60.0);
  part.singer.glide = random.uniform(0.015, 0.06);
  part.singer.scoop = random.uniform(0.0, 2.5);
  part.singer.seed = random.next();
  part.late = random.uniform(-0.010, 0.020);
  part.relative_db = random.uniform(-6.0, 5.0);
  part.two_takes = random.chance(0.25);
  part.hall = plan_vocal_hall(random);
  return part;
}

std::vector<SungNote> notes_to_sing(const std::vector<TimedMessage>& messages,
                                    const VocalPart& part) {
  std::vector<SungNote> notes;
  int key = -1;  // sounding key
  const auto end_at = [&](double time) {
    if (key >= 0) notes.back().end = std::max(time, notes.back().start);
    key = -1;
  };
  for (const TimedMessage& m : messages) {
    const double time = std::max(0.0, m.time + part.late);
    if (starts_note(m, part.channel)) {
      const bool chord = key >= 0 && time - notes.back().start < kTogether;
      if (chord && m.data1 <= key) continue;
      if (chord) notes.pop_back(), key = -1;
      end_at(time);
      notes.push_back({time, time, m.data1 + part.cents / 100.0, m.data2 / 127.0});
      key = m.data1;
    } else if (ends_note(m, part.channel) && m.data1 == key) {
      end_at(time);
    }
  }
  if (!messages.empty()) end_at(messages.back().time + part.late);
  leave_out_grace_notes(notes);
  transpose_towards(notes, part.centre);
  return notes;
}

std::vector<TimedMessage> without_sung_notes(std::vector<TimedMessage> messages,
                                             const VocalPart& part) {
  if (!part.doubled)
    std::erase_if(messages, [&](const TimedMessage& m) { return starts_note(m, part.channel); });
  return messages;
}

void add_vocals(std::vector<float>& samples, int channels, int sample_rate,
                const std::vector<SungNote>& notes, const VocalPart& part) {
  const auto width = static_cast<std::size_t>(channels);
  const std::size_t frames = samples.size() / width;
  const double seconds = static_cast<double>(frames) / sample_rate;
  std::vector<float> voice = sing(notes, seconds, sample_rate, part.singer);
  if (part.two_takes) {
    Singer again = part.singer;
    ++again.seed;
    const std::vector<float> second = sing(notes, seconds, sample_rate, again);
    for (std::size_t i = 0; i < frames; ++i) voice[i] += second[i];
  }
  const double loudness = root_mean_square(voice), rest = root_mean_square(samples);
  if (loudness == 0.0) return;
  const double wanted = rest > 0 ? rest * std::pow(10.0, part.relative_db / 20.0) : kSilentSong;
  std::vector<float> mixed(samples.size());
  for (std::size_t i = 0; i < mixed.size(); ++i)
    mixed[i] = static_cast<float>(wanted / loudness) * voice[i / width];
  apply_hall(mixed, channels, sample_rate, part.hall);
  for (std::size_t i = 0; i < samples.size(); ++i) samples[i] += mixed[i];
}

std::string describe(const VocalPart& part) {
  return fmt::format("a voice at {:+.1f} dB{}{}", part.relative_db,
                     part.two_takes ? ", two takes" : "", part.doubled ? ", doubled" : "");
}

}  // namespace tactus
