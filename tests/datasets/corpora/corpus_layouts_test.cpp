// Every corpus layout that datasets/README.md names, in miniature. The paths are those of the
// distributed corpora. The annotations are written here; if the reference data is present, the
// corpora's own are used.
#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "datasets/corpora/corpus_loaders.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

void put_file(const fs::path& path, const std::string& content) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << content;
}

struct LayoutFile {
  std::string path;    // in the corpus
  std::string sample;  // in data/layouts
  std::string text;    // its miniature
};

struct LayoutCase {
  std::string name;
  std::string audio;
  std::vector<LayoutFile> files;
  bool beats;
  bool chords;
  bool key;
  std::string artist;
};

const char* const kTwoBeats = "0.5 1\n1.0 2\n";
const char* const kTwoChords = "0.0 1.5 N\n1.5 3.0 E:maj/3\n";

const char* const kJams =
    R"({"annotations": [{"namespace": "chord", "annotation_metadata": {}, "sandbox": {}, "data":
[{"time": 0, "duration": 2, "value": "C:maj", "confidence": 1}]}, {"namespace": "beat_position",
"annotation_metadata": {}, "sandbox": {}, "data": [{"time": 1, "duration": 0, "value": {"position": 1,
"measure": 1, "num_beats": 4, "beat_units": 4}, "confidence": 1}]}], "file_metadata": {"duration": 3},
"sandbox": {}})";

