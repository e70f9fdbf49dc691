#include "model/meter.h"

#include <gtest/gtest.h>

namespace tactus {
namespace {

Meter meter_of_signature(const char* text) {
  const auto signature = parse_signature(text);
  return signature ? signature->meter() : Meter();
}

TEST(Meter, DottedQuartersAreTheBeatsOfCompoundMeters) {
  EXPECT_EQ(meter_of_signature("6/8"), (Meter{2, kCompound}));
  EXPECT_EQ(meter_of_signature("9/8"), (Meter{3, kCompound}));
  EXPECT_EQ(meter_of_signature("12/8"), (Meter{4, kCompound}));
  EXPECT_EQ(meter_of_signature("6/16"), (Meter{2, kCompound}));
  for (const char* text : {"3/8", "5/8", "7/8", "6/4", "4/4", "3/4"})
    EXPECT_EQ(meter_of_signature(text), (Meter{text[0] - '0', 2})) << text;
  for (const char* text : {"", "6", "6/", "/8", "0/4", "65/4", "6.5/8", "a/b"})
    EXPECT_FALSE(parse_signature(text)) << text;
}

TEST(Meter, HasOneName) {
  EXPECT_EQ(name_of(Meter{2, kCompound}), "6/8");
  EXPECT_EQ(name_of(Meter{4, 2}), "4");
  EXPECT_EQ(name_of(Meter{}), "");
  EXPECT_EQ(time_signature_of({4, 2}).text(), "4/4");
  EXPECT_DOUBLE_EQ(time_signature_of({3, kCompound}).quarters(), 4.5);
  for (const Meter meter : {Meter{2, kCompound}, Meter{3, 2}, Meter{4, kCompound}, Meter{7, 2}})
    EXPECT_EQ(meter_named(name_of(meter)), meter);
  EXPECT_EQ(meter_named("4/4"), (Meter{4, 2}));
  EXPECT_FALSE(meter_named("four"));
}

TEST(Meter, OfASongIsThatOfMostBars) {
  std::vector<Beat> beats;
  for (int i = 0; i < 21; ++i)
    beats.push_back({0.5 * i, i % 2 + 1, kUnknownConfidence, i < 6 ? 2 : kCompound});
  EXPECT_EQ(meter_of(beats), (Meter{2, kCompound}));
  for (Beat& beat : beats) beat.division = beat.time < 6.0 ? 2 : kCompound;
  EXPECT_EQ(meter_of(beats), (Meter{2, 2}));
  EXPECT_EQ(meter_of(std::span(beats).first(1)), Meter());
  EXPECT_EQ(bar_meter(std::span(beats).last(3)), (Meter{3, kCompound}));
}

}  // namespace
}  // namespace tactus
