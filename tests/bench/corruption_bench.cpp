// Damages models, training states and cached features in seeded random ways, loads them, and counts
// what happens: tests/bench/corruption runs it.
//
//   corruption_bench MODELS SCRATCH [COUNT [SEED [PROGRAM SONG]]]
//
// MODELS is the folder of the shipped models. With PROGRAM (tactus) and SONG some damaged models
// are also given to `tactus tag`. Each kind of file gets each kind of damage equally often. A case
// is
//   found      refused with a message that names the file, or made again
//   harmless   what was read has the same bytes as what was written
//   silent     anything else
// Exits with 1 if a case is silent.
#include <fmt/core.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "app/engine/models/model_store.h"
#include "datasets/cache/song_cache.h"
#include "model/files/model_file.h"
#include "model/files/safetensors.h"

namespace {

namespace fs = std::filesystem;
using namespace tactus;

std::string content_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write(const fs::path& path, const std::string& content) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
}

// --- Damage.

using Engine = std::mt19937_64;

std::size_t below(std::size_t bound, Engine& engine) {
  return std::uniform_int_distribution<std::size_t>(0, bound - 1)(engine);
}

constexpr std::size_t kBlock = 4096;

void flip_bit(std::string& bytes, Engine& engine) {
  char& byte = bytes[below(bytes.size(), engine)];
  byte = static_cast<char>(byte ^ (1 << below(8, engine)));
}
void zero_block(std::string& bytes, Engine& engine) {
  const std::size_t at = below(bytes.size(), engine);
  std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), std::min(kBlock, bytes.size() - at),
              '\0');
}
void cut(std::string& bytes, Engine& engine) {
  bytes.resize(below(bytes.size(), engine));
}
void swap_blocks(std::string& bytes, Engine& engine) {
  const std::size_t blocks = bytes.size() / kBlock;
  if (blocks < 2) return;
  const std::size_t a = below(blocks, engine) * kBlock, b = below(blocks, engine) * kBlock;
  if (a != b) std::swap_ranges(bytes.begin() + a, bytes.begin() + a + kBlock, bytes.begin() + b);
}
void append(std::string& bytes, Engine& engine) {
  for (std::size_t n = 1 + below(kBlock, engine); n > 0; --n)
    bytes += static_cast<char>(below(256, engine));
}

struct Damage {
  const char* name;
  void (*apply)(std::string&, Engine&);
};
constexpr std::array kDamages = {Damage{"one bit", flip_bit}, Damage{"4 KiB of zeros", zero_block},
                                 Damage{"cut", cut}, Damage{"swapped blocks", swap_blocks},
                                 Damage{"appended bytes", append}};

// --- Outcomes.

enum class Outcome { kFound, kHarmless, kSilent };

struct Counts {
  std::array<int, 3> cases{};
  double seconds = 0.0;
  int& operator[](Outcome outcome) { return cases[static_cast<std::size_t>(outcome)]; }
};

// A kind of file: its right bytes, its place, and what happens when it is loaded from there.
struct Target {
  std::string name;
  std::string right;
  fs::path path;
  std::function<Outcome()> load;
};

bool names_file(const std::exception& error, const fs::path& path) {
  return std::string_view(error.what()).find(path.string()) != std::string_view::npos;
}

// `same` reads the file and compares; an exception must name the file.
Outcome outcome_of(const fs::path& path, const std::function<bool()>& same) {
  try {
    return same() ? Outcome::kHarmless : Outcome::kSilent;
  } catch (const std::exception& error) {
    return names_file(error, path) ? Outcome::kFound : Outcome::kSilent;
  }
}

Target model_target(const std::string& name, const Model& model, const fs::path& path) {
  const std::string right = model_bytes(model, "model");
  return {name, right, path, [path, right] {
            return outcome_of(path, [&] {
              return model_bytes(load_models({path.string()}, {}).front().model, "model") == right;
            });
          }};
}