std::vector<LayoutCase> layout_cases() {
  const std::string help = "The Beatles/01_-_Please_Please_Me/11_-_Do_You_Want_To_Know_A_Secret";
  return {
      {"Isophonics",
       "audio/" + help + ".flac",
       {{"chordlab/" + help + ".lab", "isophonics_beatles_chord.lab", kTwoChords},
        {"keylab/" + help + ".lab", "isophonics_beatles_key.lab", "0.0\t3.0\tKey\tE\n"},
        {"seglab/" + help + ".lab", "isophonics_beatles_seg.lab", "0.0\t3.0\t\tverse\n"},
        {"beat/" + help + ".txt", "isophonics_beatles_beat.txt", kTwoBeats}},
       true,
       true,
       true,
       "The Beatles"},
      {"Isophonics, audio named otherwise",
       "music/Queen/Greatest Hits I/01 Bohemian Rhapsody.mp3",
       {{"annotations/chordlab/Queen/Greatest_Hits_I/01_Bohemian_Rhapsody.lab",
         "isophonics_queen_chord.lab", kTwoChords}},
       false,
       true,
       false,
       "Queen"},
      {"Ballroom",
       "BallroomData/ChaChaCha/Media-105901.wav",
       {{"BallroomAnnotations/Media-105901.beats", "ballroom.beats", kTwoBeats}},
       true,
       false,
       false,
       ""},
      {"Ballroom of Beat This",
       "ballroom/audio/Media-105901.wav",
       {{"ballroom/annotations/beats/ballroom_Media-105901.beats", "ballroom_beatthis.beats",
         kTwoBeats}},
       true,
       false,
       false,
       ""},
      {"GTZAN-Rhythm",
       "genres/blues/blues.00098.wav",
       {{"beats/gtzan_blues_00098.beats", "gtzan_rhythm.beats", kTwoBeats}},
       true,
       false,
       false,
       ""},
      {"GTZAN-Rhythm as JAMS",
       "genres/blues/blues.00000.au",
       {{"jams/blues.00000.wav.jams", "", kJams}},
       true,
       true,
       false,
       ""},
      {"SMC",
       "SMC_MIREX/SMC_MIREX_Audio/SMC_001.wav",
       {{"SMC_MIREX/SMC_MIREX_Annotations_05_08_2014/SMC_001_2_1_1_a.txt", "beatthis_smc.beats",
         "0.5\n1.0\n"},
        {"SMC_MIREX/SMC_MIREX_Tags/SMC_001.tag", "", "Expressive timing\n"}},
       true,
       false,
       false,
       ""},
      {"SMC as JAMS",
       "audio/SMC_175.wav",
       {{"SMC_MIREX/SMC_175.jams", "jamsdata_smc_mirex.jams", kJams}},
       true,
       false,
       false,
       ""},
      {"Hainsworth",
       "H_1.0/audio/hains001.wav",
       {{"H_1.0/annotations/beats/hains001.beats", "hainsworth.beats", kTwoBeats}},
       true,
       false,
       false,
       ""},
      {"Hainsworth of Beat This",
       "wavs/hains001.wav",
       {{"hainsworth/annotations/beats/hainsworth_001.beats", "beatthis_hainsworth.beats",
         kTwoBeats}},
       true,
       false,
       false,
       ""},
      {"Harmonix",
       "audio/0144_ishotthesheriff.mp3",
       {{"dataset/beats_and_downbeats/0144_ishotthesheriff.txt", "harmonix_beats_and_downbeats.txt",
         "0.0\t1\t1\n0.5\t2\t1\n"},
        {"dataset/segments/0144_ishotthesheriff.txt", "harmonix_segments.txt",
         "0.0 intro\n8.0 end\n"}},
       true,
       false,
       false,
       ""},
      {"Harmonix as JAMS",
       "audio/0568_apologize.mp3",
       {{"dataset/jams/0568_apologize.jams", "harmonix.jams", kJams}},
       true,
       false,
       false,
       ""},
      {"GuitarSet",
       "audio_mono-mic/03_BN3-119-G_solo_mic.wav",
       {{"annotation/03_BN3-119-G_solo.jams", "guitarset.jams", kJams}},
       true,
       true,
       true,
       "guitarset player 03"},
      {"McGill Billboard, a folder for each song",
       "audio/0035.mp3",
       {{"McGill-Billboard/0035/full.lab", "billboard_full.lab", kTwoChords},
        {"McGill-Billboard/0035/majmin.lab", "billboard_majmin.lab", kTwoChords},
        {"McGill-Billboard/0035/salami_chords.txt", "billboard_salami_chords.txt",
         "# title: T\n# artist: A\n# metre: 4/4\n# tonic: C\n\n0.0\tsilence\n1.0\tA, verse, | "
         "C:maj "
         "| G:maj |\n5.0\tend\n"}},
       false,
       true,
       false,
       ""},
      {"RWC (AIST)",
       "RWC-MDB-P-2001/RM-P001.wav",
       {{"AIST.RWC-MDB-P-2001.BEAT/RM-P001.BEAT.TXT", "rwc_pop_BEAT.TXT",
         "50\t50\t384\n100\t100\t48\n"},
        {"AIST.RWC-MDB-P-2001.CHORUS/RM-P001.CHORUS.TXT", "rwc_pop_CHORUS.TXT", "0\t100\tintro\n"},
        {"AIST.RWC-MDB-P-2001.CHORD/RWC_Pop_Chords/N001-M01-T01.lab", "rwc_pop_chord.lab",
         kTwoChords}},
       true,
       true,
       false,
       ""},
      {"POP909, MIDI",
       "POP909/001/001.mid",
       {{"POP909/001/beat_audio.txt", "pop909_beat_audio.txt", "0.55\t1.0\n1.05\t2.0\n"},
        {"POP909/001/beat_midi.txt", "pop909_beat_midi.txt", "0.5\t1.0\t1.0\n1.0\t0.0\t0.0\n"},
        {"POP909/001/chord_audio.txt", "pop909_chord_audio.txt", kTwoChords},
        {"POP909/001/chord_midi.txt", "pop909_chord_midi.txt", kTwoChords}},
       true,
       true,
       false,
       ""},
      {"POP909, recordings",
       "recordings/001.mp3",
       {{"POP909/001/beat_midi.txt", "pop909_beat_midi.txt", "0.5\t1.0\t1.0\n1.0\t0.0\t0.0\n"},
        {"POP909/001/beat_audio.txt", "pop909_beat_audio.txt", "0.55\t1.0\n1.05\t2.0\n"},
        {"POP909/001/chord_audio.txt", "pop909_chord_audio.txt", kTwoChords},
        {"POP909/001/key_audio.txt", "pop909_key_audio.txt", "0.5\t9.0\tGb:maj\n"}},
       true,
       true,
       true,
       ""},
      {"ASAP as it is upstream",
       "Bach/Fugue/bwv_846/Shi05M.mid",
       {{"metadata.csv", "asap_metadata.csv",
         "composer,title,folder,midi_performance,performance_annotations,audio_performance\n"
         "Bach,Fugue_bwv_846,Bach/Fugue/bwv_846,Bach/Fugue/bwv_846/Shi05M.mid,"
         "Bach/Fugue/bwv_846/Shi05M_annotations.txt,Bach/Fugue/bwv_846/Shi05M.wav\n"},
        {"Bach/Fugue/bwv_846/Shi05M_annotations.txt", "asap_annotations.txt",
         "0.5\t0.5\tdb,4/4,0\n1.0\t1.0\tb\n"}},
       true,
       false,
       false,
       "Bach"},
      {"MDB Drums",
       "audio/full_mix/MusicDelta_Beatles_MIX.wav",
       {{"annotations/beats/MusicDelta_Beatles_MIX.beats", "mdbdrums.beats", kTwoBeats},
        {"annotations/class/MusicDelta_Beatles_class.txt", "mdbdrums_class.txt", "0.1\tKD\n"}},
       true,
       false,
       false,
       ""},
      {"audio and annotations side by side",
       "my songs/song.flac",
       {{"my songs/song.beats", "madmom_sample.beats", kTwoBeats},
        {"my songs/song.lab", "uspop_chord.lab", kTwoChords},
        {"my songs/song.key", "madmom_dummy.key", "F# minor\n"}},
       true,
       true,
       true,
       ""}};
}

