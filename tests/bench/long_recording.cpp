// long_recording MODELS AUDIO [--passages]: tags a recording with the models of a folder, as the
// program does, in chunks and passages, and then in one piece. Prints time and memory of the first,
// and what differs: outside of a minute around each seam, and within. --passages leaves out the
// second, which needs some 2 GB for an hour.
#include <fmt/core.h>
#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <exception>

#include "app/engine/models/model_store.h"
#include "app/engine/tagging/sound_tagger.h"
#include "audio/readers/open_audio.h"
#include "model/backend/cpu/cpu_backend.h"
#include "model/chords/chord_label.h"

namespace tactus {
namespace {

constexpr double kSameBeat = 0.07;  // seconds
constexpr double kStep = 0.1;       // seconds between two places where chords are compared

TagResult tagged(const std::vector<LoadedModel>& models, const char* audio,
                 const Chunking& chunking) {
  SoundTagger tagger(models, make_cpu_backend(1), {}, chunking);
  tagger.keep_activations(false);
  const auto source = open_audio(audio, tagger.sample_rate(), {}, 60.0);
  return tagger.tag(*source);
}

struct Share {
  std::size_t same = 0;
  std::size_t all = 0;
  double value() const { return all ? static_cast<double>(same) / static_cast<double>(all) : 1.0; }
};

// Apart: outside of a minute around a seam; near: within.
struct Comparison {
  Share apart, near;
  void count(bool is_near, bool same) {
    Share& share = is_near ? near : apart;
    ++share.all;
    share.same += same;
  }
};

// C# and Db are one chord.
EncodedChord chord_at(const std::vector<LabelledSegment>& chords, double time) {
  auto after = std::ranges::upper_bound(chords, time, {}, &LabelledSegment::start);
  return encode_chord(parse_chord(after == chords.begin() ? "N" : (--after)->label));
}

void compare(const Annotation& passages, const Annotation& whole, const Chunking& chunking) {
  const auto is_near = [&](double time) {
    const double after = std::fmod(time, chunking.seconds);
    return std::min(after, chunking.seconds - after) < chunking.border_seconds;
  };
  Comparison beats, chords;
  const auto count = [&](const std::vector<Beat>& some, const std::vector<Beat>& others) {
    for (const Beat& beat : some) {
      const auto next = std::ranges::lower_bound(others, beat.time - kSameBeat, {}, &Beat::time);
      beats.count(is_near(beat.time), next != others.end() && next->time <= beat.time + kSameBeat &&
                                          next->position == beat.position);
    }
  };
  count(passages.beats, whole.beats);
  count(whole.beats, passages.beats);
  for (double time = 0.0; time < whole.duration; time += kStep) {
    chords.count(is_near(time), chord_at(passages.chords, time) == chord_at(whole.chords, time));
  }
  fmt::print(
      "same as in one piece: beats and their places {:.4f} (within a minute of a seam {:.4f}), "
      "chord time {:.4f} "
      "({:.4f})\n",
      beats.apart.value(), beats.near.value(), chords.apart.value(), chords.near.value());
}

}  // namespace
}  // namespace tactus

int main(int argc, char** argv) {
  using namespace tactus;
  if (argc < 3) {
    fmt::print(stderr, "long_recording MODELS AUDIO [--passages]\n");
    return 2;
  }
  try {
    const std::vector<LoadedModel> models = load_models({}, argv[1]);
    const Chunking chunking;
    const TagResult passages = tagged(models, argv[2], chunking);
    rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    fmt::print("{:.0f} s of music: {} beats, {} chords; {} MB, {:.1f} CPU s\n", passages.seconds,
               passages.annotation.beats.size(), passages.annotation.chords.size(),
               usage.ru_maxrss / 1000,
               static_cast<double>(usage.ru_utime.tv_sec) +
                   static_cast<double>(usage.ru_utime.tv_usec) * 1e-6);
    if (argc > 3 && std::strcmp(argv[3], "--passages") == 0) return 0;
    constexpr int kDay = 86400;
    const TagResult whole =
        tagged(models, argv[2], {.longest_whole = kDay, .seconds = kDay, .passage_seconds = kDay});
    compare(passages.annotation, whole.annotation, chunking);
  } catch (const std::exception& error) {
    fmt::print(stderr, "long_recording: {}\n", error.what());
    return 1;
  }
}
