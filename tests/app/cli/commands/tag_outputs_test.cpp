// The files that `tactus tag` writes or finds: it never loses a person's work.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "datasets/formats/format.h"
#include "tests/app/support/tag_command.h"
#include "tests/app/support/tiny_models.h"
#include "tests/support/test_support.h"

namespace tactus::test {
namespace {

namespace fs = std::filesystem;

using TagOutputs = TagCommand;

TEST_F(TagOutputs, SkipsOnlyCompleteOutputs) {
  add_song("a.wav");
  add_song("b.wav");
  const std::string out = (scratch / "out").string();
  ASSERT_EQ(tag({music().string(), "-o", out, "-q"}).exit_code, 0);
  fs::resize_file(scratch / "out/b.jams", fs::file_size(scratch / "out/b.jams") / 2);
  fs::remove(scratch / "out/a.jams");
  auto expected = tree_of(out);
  ASSERT_EQ(tag({music().string(), "-o", out, "--skip-existing", "-q"}).exit_code, 0);
  expected["a.jams"] = slurp(scratch / "out/a.jams");
  const ProgramResult again = tag({music().string(), "-o", out, "--skip-existing", "--json"});
  EXPECT_EQ(again.exit_code, 0);
  EXPECT_EQ(rows(again).at("a.wav")["status"], "skipped");
  EXPECT_EQ(rows(again).at("b.wav")["status"], "kept");
  EXPECT_EQ(rows(again).at("b.wav")["message"],
            (scratch / "out/b.jams").string() +
                ": kept: not marked as made by Tactus; --overwrite replaces it and keeps a copy as "
                "NAME.orig");
  EXPECT_EQ(tree_of(out), expected);
}

// A syntax error in a JSON file does not change whose work it is.
TEST_F(TagOutputs, KeepsAMalformedJamsFileBeforeItIsReplaced) {
  add_song("a.wav");
  const fs::path out = scratch / "out";
  ASSERT_EQ(tag({music().string(), "-o", out.string()}).exit_code, 0);
  Annotation annotation = read_annotation(out / "a.jams");
  annotation.review = Review::kChecked;
  write_annotation(annotation, Format::kJams, out / "a.jams");
  std::string typo = slurp(out / "a.jams");
  typo[typo.rfind('}')] = ']';
  std::string kept = (out / "a.jams.orig").string();
  write_text(out / "a.jams", typo);
  const ProgramResult left =
      tag({music().string(), "-o", out.string(), "--skip-existing", "--json"});
  EXPECT_EQ(left.exit_code, 0) << left.err;
  EXPECT_EQ(rows(left).at("a.wav")["status"], "kept");
  EXPECT_EQ(rows(left).at("a.wav")["message"],
            (out / "a.jams").string() +
                ": kept: changed since Tactus wrote it; --overwrite replaces it and keeps a copy "
                "as NAME.orig");
  EXPECT_EQ(slurp(out / "a.jams"), typo);
  for (const char* more : {"", " "}) {
    write_text(out / "a.jams", typo + more);
    const ProgramResult result =
        tag({music().string(), "-o", out.string(), "--overwrite", "--json"});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(slurp(kept), typo + more);
    const nlohmann::json row = rows(result).at("a.wav");
    EXPECT_EQ(row["status"], "ok");
    const std::string message = row.value("message", "");
    EXPECT_EQ(message, (out / "a.jams").string() + ": kept as " + kept);
    EXPECT_NE(result.err.find(message), std::string::npos) << result.err;
    EXPECT_EQ(read_annotation(out / "a.jams").review, Review::kNone);
    kept += "2";
  }
  EXPECT_EQ(tree_of(out).size(), 3u);
  fs::copy_file(out / "a.jams.orig2", out / "a.jams", fs::copy_options::overwrite_existing);
  ASSERT_EQ(tag({music().string(), "-o", out.string(), "--overwrite"}).exit_code, 0);
  EXPECT_EQ(tree_of(out).size(), 3u) << "the same fault was kept before";
}

TEST_F(TagOutputs, DoesNotReplaceWhatItCannotRead) {
  add_song("a.wav");
  const fs::path out = scratch / "out";
  const fs::path jams = out / "a.jams", lab = out / "a.lab";
  fs::create_directories(jams);
  for (const char* option : {"--skip-existing", "--overwrite"}) {
    const ProgramResult result =
        tag({music().string(), "-o", out.string(), option, "--format", "lab", "--json"});
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_EQ(rows(result).at("a.wav")["status"], "failed");
    EXPECT_EQ(rows(result).at("a.wav")["message"],
              jams.string() + ": cannot be read: a folder, expected a file");
  }
  EXPECT_FALSE(fs::exists(lab)) << "the song may be checked";
  fs::remove(jams);
  ASSERT_EQ(mkfifo(lab.c_str(), 0600), 0);
  const ProgramResult result =
      tag({music().string(), "-o", out.string(), "--skip-existing", "--format", "lab", "--json"});
  EXPECT_EQ(rows(result).at("a.wav")["status"], "failed");
  EXPECT_EQ(rows(result).at("a.wav")["message"],
            lab.string() + ": cannot be read: a device or pipe, expected a file");
  EXPECT_TRUE(fs::is_fifo(lab));
}

TEST_F(TagOutputs, WritesTheOtherFormatsWhereSomeCannotBeWritten) {
  add_song("a.wav");
  const fs::path out = scratch / "out";
  fs::create_directories(out / "a.lab");
  fs::create_directories(out / "a.beat_activations.npy");
  write_text(out / "a.jams", "{");
  const ProgramResult result = tag({music().string(), "-o", out.string(), "--overwrite",
                                    "--save-activations", "--format", "jams,lab,beats", "--json"});
  EXPECT_EQ(result.exit_code, 1);
  const nlohmann::json row = rows(result).at("a.wav");
  EXPECT_EQ(row["status"], "failed");
  const std::string message = row.value("message", "");
  EXPECT_TRUE(message.starts_with((out / "a.lab").string() + ": cannot be written: ")) << message;
  EXPECT_NE(message.find("; " + (out / "a.beat_activations.npy").string() + ": "),
            std::string::npos)
      << message;
  EXPECT_TRUE(message.ends_with(": kept as " + (out / "a.jams.orig").string())) << message;
  EXPECT_EQ(slurp(out / "a.jams.orig"), "{");
  for (const char* name : {"a.jams", "a.beats", "a.chord_activations.npy"})
    EXPECT_TRUE(fs::is_regular_file(out / name)) << name;
}

// Two different songs of one name with one folder for outputs.
TEST_F(TagOutputs, DoesNotTakeAnotherSongsOutputsForItsOwn) {
  add_song("one/x.wav");
  add_song("two/x.wav", 4.0, 330.0);
  const fs::path out = scratch / "out";
  const fs::path one = music() / "one/x.wav", two = music() / "two/x.wav";
  const auto status = [&](const fs::path& song, std::vector<std::string> more) {
    more.insert(more.begin(), {song.string(), "-o", out.string(), "--json"});
    const nlohmann::json row = rows(tag(more)).at(song.filename().string());
    return std::pair(row["status"].get<std::string>(), row.value("message", ""));
  };
  ASSERT_EQ(status(one, {}).first, "ok");
  const auto before = tree_of(out);
  EXPECT_EQ(status(two, {"--skip-existing"}).first, "ok");
  EXPECT_EQ(status(two, {"--skip-existing"}).first, "skipped");
  EXPECT_EQ(status(two, {"--overwrite"}).first, "ok");
  EXPECT_EQ(read_annotation(out / "x.wav.jams").audio, two.string());
  fs::remove(out / "x.wav.jams");
  EXPECT_EQ(tree_of(out), before);
  EXPECT_EQ(status(one, {"--skip-existing"}).first, "skipped");
  fs::create_directories(music() / "copy");
  fs::copy_file(one, music() / "copy/x.wav");
  EXPECT_EQ(status(music() / "copy/x.wav", {"--skip-existing"}).first, "skipped")
      << "the same bytes are the same song";

  Annotation checked = read_annotation(out / "x.jams");
  checked.review = Review::kChecked;
  write_annotation(checked, Format::kJams, out / "x.jams");
  const std::string bytes = slurp(out / "x.jams");
  EXPECT_EQ(status(two, {"--overwrite"}).first, "ok") << "not skipped as if it had been checked";
  EXPECT_EQ(slurp(out / "x.jams"), bytes);
  EXPECT_EQ(read_annotation(out / "x.wav.jams").audio, two.string());

  fs::rename(music() / "one", music() / "moved");
  EXPECT_EQ(status(music() / "moved/x.wav", {"--skip-existing"}).first, "skipped");
}

TEST_F(TagOutputs, ACopiedFolderOfAudioAndAnnotationsIsComplete) {
  add_song("album/a.wav");
  ASSERT_EQ(tag({(music() / "album").string()}).exit_code, 0);
  fs::copy(music() / "album", music() / "copy");
  add_song("copy/a.wav", 5.0);  // a different part of the song
  const ProgramResult result = tag({(music() / "copy").string(), "--skip-existing", "--json"});
  EXPECT_EQ(rows(result).at("a.wav")["status"], "skipped") << result.out;
}

TEST_F(TagOutputs, ActivationsAreOutputsLikeTheOthers) {
  add_song("a.wav");
  const fs::path out = scratch / "out";
  const fs::path beats = out / "a.beat_activations.npy", chords = out / "a.chord_activations.npy";
  const auto tagged = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {music().string(), "-o", out.string(), "--json"});
    return rows(tag(more)).at("a.wav");
  };
  nlohmann::json row = tagged({"--save-activations"});
  ASSERT_EQ(row["status"], "ok");
  EXPECT_EQ(row["outputs"],
            (std::vector<std::string>{(out / "a.jams").string(), beats.string(), chords.string()}));
  const auto complete = tree_of(out);
  fs::remove(out / "a.jams");
  row = tagged({"--save-activations"});
  EXPECT_EQ(row["status"], "exists");
  EXPECT_EQ(row["message"], beats.string() + ", " + chords.string() +
                                ": already exist; use --skip-existing or --overwrite");
  EXPECT_FALSE(fs::exists(out / "a.jams"));
  EXPECT_EQ(tagged({})["status"], "ok") << "not asked for, not in the way";

