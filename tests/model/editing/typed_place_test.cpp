#include "model/editing/typed_place.h"

#include <gtest/gtest.h>

namespace tactus {
namespace {

TEST(TypedPlaces, AreBarsOrTimes) {
  EXPECT_EQ(parse_place("17"), (TypedPlace{17, 1}));
  EXPECT_EQ(parse_place(" 17.3 "), (TypedPlace{17, 3}));
  EXPECT_EQ(parse_place("17,3"), (TypedPlace{17, 3}));
  EXPECT_EQ(parse_place("0"), (TypedPlace{0, 1}));
  EXPECT_EQ(parse_place("1:23.5"), (TypedPlace{.seconds = 83.5}));
  EXPECT_EQ(parse_place("1:23,5"), (TypedPlace{.seconds = 83.5}));
  EXPECT_EQ(parse_place("1:02:03"), (TypedPlace{.seconds = 3723}));
  EXPECT_EQ(parse_place("83.5 s"), (TypedPlace{.seconds = 83.5}));
  EXPECT_EQ(parse_place("83s"), (TypedPlace{.seconds = 83}));
}

TEST(TypedPlaces, OtherTextsAreNone) {
  for (const char* text : {"", " ", "x", "-3", "1.2.3", "17.", ".5", "17.0", "1:75", "1:2:3:4", "s",
                           "1:", ":30", "1.5:20", "nan s", "inf s", "1e9 s", "99999999999", "1:-5"})
    EXPECT_EQ(parse_place(text), std::nullopt) << text;
}

TEST(TypedPlaces, AreFoundInTheSong) {
  std::vector<Beat> beats;
  const int positions[] = {3, 1, 2, 3, 1, 2, 3};
  for (const int position : positions)
    beats.push_back({0.5 * static_cast<double>(beats.size()), position, 0.5});
  EXPECT_EQ(time_of({1, 1}, beats), 0.5);
  EXPECT_EQ(time_of({2, 3}, beats), 3.0);
  EXPECT_EQ(time_of({0, 1}, beats), 0.0) << "the pickup";
  EXPECT_EQ(time_of({2, 4}, beats), std::nullopt);
  EXPECT_EQ(time_of({3, 1}, beats), std::nullopt);
  EXPECT_EQ(time_of({1, 1}, {}), std::nullopt);
  EXPECT_EQ(time_of({.seconds = 9.0}, beats), 9.0);
}

}  // namespace
}  // namespace tactus