TrainingState made_up_state() {
  Engine engine(3);
  std::normal_distribution<float> normal;
  TrainingState state;
  for (std::vector<float>* values : {&state.parameters, &state.best_parameters,
                                     &state.optimiser.first_moment, &state.optimiser.second_moment})
    for (int k = 0; k < 20'000; ++k) values->push_back(normal(engine));
  state.optimiser.step = 1234;
  state.progress_json =
      R"({"batch":17,"best_epoch":3,"best_metrics":[["beat F",0.91]],"best_score":0.91,"epoch":4,)"
      R"("fingerprint":"0123456789abcdef","has_smoothed_loss":true,"loss_sum":[1.5,2.5],)"
      R"("seconds":12.5,"smoothed_loss":0.4})";
  return state;
}

bool equal(const TrainingState& a, const TrainingState& b) {
  return a.parameters == b.parameters && a.best_parameters == b.best_parameters &&
         a.optimiser.first_moment == b.optimiser.first_moment &&
         a.optimiser.second_moment == b.optimiser.second_moment &&
         a.optimiser.step == b.optimiser.step && a.progress_json == b.progress_json;
}

Target state_target(const fs::path& path) {
  const auto state = std::make_shared<TrainingState>(made_up_state());
  write_tensor_file(path, training_state_bytes(*state, path.string()));
  return {"training states", content_of(path), path, [path, state] {
            return outcome_of(path, [&] { return equal(load_training_state(path), *state); });
          }};
}

Target feature_target(const fs::path& folder) {
  constexpr std::size_t kFrames = 2000, kBins = 24;
  auto right = std::make_shared<FrameMatrix>(kFrames, kBins, 10.0);
  Engine engine(5);
  for (float& value : right->data) value = static_cast<float>(below(1000, engine)) / 1000.0f;
  const fs::path audio = folder / "song.wav";
  write(audio, "sound");
  const auto computed = std::make_shared<int>(0);
  const auto cache = std::make_shared<SongCache>(folder / "cache", "key", kBins, 10.0,
                                                 [right, computed](const fs::path&) {
                                                   ++*computed;
                                                   return *right;
                                                 });
  cache->get(audio);
  const fs::path file = cache->file_of(audio);
  return {"cached features", content_of(file), file, [=] {
            *computed = 0;
            const MappedFrames frames = cache->get(audio);
            const FrameView& view = frames.view();
            const bool same = view.frames == kFrames &&
                              std::equal(right->data.begin(), right->data.end(), view.data);
            if (!same) return Outcome::kSilent;
            return *computed > 0 ? Outcome::kFound : Outcome::kHarmless;
          }};
}

// --- The command line.

struct Run {
  int exit_code;
  std::string err;
};

Run run(const std::string& command, const fs::path& scratch) {
  const fs::path err = scratch / "stderr.txt";
  const int status = std::system((command + " >/dev/null 2>" + err.string()).c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, content_of(err)};
}

Target command_target(const Model& model, const fs::path& scratch, const std::string& program,
                      const std::string& song) {
  const fs::path path = scratch / "command.safetensors", out = scratch / "out";
  const std::string command =
      fmt::format("'{}' tag '{}' --model '{}' -o '{}' --format lab --overwrite", program, song,
                  path.string(), out.string());
  const std::string right_bytes = model_bytes(model, "model");
  write(path, right_bytes);
  const fs::path lab = out / fs::path(song).filename().replace_extension(".lab");
  if (run(command, scratch).exit_code != 0) {
    fmt::print(stderr, "corruption_bench: {}: cannot be tagged with the right model\n", song);
    std::exit(2);
  }
  const std::string right = content_of(lab);
  return {"tactus tag", right_bytes, path, [=] {
            fs::remove(lab);
            const Run tagged = run(command, scratch);
            if (tagged.exit_code == 1 || tagged.exit_code == 2)
              return tagged.err.find(path.string()) != std::string::npos ? Outcome::kFound
                                                                         : Outcome::kSilent;
            return tagged.exit_code == 0 && content_of(lab) == right ? Outcome::kHarmless
                                                                     : Outcome::kSilent;
          }};
}

// --- The table.

Counts measure(const Target& target, const Damage& damage, int count, Engine& engine) {
  Counts counts;
  for (int k = 0; k < count; ++k) {
    std::string damaged = target.right;
    while (damaged == target.right) damage.apply(damaged, engine);
    write(target.path, damaged);
    const auto begin = std::chrono::steady_clock::now();
    ++counts[target.load()];
    counts.seconds +=
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }
  write(target.path, target.right);
  return counts;
}

void print_row(const std::string& file, const std::string& damage, Counts counts) {
  int all = 0;
  for (const int n : counts.cases) all += n;
  fmt::print("| {:<22} | {:<14} | {:>5} | {:>5} | {:>8} | {:>6} | {:>11.2f} |\n", file, damage, all,
             counts[Outcome::kFound], counts[Outcome::kHarmless], counts[Outcome::kSilent],
             all > 0 ? 1e3 * counts.seconds / all : 0.0);
  std::fflush(stdout);
}

void add(const Counts& counts, Counts& to) {
  for (std::size_t i = 0; i < counts.cases.size(); ++i) to.cases[i] += counts.cases[i];
  to.seconds += counts.seconds;
}

int measure_all(const std::vector<Target>& targets, int count, std::uint64_t seed) {
  fmt::print("| {:<22} | {:<14} | {:>5} | {:>5} | {:>8} | {:>6} | {:>11} |\n", "file", "damage",
             "cases", "found", "harmless", "silent", "ms for each");
  fmt::print("| --- | --- | --- | --- | --- | --- | --- |\n");
  Counts total;
  Engine engine(seed);
  const int cells = static_cast<int>(targets.size() * kDamages.size());
  int cell = 0;
  for (const Target& target : targets) {
    for (const Damage& damage : kDamages) {
      const int cases = count * (cell + 1) / cells - count * cell / cells;
      ++cell;
      const Counts counts = measure(target, damage, cases, engine);
      print_row(target.name, damage.name, counts);
      add(counts, total);
    }
  }
  print_row("all", "", total);
  return total[Outcome::kSilent] > 0 ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() < 2 || arguments.size() == 5) {
    fmt::print(stderr, "corruption_bench MODELS SCRATCH [COUNT [SEED [PROGRAM SONG]]]\n");
    return 2;
  }
  const fs::path models = arguments[0], scratch = arguments[1];
  const int count = arguments.size() > 2 ? std::atoi(arguments[2].c_str()) : 2000;
  const std::uint64_t seed =
      arguments.size() > 3 ? std::strtoull(arguments[3].c_str(), nullptr, 10) : 1;
  fs::create_directories(scratch);
  const Model beats = load_models({"beats"}, models).front().model;
  const Model chords = load_models({"chords"}, models).front().model;
  Model packed = beats;
  packed.stored = WeightPrecision::kBf16;
  std::vector<Target> targets = {
      model_target("models: beats", beats, scratch / "beats.safetensors"),
      model_target("models: chords", chords, scratch / "chords.safetensors"),
      model_target("models: beats in bf16", packed, scratch / "packed.safetensors"),
      state_target(scratch / "run.state"), feature_target(scratch)};
  int result = measure_all(targets, count, seed);
  if (arguments.size() > 5) {
    fmt::print("\nThrough the command line:\n\n");
    targets = {command_target(chords, scratch, arguments[4], arguments[5])};
    result |= measure_all(targets, count / 40, seed + 1);
  }
  return result;
}