  // One file is complete, one is malformed and not as Tactus wrote it.
  const std::string others = complete.at("a.chord_activations.npy");
  fs::rename(chords, beats);
  const std::string half = others.substr(0, others.size() / 2);
  write_text(chords, half);
  EXPECT_EQ(tagged({"--save-activations", "--skip-existing"})["status"], "kept");
  EXPECT_EQ(slurp(beats), others);
  EXPECT_EQ(slurp(chords), half);
  fs::remove(chords);
  EXPECT_EQ(tagged({"--save-activations", "--skip-existing"})["status"], "ok");
  EXPECT_EQ(slurp(chords), others);
  EXPECT_EQ(tagged({"--save-activations", "--skip-existing"})["status"], "skipped");
  fs::remove(beats);
  EXPECT_EQ(tagged({"--save-activations", "--skip-existing"})["status"], "ok");
  EXPECT_EQ(tagged({"--save-activations", "--overwrite"})["status"], "ok");
  EXPECT_EQ(tree_of(out), complete);
}

TEST_F(TagOutputs, TheTableShowsNoSpeedOfASongThatWasNotDecoded) {
  add_song("a.wav");
  const fs::path out = scratch / "out";
  ASSERT_EQ(tag({music().string(), "-o", out.string()}).exit_code, 0);
  write_text(out / "a.beats", "by hand");
  const ProgramResult kept =
      tag({music().string(), "-o", out.string(), "--format", "jams,beats", "--skip-existing"});
  EXPECT_EQ(kept.exit_code, 0) << kept.err;
  const std::string row = kept.out.substr(kept.out.find("a.wav"));
  EXPECT_NE(row.find(" -  kept"), std::string::npos) << kept.out;
  EXPECT_EQ(slurp(out / "a.beats"), "by hand");
}