void check_layout(const LayoutCase& layout, const std::optional<fs::path>& samples) {
  SCOPED_TRACE(layout.name + (samples ? ", real sample" : ", miniature"));
  const test::ScratchFolder root;
  put_file(root / layout.audio, "");
  for (const LayoutFile& file : layout.files) {
    fs::create_directories((root / file.path).parent_path());
    if (samples && !file.sample.empty())
      fs::copy_file(*samples / file.sample, root / file.path);
    else
      put_file(root / file.path, file.text);
  }
  Notes notes;
  const Corpus corpus = load_corpus_folder(root.path(), &notes);
  ASSERT_EQ(corpus.items.size(), 1u);
  const CorpusItem& item = corpus.items.front();
  EXPECT_EQ(item.audio, root / layout.audio);
  EXPECT_EQ(item.artist, layout.artist);
  EXPECT_EQ(!item.beats.empty(), layout.beats);
  EXPECT_EQ(!item.chords.empty(), layout.chords);
  EXPECT_EQ(!item.keys.empty(), layout.key);
  if (layout.beats) {
    EXPECT_GE(read_annotation(item.beats).beats.size(), 1u);
  }
  if (layout.chords) {
    EXPECT_GE(read_annotation(item.chords).chords.size(), 1u);
  }
}

TEST(CorpusLayouts, AreReadInMiniature) {
  for (const LayoutCase& layout : layout_cases()) {
    if (layout.name == "GuitarSet" || layout.name == "SMC as JAMS" ||
        layout.name == "Harmonix as JAMS")
      continue;  // their JAMS have other layers than the miniature
    check_layout(layout, std::nullopt);
  }
}

TEST(CorpusLayouts, OfPop909TheTimesFitTheMedium) {
  const test::ScratchFolder root;
  for (const char* file : {"beat_audio.txt", "beat_midi.txt", "chord_audio.txt", "chord_midi.txt"})
    put_file(root / "POP909/001" / file, file[0] == 'b' ? kTwoBeats : kTwoChords);
  put_file(root / "POP909/001/001.mid", "");
  put_file(root / "recordings/001.mp3", "");
  const Corpus corpus = load_corpus_folder(root.path());
  ASSERT_EQ(corpus.items.size(), 2u);
  EXPECT_EQ(corpus.items[0].beats, root / "POP909/001/beat_midi.txt");
  EXPECT_EQ(corpus.items[0].chords, root / "POP909/001/chord_midi.txt");
  EXPECT_EQ(corpus.items[1].beats, root / "POP909/001/beat_audio.txt");
  EXPECT_EQ(corpus.items[1].chords, root / "POP909/001/chord_audio.txt");
}

TEST(CorpusLayouts, RecordingsOfOneAnnotationAreOneSong) {
  const test::ScratchFolder root;
  put_file(root / "audio_mono-mic/00_BN1-129-Eb_comp_mic.wav", "");
  put_file(root / "audio_mono-pickup_mix/00_BN1-129-Eb_comp_mix.wav", "");
  put_file(root / "audio_mono-mic/00_BN1-129-Eb_solo_mic.wav", "");
  put_file(root / "annotation/00_BN1-129-Eb_comp.jams", kJams);
  put_file(root / "annotation/00_BN1-129-Eb_solo.jams", kJams);
  const Corpus corpus = load_corpus_folder(root.path());
  ASSERT_EQ(corpus.items.size(), 3u);
  EXPECT_EQ(corpus.items[0].song, "annotation/00_BN1-129-Eb_comp");
  EXPECT_EQ(corpus.items[1].song, "");
  EXPECT_EQ(corpus.items[2].song, corpus.items[0].song);
}

TEST(CorpusLayouts, OfAsapTheRecordingCountsBeforeTheMidi) {
  const test::ScratchFolder root;
  put_file(root / "metadata.csv",
           "composer,title,midi_performance,performance_annotations,audio_performance\n"
           "Bach,Fugue,Bach/A.mid,Bach/A_annotations.txt,Bach/A.wav\n"
           "Bach,Fugue,Bach/B.mid,Bach/B_annotations.txt,\n");
  for (const char* stem : {"Bach/A", "Bach/B"}) {
    put_file(root / (std::string(stem) + ".mid"), "");
    put_file(root / (std::string(stem) + "_annotations.txt"), "0.5\t0.5\tdb,4/4,0\n1.0\t1.0\tb\n");
  }
  put_file(root / "Bach/A.wav", "");
  const Corpus corpus = load_corpus_folder(root.path());
  ASSERT_EQ(corpus.items.size(), 2u);
  EXPECT_EQ(corpus.items[0].audio, root / "Bach/A.wav");
  EXPECT_EQ(corpus.items[1].audio, root / "Bach/B.mid");
  EXPECT_EQ(corpus.items[0].song, "Bach/Fugue");
  EXPECT_EQ(corpus.items[1].song, "Bach/Fugue");
}

