// Reference recordings, if they are installed: hundreds of odd and broken files with the verdicts
// of other decoders, and the same music in several formats.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <iostream>
#include <map>
#include <sstream>

#include "audio/readers/isolated_reader.h"
#include "tests/audio/support/sound_files.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

// One line of comma-separated values; a quoted field may hold commas and doubled quotes.
std::vector<std::string> csv_fields(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      fields.emplace_back();
    } else if (c != '\r') {
      fields.back() += c;
    }
  }
  return fields;
}

struct Verdict {
  std::string path;
  std::string kind;  // A-decode, B-damaged, B2-disputed, C-reject, D-other-format
  std::size_t frames_min = 0;
  std::size_t frames_max = 0;
};

std::vector<Verdict> read_manifest(const std::filesystem::path& path) {
  std::istringstream lines(test::bytes_of(path));
  std::string line;
  std::getline(lines, line);
  const std::vector<std::string> names = csv_fields(line);
  std::map<std::string, std::size_t> column;
  for (std::size_t i = 0; i < names.size(); ++i) column[names[i]] = i;
  std::vector<Verdict> verdicts;
  while (std::getline(lines, line)) {
    const std::vector<std::string> fields = csv_fields(line);
    if (fields.size() != names.size()) continue;
    Verdict verdict = {fields[column["path"]], fields[column["cls"]]};
    if (verdict.kind == "A-decode") {
      verdict.frames_min = std::stoul(fields[column["frames_min"]]);
      verdict.frames_max = std::stoul(fields[column["frames_max"]]);
    }
    verdicts.push_back(verdict);
  }
  return verdicts;
}

struct Outcome {
  std::string kind;  // sound, empty, error
  std::size_t frames = 0;
  std::string problem;  // our own: a crash, a hang, a NaN
};

constexpr double kLongestSeconds = 5;

// In the program's own sandbox of 512 MiB, so that a crash of a codec library is an outcome.
Outcome decode(const std::filesystem::path& path) {
  const auto begin = std::chrono::steady_clock::now();
  Outcome outcome;
  try {
    IsolatedAudioReader reader(path, 0, {TACTUS_BINARY_DIR "/tactus-decode"}, kLongestSeconds);
    std::vector<float> block(16384);
    while (const std::size_t count = reader.read(block)) {
      outcome.frames += count;
      for (std::size_t n = 0; n < count; ++n) {
        if (!std::isfinite(block[n])) outcome.problem = "a sample that is not finite";
      }
    }
    outcome.kind = outcome.frames > 0 ? "sound" : "empty";
  } catch (const AudioError& error) {
    outcome.kind = "error";
    const std::string text = error.what();
    for (const char* bad : {"the decoder ", "the decoder's", "of memory"}) {
      if (text.find(bad) != std::string::npos) outcome.problem = text;
    }
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  if (took.count() > kLongestSeconds) outcome.problem = "took longer than 5 s";
  return outcome;
}

std::string judge(const Verdict& verdict, const Outcome& outcome) {
  if (!outcome.problem.empty()) return outcome.problem;
  if (verdict.kind == "C-reject" && outcome.kind == "sound") {
    return "is no sound, but gave " + std::to_string(outcome.frames) + " samples";
  }
  const bool in_range =
      outcome.frames >= verdict.frames_min && outcome.frames <= verdict.frames_max;
  if (verdict.kind == "A-decode" && (outcome.kind == "error" || !in_range)) {
    return outcome.kind + " of " + std::to_string(outcome.frames) + " samples, " +
           std::to_string(verdict.frames_min) + " to " + std::to_string(verdict.frames_max) +
           " expected";
  }
  return "";
}

TEST(Corpus, EveryOddFileGetsItsVerdict) {
  TACTUS_SHARED_OR_SKIP(data);
  const auto folder = data / "peertests" / "c_badaudio";
  const std::vector<Verdict> verdicts = read_manifest(folder / "manifest.csv");
  std::map<std::string, std::map<std::string, int>> table;
  for (const Verdict& verdict : verdicts) {
    const auto path = folder / "files" / verdict.path;
    if (!std::filesystem::exists(path)) {
      ++table[verdict.kind]["absent"];
      continue;
    }
    const Outcome outcome = decode(path);
    const std::string fault = judge(verdict, outcome);
    ++table[verdict.kind][outcome.kind];
    ++table[verdict.kind][fault.empty() ? "as it should" : "WRONG"];
    EXPECT_EQ(fault, "") << verdict.kind << " " << verdict.path;
  }
  EXPECT_GT(verdicts.size(), 100U);
  for (const auto& [kind, counts] : table) {
    std::cout << kind << ":";
    for (const auto& [what, count] : counts) std::cout << "  " << what << " " << count;
    std::cout << "\n";
  }
}

const char* const kImpulseFolder = "peertests/b_dsp/essentia_audio/generated/synthesised/impulse";

TEST(Corpus, ImpulsesAtWholeSecondsAreWhereTheyBelong) {
  TACTUS_SHARED_OR_SKIP(data);
  for (const std::string format : {"wav", "flac", "ogg", "mp3"}) {
    const auto path = data / kImpulseFolder / format / ("impulses_1second_44100." + format);
    for (const std::size_t rate : {std::size_t{44100}, std::size_t{22050}}) {
      const Audio audio = read_audio(path, static_cast<int>(rate));
      EXPECT_EQ(audio.samples.size(), 10 * rate) << format;
      for (std::size_t second = 1; second < 10; ++second) {
        const std::size_t at = second * rate;
        EXPECT_EQ(test::peak_in(audio.samples, at - 2000, at + 2000), at) << format << " " << rate;
      }
    }
  }
}

// The shift at which two recordings are most alike, in samples within +-1500.
int best_shift(const std::vector<float>& a, const std::vector<float>& b) {
  constexpr int kReach = 1500;
  constexpr int kBegin = 20'000;
  double best = -1;
  int shift = 0;
  for (int k = -kReach; k <= kReach; ++k) {
    double product = 0;
    for (int n = kBegin; n < kBegin + 40'000; ++n) product += a[n] * b[n + k];
    if (product > best) {
      best = product;
      shift = k;
    }
  }
  return shift;
}

TEST(Corpus, OneRecordingInFourFormatsIsTheSameMusicAtTheSameTime) {
  TACTUS_SHARED_OR_SKIP(data);
  const auto folder = data / "peertests/b_dsp/essentia_audio/recorded";
  const Audio wav = read_audio(folder / "dubstep.wav");
  EXPECT_EQ(read_audio(folder / "dubstep.flac").samples, wav.samples);
  EXPECT_EQ(best_shift(wav.samples, read_audio(folder / "dubstep.ogg").samples), 0);
  // The file does not give the delay of its encoder.
  EXPECT_EQ(best_shift(wav.samples, read_audio(folder / "dubstep.mp3").samples), 1105);
}

TEST(Corpus, EmptyFilesAreEmpty) {
  TACTUS_SHARED_OR_SKIP(data);
  const auto folder = data / "peertests/b_dsp/essentia_audio/generated/empty";
  for (const char* name : {"empty.wav", "empty.aiff", "empty.ogg", "empty.mp3"}) {
    EXPECT_TRUE(read_audio(folder / name).samples.empty()) << name;
  }
}

}  // namespace
}  // namespace tactus