TEST_F(TagOutputs, NeverReplacesAnOutputUnasked) {
  add_song("a.wav");
  fs::create_directories(scratch / "out");
  std::ofstream(scratch / "out/a.jams") << "made by a person";
  const std::string out = (scratch / "out").string();
  const ProgramResult refused = tag({music().string(), "-o", out, "--json"});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_EQ(rows(refused).at("a.wav")["status"], "exists");
  EXPECT_EQ(slurp(scratch / "out/a.jams"), "made by a person");
  EXPECT_EQ(tag({music().string(), "-o", out, "--overwrite", "-q"}).exit_code, 0);
  EXPECT_NE(slurp(scratch / "out/a.jams"), "made by a person");
  EXPECT_EQ(slurp(scratch / "out/a.jams.orig"), "made by a person");
}

TEST_F(TagOutputs, NamesAllOutputsThatAreThere) {
  add_song("a.wav");
  const fs::path out = scratch / "out";
  const std::vector<std::string> arguments = {music().string(), "-o",    out.string(), "--format",
                                              "jams,lab,beats", "--json"};
  const auto message = [&] {
    const auto row = rows(tag(arguments));
    EXPECT_EQ(row.at("a.wav")["status"], "exists");
    return row.at("a.wav")["message"].get<std::string>();
  };
  const std::string hint = "; use --skip-existing or --overwrite";
  write_text(out / "a.lab", "0 1 C:maj\n");
  EXPECT_EQ(message(), (out / "a.lab").string() + ": already exists" + hint);
  write_text(out / "a.beats", "0.5\t1\n");
  EXPECT_EQ(message(), (out / "a.lab").string() + ", " + (out / "a.beats").string() +
                           ": already exist" + hint);
  EXPECT_FALSE(fs::exists(out / "a.jams"));
}