TEST(CorpusLayouts, EqualStemsKeepTheirExtensionInTheId) {
  const test::ScratchFolder root;
  for (const char* name : {"a.wav", "a.mp3", "a.mid", "b.wav", "b.mid"}) put_file(root / name, "");
  put_file(root / "a.beats", kTwoBeats);
  put_file(root / "b.beats", kTwoBeats);
  const Corpus corpus = load_corpus_folder(root.path());
  ASSERT_EQ(corpus.items.size(), 3u);  // the MIDI files are scores of the recordings
  EXPECT_EQ(corpus.items[0].id, "a.mp3");
  EXPECT_EQ(corpus.items[1].id, "a.wav");
  EXPECT_EQ(corpus.items[2].id, "b");
}

TEST(CorpusSurvey, KeepsWhatLoadingLeavesOut) {
  const test::ScratchFolder root;
  put_file(root / "alone.wav", "");
  put_file(root / "lost.beats", kTwoBeats);
  put_file(root / "lost.lab", kTwoChords);
  put_file(root / "broken.wav", "");
  put_file(root / "broken.lab", "0.0 1.0 C:maj\nx 2.0 G:maj\n");
  put_file(root / "readme.txt", "nothing of that kind\n");
  put_file(root / "good.wav", "");
  put_file(root / "good.beats", kTwoBeats);
  const CorpusSurvey survey = survey_corpus_folder(root.path());
  EXPECT_EQ(survey.layout, "matched by name");
  ASSERT_EQ(survey.corpus.items.size(), 4u);
  const auto& items = survey.corpus.items;
  EXPECT_EQ(items[0].id, "alone");
  EXPECT_TRUE(items[0].beats.empty() && items[0].chords.empty());
  EXPECT_EQ(items[1].chords, root / "broken.lab");
  EXPECT_EQ(items[3].id, "lost");
  EXPECT_TRUE(items[3].audio.empty());
  EXPECT_EQ(items[3].beats, root / "lost.beats");
  EXPECT_EQ(items[3].chords, root / "lost.lab");
  EXPECT_EQ(load_corpus_folder(root.path()).items.size(), 1u);
}

TEST(CorpusLayouts, BillboardAsItIsDistributed) {
  const test::ScratchFolder root;
  for (const char* id : {"0003", "0004", "0005", "1003", "1004"}) {
    put_file(root / "McGill-Billboard" / id / "bothchroma.csv", "");
    put_file(root / "McGill-Billboard" / id / "tuning.csv", "");
    put_file(
        root / "McGill-Billboard" / id / "salami_chords.txt",
        "# title: T\n# artist: A\n# metre: 4/4\n# tonic: C\n\n0.0\tsilence\n1.0\tA, verse, | C:maj "
        "| "
        "G:maj |\n5.0\tend\n");
  }
  put_file(root / "McGill-Billboard/0004/full.lab", kTwoChords);
  put_file(
      root / "billboard-2.0-index.csv",
      "id,chart_date,title,artist\n3,,I Don't Mind,James Brown\n4,,Again,\"Roberta Flack,Donny "
      "Hathaway\"\n5,,Alone,X\n1003,,I don't mind!,Cover\n1004,,Other,Y\n");
  const CorpusSurvey survey = survey_corpus_folder(root.path());
  EXPECT_EQ(survey.layout, "billboard folders");
  const auto& items = survey.corpus.items;
  ASSERT_EQ(items.size(), 5u);
  EXPECT_EQ(items[0].audio, root / "McGill-Billboard/0003/bothchroma.csv");
  EXPECT_EQ(items[0].chords, root / "McGill-Billboard/0003/salami_chords.txt");
  EXPECT_EQ(items[0].artist, "james brown");
  EXPECT_EQ(items[1].chords, root / "McGill-Billboard/0004/full.lab");
  EXPECT_EQ(items[1].artist, "roberta flack");
  EXPECT_EQ(items[0].split, "test") << "the same song as slot 1003";
  EXPECT_NE(items[1].split, "test");
  EXPECT_NE(items[2].split, "test");
  EXPECT_EQ(items[3].split, "test");
  EXPECT_EQ(items[4].split, "test");
}

TEST(CorpusLayouts, AreReadWithTheCorporasOwnAnnotations) {
  TACTUS_SHARED_OR_SKIP(data);
  for (const LayoutCase& layout : layout_cases()) check_layout(layout, data / "layouts");
}

}  // namespace
}  // namespace tactus
