#include "datasets/tasks/beats/beat_validation.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "datasets/cache/mapped_frames.h"
#include "model/backend/cpu/cpu_backend.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

constexpr int kBins = 3;

TrainingSong song_of(const test::ScratchFolder& folder, const std::string& id,
                     std::vector<Beat> beats) {
  const auto file = folder / (id + ".npy");
  write_cached_frames(FrameMatrix(200, kBins, 100.0), file);
  Annotation labels;
  labels.beats = std::move(beats);
  return {"corpus/" + id, MappedFrames(file, kBins, 100.0), std::move(labels)};
}

TEST(BeatValidation, NamesTheSongThatCannotBeScored) {
  NetworkSpec spec;
  spec.input = kBins;
  spec.layers = {LayerSpec{}};
  spec.layers[0].hidden = 2;
  spec.heads = {{"beat", 1, HeadKind::kSigmoid, 1.0}, {"downbeat", 1, HeadKind::kSigmoid, 1.0}};
  Network network(spec, make_cpu_backend(1));
  network.initialise(1);
  const Standardisation as_it_is{std::vector<float>(kBins, 0.0f), std::vector<float>(kBins, 1.0f)};
  const test::ScratchFolder folder;
  const TrainingSong good = song_of(folder, "good", {{0.5, 1}, {1.0, 2}});
  const TrainingSong bad = song_of(folder, "in_milliseconds", {{500.0, 1}, {60500.0, 2}});
  EXPECT_NO_THROW(validate_beats(network, {{&good}}, as_it_is, {}, {}));
  try {
    validate_beats(network, {{&good, &bad}}, as_it_is, {}, {});
    FAIL() << "a beat at 60500 s was scored";
  } catch (const TrainError& error) {
    const std::string what = error.what();
    EXPECT_NE(what.find("corpus/in_milliseconds"), std::string::npos) << what;
    EXPECT_NE(what.find("60500"), std::string::npos) << what;
  }
}

}  // namespace
}  // namespace tactus