TEST_F(TagOutputs, LeavesAloneWhatAPersonHasChecked) {
  add_song("checked.wav");
  add_song("edited.wav");
  const fs::path out = scratch / "out";
  ASSERT_EQ(tag({music().string(), "-o", out.string()}).exit_code, 0);
  for (const auto& [name, review] :
       {std::pair{"checked.jams", Review::kChecked}, std::pair{"edited.jams", Review::kEdited}}) {
    Annotation annotation = read_annotation(out / name);
    annotation.annotator = "a person";
    annotation.review = review;
    write_annotation(annotation, Format::kJams, out / name);
  }
  const ProgramResult again =
      tag({music().string(), "-o", out.string(), "--overwrite", "--format", "jams,lab", "--json"});
  EXPECT_EQ(again.exit_code, 0);
  EXPECT_EQ(rows(again).at("checked.wav")["status"], "skipped");
  EXPECT_EQ(rows(again).at("edited.wav")["status"], "ok");
  EXPECT_EQ(read_annotation(out / "checked.jams").annotator, "a person");
  EXPECT_FALSE(fs::exists(out / "checked.lab"));
  EXPECT_NE(read_annotation(out / "edited.jams").annotator, "a person");
  EXPECT_EQ(read_annotation(out / "edited.jams.orig", Format::kJams).annotator, "a person");
}

// Missing files beside a JAMS file that a person has edited are written from that file. A file made
// by hand stays.
TEST_F(TagOutputs, SkipExistingReplacesNothingThatCanBeRead) {
  for (const char* name : {"checked.wav", "edited.wav", "by-hand.wav"}) add_song(name);
  const fs::path out = scratch / "out";
  ASSERT_EQ(tag({music().string(), "-o", out.string()}).exit_code, 0);
  for (const auto& [name, review] :
       {std::pair{"checked.jams", Review::kChecked}, std::pair{"edited.jams", Review::kEdited}}) {
    Annotation annotation = read_annotation(out / name);
    annotation.chords = {{0.0, 4.0, "Eb:maj7"}};
    annotation.review = review;
    write_annotation(annotation, Format::kJams, out / name);
  }
  fs::remove(out / "by-hand.jams");
  std::ofstream(out / "by-hand.lab") << "0.0 4.0 Ab:min\n";
  const auto before = tree_of(out);
  std::vector<std::string> again = {music().string(), "-o",       out.string(), "--skip-existing",
                                    "--format",       "jams,lab", "--json"};
  const ProgramResult first = tag(again);
  EXPECT_EQ(first.exit_code, 0) << first.err;
  auto row = rows(first);
  for (const std::string name : {"checked", "edited"}) {
    EXPECT_EQ(row.at(name + ".wav")["status"], "skipped");
    EXPECT_NE(row.at(name + ".wav")["message"].get<std::string>().find(
                  name + " by a person; written from it: " + name + ".lab"),
              std::string::npos)
        << first.out;
    EXPECT_EQ(read_annotation(out / (name + ".lab")).chords,
              (std::vector<LabelledSegment>{{0.0, 4.0, "Eb:maj7"}}));
  }
  EXPECT_EQ(row.at("by-hand.wav")["status"], "ok");
  EXPECT_TRUE(fs::exists(out / "by-hand.jams"));

  again.push_back("--save-activations");
  row = rows(tag(again));
  EXPECT_EQ(row.at("checked.wav")["status"], "skipped");
  EXPECT_EQ(row.at("edited.wav")["status"], "ok") << "for its activations";
  EXPECT_TRUE(fs::exists(out / "edited.beat_activations.npy"));
  const auto after = tree_of(out);
  for (const auto& [name, bytes] : before) EXPECT_EQ(after.at(name), bytes) << name;
}

