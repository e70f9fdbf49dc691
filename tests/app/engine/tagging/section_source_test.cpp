// A track of a record as sound of its own.
#include "app/engine/tagging/section_source.h"

#include <gtest/gtest.h>

#include <memory>
#include <numeric>
#include <stop_token>

#include "tests/app/support/samples_in_memory.h"

namespace tactus::test {
namespace {

constexpr int kRate = 100;

// Sample n of ten seconds is n.
std::unique_ptr<SectionSource> section(double start, std::optional<double> end) {
  std::vector<float> samples(10 * kRate);
  std::iota(samples.begin(), samples.end(), 0.0f);
  SongSection track{start, end, {}};
  track.tags.title = "Track";
  return std::make_unique<SectionSource>(std::make_unique<SamplesInMemory>(samples, kRate), track);
}

std::vector<float> all_of(AudioSource& source) {
  std::vector<float> all, block(37);
  while (const std::size_t got = source.read(block))
    all.insert(all.end(), block.begin(), block.begin() + static_cast<std::ptrdiff_t>(got));
  return all;
}

TEST(SectionSource, HoldsTheSamplesOfItsTimes) {
  const auto middle = section(2.5, 4.0);
  const std::vector<float> samples = all_of(*middle);
  ASSERT_EQ(samples.size(), 150u);
  EXPECT_EQ(samples.front(), 250.0f);
  EXPECT_EQ(samples.back(), 399.0f);
  EXPECT_EQ(middle->warning(), std::nullopt);
  EXPECT_EQ(middle->tags().title, "Track");
  EXPECT_EQ(all_of(*section(9.0, std::nullopt)).size(), 100u);
}

TEST(SectionSource, NeighboursShareNoSampleAndLoseNone) {
  const double border = 4.0 + 37.0 / 75.0;
  EXPECT_EQ(all_of(*section(0.0, border)).size() + all_of(*section(border, std::nullopt)).size(),
            1000u);
}

TEST(SectionSource, SaysIfTheFileEndsBefore) {
  const auto longer = section(8.0, 20.0);
  EXPECT_EQ(all_of(*longer).size(), 200u);
  EXPECT_EQ(longer->warning().value_or(""),
            "the file ends at 10.000 s, before the end of the track at 20.000 s");
  const auto beyond = section(12.0, 20.0);
  EXPECT_THROW(all_of(*beyond), AudioError);
}

// Stops the run when it is read for the second time.
class StoppingSound : public SamplesInMemory {
 public:
  StoppingSound(std::stop_source& run, std::size_t samples)
      : SamplesInMemory(std::vector<float>(samples), kRate), run_(run) {}
  std::size_t read(std::span<float> block) override {
    if (++reads_ == 2) run_.request_stop();
    return SamplesInMemory::read(block);
  }
  int reads_ = 0;

 private:
  std::stop_source& run_;
};

TEST(SectionSource, StopsWhileItSkipsToItsStart) {
  std::stop_source run;
  auto sound = std::make_unique<StoppingSound>(run, 1000000);
  const StoppingSound& read = *sound;
  SectionSource late(std::move(sound), {9000.0, std::nullopt, {}}, run.get_token());
  EXPECT_THROW(all_of(late), InterruptedError);
  EXPECT_EQ(read.reads_, 2);
}

}  // namespace
}  // namespace tactus::test
