#include "app/collection/song_query.h"

#include <gtest/gtest.h>

#include "app/collection/library_index.h"
#include "audio/error.h"
#include "tests/support/test_support.h"

namespace tactus::test {
namespace {

class SongQuery : public testing::Test {
 protected:
  void SetUp() override {
    add("one", 120.3, 21, 4, 0.9, 215.0, "Nina Simone", "", "");
    add("two", 125.0, 0, 3, 0.5, 100.0, "Bach", "checked", "");
    add("three", 90.0, 21, 4, 0.8, 3700.0, "Nina Hagen", "edited", "truncated at 3 s");
  }
  void add(const char* name, double bpm, int key, int meter, double confidence, double duration,
           const char* artist, const char* review, const char* damage) {
    IndexedSong song;
    song.audio = std::string("/music/") + name;
    song.hash = name;
    song.title = name;
    song.bpm = bpm;
    song.key = key;
    song.meter = {meter};
    song.confidence = confidence;
    song.duration = duration;
    song.artist = artist;
    song.review = review;
    song.damage = damage;
    index.put({{song, {}}});
  }
  // The titles, in order of tempo.
  std::string found(const std::string& query) {
    std::string titles;
    for (const IndexedSong& song : index.find({.condition = parse_query(query), .order = "bpm"}))
      titles += (titles.empty() ? "" : " ") + song.title;
    return titles;
  }
  ScratchFolder scratch;
  LibraryIndex index{scratch / "library.sqlite", Database::Mode::kWrite};
};

TEST_F(SongQuery, FindsCompoundMeters) {
  IndexedSong jig;
  jig.audio = "/music/jig";
  jig.title = "jig";
  jig.meter = {2, kCompound};
  index.put({{jig, {}}});
  EXPECT_EQ(index.at("/music/jig")->meter, jig.meter);
  EXPECT_EQ(index.at("/music/one")->meter, Meter{4});
  EXPECT_EQ(found("meter 6/8"), "jig");
  EXPECT_EQ(found("meter != 6/8"), "three one two");
  EXPECT_EQ(found("meter 4/4"), "three one");
  for (const char* query : {"meter 2", "meter 6", "meter > 1 and not meter 3 and not meter 4",
                            "meter < 3", "meter 1..2", "meter 9/8"})
    EXPECT_EQ(found(query), "") << query;
  EXPECT_EQ(found("meter != 4"), "jig two");
  EXPECT_THROW(found("meter > 6/8"), ArgumentError);
}

// As review_rank() orders the songs of a folder.
TEST_F(SongQuery, OrderOfConfidencePutsUnknownThenCheckedLast) {
  add("four", 100.0, 0, 4, 0.0, 100.0, "Unknown", "", "");
  const auto titles = [this](const char* order) {
    std::string all;
    for (const IndexedSong& song : index.find({.order = parse_order(order)}))
      all += song.title + ' ';
    return all;
  };
  EXPECT_EQ(titles("confidence"), "three one four two ");
  EXPECT_EQ(titles("-confidence"), "one three four two ");
}

TEST_F(SongQuery, Compares) {
  EXPECT_EQ(found(""), "three one two");
  EXPECT_EQ(found("bpm 120..126"), "one two");
  EXPECT_EQ(found("bpm<121"), "three one");
  EXPECT_EQ(found("BPM >= 125"), "two");
  EXPECT_EQ(found("key 8A"), "three one");
  EXPECT_EQ(found("key \"A minor\""), "three one");
  EXPECT_EQ(found("key != Am"), "two");
  EXPECT_EQ(found("confidence > .7"), "three one");
  EXPECT_EQ(found("length 1:40"), "two");
  EXPECT_EQ(found("length > 1:00:00"), "three");
  EXPECT_EQ(found("artist nina"), "three one");
  EXPECT_EQ(found("artist = \"nina simone\""), "one");
  EXPECT_EQ(found("artist ~ \"a s\""), "one");
  EXPECT_EQ(found("path music/t"), "three two");
  EXPECT_EQ(found("checked"), "two");
  EXPECT_EQ(found("not checked and not damaged"), "one");
}

TEST_F(SongQuery, NumbersAreEqualAsPreciselyAsTheyAreWritten) {
  add("four", 128.04, 0, 4, 0.9537, 31.248, "", "", "");
  for (const char* query :
       {"length 0:31", "length = 0:31", "duration 31.2", "confidence .95", "confidence = 0.954",
        "bpm 128", "tempo = 128.0", "length 0:30..0:31", "length > 0:31 and length < 0:32"})
    EXPECT_EQ(found(query), "four") << query;
  for (const char* query : {"length 0:32", "length 31.0", "confidence .9", "confidence .96",
                            "length 0:29..0:30", "bpm 128.1", "bpm 128.00", "length 0:30"})
    EXPECT_EQ(found(query).find("four"), std::string::npos) << query;
  EXPECT_EQ(found("bpm != 128"), "three one two");
}

TEST_F(SongQuery, CaseDoesNotCountInAnyScript) {
  add("four", 60.0, 0, 4, 0.5, 100.0, "Die ÄRZTE", "", "");
  add("five", 61.0, 0, 4, 0.5, 100.0, "КИНО", "", "");
  EXPECT_EQ(found("artist ärzte"), "four");
  EXPECT_EQ(found("artist DIE"), "four");
  EXPECT_EQ(found("artist = \"die Ärzte\""), "four");
  EXPECT_EQ(found("artist кино"), "five");
  EXPECT_EQ(found("artist != кино and bpm < 62"), "four");
  EXPECT_EQ(found("artist \"\xff\""), "") << "no UTF-8";
}

TEST_F(SongQuery, AndBindsMoreThanOr) {
  EXPECT_EQ(found("meter 3 or meter 4 and key Am and edited"), "three two");
  EXPECT_EQ(found("(meter 3 or meter 4) and key Am and edited"), "three");
  EXPECT_EQ(found("not (meter 3 or edited)"), "one");
  EXPECT_EQ(found("bpm 120..126 and key 8A and confidence > .8"), "one");
}

TEST_F(SongQuery, OrdersTextsWithoutRegardToCase) {
  add("four", 60.0, 0, 4, 0.1, 10.0, "abba", "", "");
  const auto artists = [this](const char* order) {
    std::string names;
    for (const IndexedSong& song : index.find({.order = parse_order(order)}))
      names += (names.empty() ? "" : ", ") + song.artist;
    return names;
  };
  EXPECT_EQ(artists("artist"), "abba, Bach, Nina Hagen, Nina Simone");
  EXPECT_EQ(artists("-artist"), "Nina Simone, Nina Hagen, Bach, abba");
  EXPECT_EQ(artists("-bpm"), "Bach, Nina Simone, Nina Hagen, abba");
  EXPECT_EQ(found("review = checked"), "two");
}

TEST_F(SongQuery, OrdersNumbersInTextsByTheirValue) {
  add("five", 60.0, 0, 4, 0.1, 10.0, "Track 10", "", "");
  add("six", 60.0, 0, 4, 0.1, 10.0, "track 2", "", "");
  std::string names;
  for (const IndexedSong& song : index.find({.order = parse_order("artist")}))
    if (song.artist.ends_with('0') || song.artist.ends_with('2')) names += song.artist + ", ";
  EXPECT_EQ(names, "track 2, Track 10, ");
}

TEST_F(SongQuery, NothingInAQueryIsSql) {
  EXPECT_EQ(found("artist \"'; DROP TABLE song; --\""), "");
  EXPECT_EQ(found("artist \"%\""), "");
  EXPECT_EQ(found(""), "three one two");
}

TEST_F(SongQuery, FaultsSayWhereAndWhatWasExpected) {
  const std::pair<const char*, const char*> faults[] = {
      {"tonic C", "character 1: \"tonic\" is not a field, expected one of bpm"},
      {"bpm fast", "character 5: bpm \"fast\", expected a number"},
      {"bpm", "character 4: the end, expected a value of bpm"},
      {"bpm 1..", "character 8: the end, expected the end of the range"},
      {"key H", "character 5: \"H\" is not a key"},
      {"key Am..C", "key cannot have a range"},
      {"bpm 126..60",
       "character 5: 126..60: a range begins with the smaller number, write 60..126"},
      {"key > C", "key cannot be compared by \">\""},
      {"artist > b", "artist is text and cannot be compared by \">\""},
      {"bpm ~ 3", "bpm is a number and cannot be compared by \"~\""},
      {"bpm 3 key C", "character 7: \"key\", expected \"and\" or \"or\""},
      {"(bpm 3", "expected \")\""},
      {"bpm 3)", "character 6: \")\", expected \"and\" or \"or\""},
      {"artist \"nina", "character 8: an unterminated quote"},
      {"and", "character 1: \"and\" is not a field"},
      {"not", "character 4: the end, expected a field"},
      {"bpm nan", "expected a number"},
      {"bpm 1e999", "expected a number"}};
  for (const auto& [query, message] : faults) {
    try {
      parse_query(query);
      ADD_FAILURE() << query;
    } catch (const ArgumentError& error) {
      EXPECT_NE(std::string(error.what()).find(message), std::string::npos) << error.what();
    }
  }
  EXPECT_THROW(parse_query(std::string(100000, '(')), ArgumentError);
  std::string deep;
  for (int i = 0; i < 100000; ++i) deep += "not ";
  EXPECT_THROW(parse_query(deep), ArgumentError);
  EXPECT_THROW(parse_order("size"), ArgumentError);
}

}  // namespace
}  // namespace tactus::test