// Hand-made files with a typing error, as issue 28 has them, and links out of the tree.
TEST_F(TagOutputs, KeepsAPersonsFilesAndWritesThroughNoLink) {
  add_song("a.wav");
  const fs::path out = scratch / "out";
  write_text(out / "a.beats", "0.5 1\nO.9 2\n");
  write_text(out / "a.csv", "my notes");
  write_text(scratch / "dot file", "a person's");
  fs::create_symlink(scratch / "dot file", out / "a.lab");
  const auto before = tree_of(scratch.path() / "out");
  const std::vector<std::string> arguments = {
      music().string(), "-o", out.string(), "--format", "jams,beats,csv,lab", "--json"};
  const auto run = [&](const char* option) {
    auto all = arguments;
    all.emplace_back(option);
    return tag(all);
  };
  const ProgramResult kept = run("--skip-existing");
  EXPECT_EQ(kept.exit_code, 0) << kept.err;
  EXPECT_EQ(rows(kept).at("a.wav")["status"], "kept");
  const std::string message = rows(kept).at("a.wav")["message"];
  for (const char* part :
       {"a.beats: kept: not marked as made by Tactus", "a.csv: kept: ",
        "a.lab: kept: a link, and Tactus does not write through links; remove the link"})
    EXPECT_NE(message.find(part), std::string::npos) << message;
  EXPECT_EQ(kept.err.find("tactus: kept: "), std::string::npos) << "twice in " << kept.err;
  auto after = tree_of(out);
  EXPECT_EQ(after.count("a.jams"), 1u) << "the missing one is written";
  for (const auto& [name, bytes] : before) EXPECT_EQ(after.at(name), bytes) << name;

  const ProgramResult replaced = run("--overwrite");
  EXPECT_EQ(rows(replaced).at("a.wav")["status"], "kept") << "the link";
  after = tree_of(out);
  for (const auto& [name, bytes] : before) {
    if (name == "a.lab") continue;
    EXPECT_EQ(after.at(name + ".orig"), bytes) << name;
    EXPECT_NE(after.at(name), bytes) << name;
  }
  EXPECT_TRUE(fs::is_symlink(out / "a.lab"));
  EXPECT_EQ(slurp(scratch / "dot file"), "a person's");
  EXPECT_EQ(rows(run("--overwrite")).at("a.wav")["status"], "kept");
  EXPECT_EQ(tree_of(out).size(), after.size()) << "own files need no copies";
}

TEST_F(TagOutputs, ASongThatJoinsDoesNotOrphanACheckedOne) {
  add_song("a.wav");
  ASSERT_EQ(tag({music().string()}).exit_code, 0);
  Annotation checked = read_annotation(music() / "a.jams");
  checked.review = Review::kChecked;
  write_annotation(checked, Format::kJams, music() / "a.jams");
  add_song("a.wave.wav", 4.0, 330.0);
  fs::rename(music() / "a.wave.wav", music() / "a.w64");
  const ProgramResult both = tag({music().string(), "--skip-existing", "--json"});
  EXPECT_EQ(rows(both).at("a.wav")["status"], "skipped") << both.out;
  EXPECT_EQ(rows(both).at("a.w64")["status"], "ok") << both.out;
  EXPECT_TRUE(fs::exists(music() / "a.w64.jams"));
  EXPECT_FALSE(fs::exists(music() / "a.wav.jams"));
}

TEST_F(TagOutputs, ALineBreakInANameBreaksNothing) {
  add_song("two\nlines\t.wav");
  const std::string out = (scratch / "out").string();
  const ProgramResult table = tag({music().string(), "-o", out, "-v"});
  EXPECT_EQ(table.exit_code, 0) << table.err;
  EXPECT_NE(table.out.find("\ntwo\\nlines\\t.wav "), std::string::npos) << table.out;
  EXPECT_EQ(table.err.find("two\n"), std::string::npos) << table.err;
  const ProgramResult json = tag({music().string(), "-o", out, "--skip-existing", "--json"});
  EXPECT_EQ(rows(json).at("two\nlines\t.wav")["status"], "skipped");
  const ProgramResult refused = tag({music().string(), "-o", out});
  EXPECT_EQ(std::count(refused.err.begin(), refused.err.end(), '\n'), 1) << refused.err;
}

TEST_F(TagOutputs, SaysWhichOutputCannotBeWritten) {
  add_song("no-folder/a.wav");
  write_text(scratch / "out/no-folder", "a file");
  const std::string out = (scratch / "out").string();
  const ProgramResult result = tag({music().string(), "-o", out, "--json"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(rows(result).at("a.wav")["status"], "failed");
  EXPECT_NE(rows(result).at("a.wav")["message"].get<std::string>().find(
                "out/no-folder: cannot be written"),
            std::string::npos)
      << result.out;
}

}  // namespace
}  // namespace tactus::test
