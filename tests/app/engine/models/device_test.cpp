// --device: names, with a module, without one, and with a wrong one.
#include "app/engine/models/device.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <thread>

#include "app/cli/program/program_places.h"
#include "app/engine/models/cuda_module.h"
#include "gpu/cuda_build.h"
#include "model/backend/backend.h"
#include "model/backend/cpu/cpu_backend.h"
#include "model/backend/cpu/kernels/cpu_kernels.h"
#include "tests/app/engine/models/fake_module.h"
#include "tests/app/support/program.h"
#include "tests/app/support/synthetic_corpus.h"
#include "tests/app/support/tiny_models.h"
#include "tests/support/test_support.h"

namespace tactus::test {
namespace {

namespace fs = std::filesystem;

Places places_with(const fs::path& module) {
  Places places;
  places.cuda_modules = {module};
  places.needs_driver = false;
  return places;
}

std::string refusal(const std::string& device, const fs::path& module = {}) {
  try {
    open_device(device, 1, places_with(module));
  } catch (const DeviceError& error) {
    return error.what();
  }
  return "no error";
}

TEST(CudaDeviceNames, SayCardPrecisionAndRungInAnyOrder) {
  const CudaDeviceName plain = parse_cuda_device("cuda");
  EXPECT_EQ(plain.card, 0);
  EXPECT_EQ(plain.options.precision, gpu::Precision::kFp32);
  EXPECT_FALSE(plain.options.rung);
  const CudaDeviceName all = parse_cuda_device("cuda:2:tf32:resident");
  EXPECT_EQ(all.card, 2);
  EXPECT_EQ(all.options.precision, gpu::Precision::kTf32);
  EXPECT_EQ(all.options.rung, gpu::Rung::kResident);
  const CudaDeviceName turned = parse_cuda_device("cuda:per-gate:bf16:1");
  EXPECT_EQ(turned.card, 1);
  EXPECT_EQ(turned.options.precision, gpu::Precision::kBf16);
  EXPECT_EQ(turned.options.rung, gpu::Rung::kPerGate);
}

TEST(CudaDeviceNames, RefuseWhatTheyDoNotKnow) {
  for (const char* wrong : {"cuda:", "cuda:0:1", "cuda:tf32:bf16", "cuda:-1", "cuda:fast",
                            "cuda:1x", "cuda:graph:resident", "cudas", "cuda::0"}) {
    EXPECT_THROW(parse_cuda_device(wrong), DeviceError) << wrong;
  }
  EXPECT_NE(refusal("cuda:fast").find("\"fast\""), std::string::npos) << refusal("cuda:fast");
  EXPECT_NE(refusal("gpu").find("expected auto"), std::string::npos) << refusal("gpu");
}

TEST(CudaModule, LooksBesideTheProgramAndInTheInstalledFolder) {
  const Places places = program_places();
  ASSERT_EQ(places.cuda_modules.size(), 2u);
  const fs::path self = fs::read_symlink("/proc/self/exe");
  EXPECT_EQ(places.cuda_modules[0], self.parent_path() / "libtactus_cuda.so");
  EXPECT_EQ(places.cuda_modules[1],
            self.parent_path().parent_path() / "lib/tactus/libtactus_cuda.so");
  EXPECT_TRUE(places.needs_driver);
  const Variable given("TACTUS_CUDA_MODULE", "/some/where.so");
  EXPECT_EQ(program_places().cuda_modules, std::vector<fs::path>{"/some/where.so"});
  EXPECT_FALSE(program_places().needs_driver);
}

TEST(ProgramPlaces, TheDecoderOfTestProgramsLiesInTheFolderAbove) {
  const fs::path self = fs::read_symlink("/proc/self/exe");
  EXPECT_EQ(program_places().decoder,
            std::vector<std::string>{self.parent_path().parent_path() / "tactus-decode"});
}

TEST(CudaModule, ThatIsMissingOrWrongIsASentence) {
  const ScratchFolder scratch;
  const std::string missing = refusal("cuda", scratch / "none.so");
  EXPECT_NE(missing.find((scratch / "none.so").string()), std::string::npos) << missing;
  EXPECT_NE(missing.find("--device cpu"), std::string::npos) << missing;
  const std::string left_out = TACTUS_NO_CUDA_MODULE;
  EXPECT_NE(missing.find(left_out.empty() ? "build with the CUDA Toolkit" : left_out),
            std::string::npos)
      << missing;
  write_text(scratch / "text.so", "no library");
  const std::string text = refusal("cuda", scratch / "text.so");
  EXPECT_NE(text.find("cannot be loaded"), std::string::npos) << text;
  const std::string other = refusal("cuda", TACTUS_OTHER_LIBRARY);
  EXPECT_NE(other.find("is not a CUDA module of Tactus"), std::string::npos) << other;
  const Variable interface("FAKE_INTERFACE", "77");
  const std::string apart = refusal("cuda", fake_module());
  EXPECT_NE(apart.find("interface 77"), std::string::npos) << apart;
}

TEST(CudaModule, WithoutACardLeavesAutoToTheProcessorAndSaysWhy) {
  const Variable why("FAKE_WHY", "no card in slot 3");
  const Device device = open_device("auto", 1, places_with(fake_module()));
  EXPECT_EQ(device.backend->name(), make_cpu_backend(1)->name());
  const CpuNarrowKernels* const narrow = narrow_kernels_of("int16");
  const bool pays = narrow && narrow->wide.width == supported_cpu_kernels().front()->width;
  EXPECT_EQ(open_tagging_device("auto", 1, places_with(fake_module())).backend->name(),
            (pays ? make_cpu_backend(1, *narrow) : make_cpu_backend(1))->name());
  EXPECT_EQ(describe(device), device.backend->name() + " (no CUDA: no card in slot 3)");
  EXPECT_NE(refusal("cuda", fake_module()).find("no card in slot 3"), std::string::npos)
      << refusal("cuda", fake_module());
}

// The device that auto takes where the folder keeps self-tests.
Device auto_device(const fs::path& folder) {
  Places places = places_with(fake_module());
  places.card_rates = folder;
  return open_device("auto", 1, places);
}
// The text after the name of the processor in parentheses.
std::string why_left_out(const fs::path& folder) {
  const Device device = auto_device(folder);
  EXPECT_EQ(device.backend->name(), make_cpu_backend(1)->name());
  EXPECT_TRUE(device.card_left_out);
  return device.note;
}

TEST(CudaModule, WithACardIsWhatAutoAndCudaOpen) {
  const ScratchFolder scratch;
  Places places = places_with(fake_module());
  places.card_rates = scratch.path();
  for (const char* name : {"auto", "cuda", "cuda:0:tf32"}) {
    const Device device = open_device(name, 1, places);
    EXPECT_EQ(device.backend->name(), "reference") << name;
    EXPECT_EQ(describe(device), "reference") << name;
    EXPECT_EQ(open_tagging_device(name, 1, places).backend->name(), "reference");
  }
  EXPECT_EQ(refusal("cuda:1:bf16:graph", fake_module()),
            "--device cuda:1:bf16:graph: card 1, precision 2, graph; use --device cpu");
}

TEST(CardSelfTest, RunsOncePerCardDriverAndModule) {
  const ScratchFolder scratch;
  const fs::path openings = scratch / "openings";
  const Variable counted("FAKE_RESULTS", openings.string());
  const auto count = [&] { return fs::file_size(openings); };
  EXPECT_EQ(auto_device(scratch / "kept").backend->name(), "reference");
  EXPECT_EQ(count(), 4u) << "three for the test, one to compute";
  EXPECT_EQ(auto_device(scratch / "kept").backend->name(), "reference");
  EXPECT_EQ(count(), 5u);
  const fs::path file = scratch / "kept/self-test-First-0.0.json";
  EXPECT_NE(slurp(file).find("\"result\": \"passed\""), std::string::npos) << slurp(file);
  const Variable driver("FAKE_DRIVER", "2");
  EXPECT_EQ(auto_device(scratch / "kept").backend->name(), "reference");
  EXPECT_EQ(count(), 9u) << "another driver";
  write_text(file, "{");
  EXPECT_EQ(auto_device(scratch / "kept").backend->name(), "reference");
  EXPECT_EQ(count(), 13u) << "a damaged file";
}

TEST(CardSelfTest, WhoeverComesWhileItRunsWaitsForIt) {
  const ScratchFolder scratch;
  const fs::path openings = scratch / "openings";
  const Variable counted("FAKE_RESULTS", openings.string());
  const Variable slow("FAKE_PAUSE", "150");
  Device first;
  {
    const std::jthread tests([&] { first = auto_device(scratch / "kept"); });
    while (!fs::exists(scratch / "kept/self-test-First-0.0.json")) std::this_thread::yield();
    EXPECT_EQ(describe(auto_device(scratch / "kept")), "reference");
  }
  EXPECT_EQ(describe(first), "reference");
  EXPECT_EQ(fs::file_size(openings), 5u) << "three for one test, two to compute";
}

TEST(CardSelfTest, ACardThatComputesSomethingElseIsLeftOut) {
  if (narrow_kernels_of("int8") == nullptr) GTEST_SKIP() << "no int8 on this processor";
  const ScratchFolder scratch;
  {
    const Variable wrong("FAKE_RESULTS", "wrong");
    const std::string why = why_left_out(scratch.path());
    EXPECT_TRUE(why.starts_with("no CUDA: the self-test of First failed: ")) << why;
    EXPECT_NE(why.find("lstm_forward"), std::string::npos) << why;
    EXPECT_EQ(why.find('\n'), std::string::npos) << why;
  }
  EXPECT_TRUE(why_left_out(scratch.path()).starts_with("no CUDA: the self-test of First failed: "))
      << "the result is kept";
  fs::remove(scratch / "self-test-First-0.0.json");
  EXPECT_EQ(auto_device(scratch.path()).backend->name(), "reference");
}

TEST(CardSelfTest, WithoutAPlaceForItsResultTheProcessorComputes) {
  const ScratchFolder scratch;
  EXPECT_EQ(why_left_out({}),
            "no CUDA: there is no folder for the self-test of the card (see "
            "TACTUS_RATES)");
  write_text(scratch / "file", "");
  EXPECT_TRUE(why_left_out(scratch / "file/below")
                  .starts_with("no CUDA: the self-test of the card cannot be saved: "));
}

TEST(CardSelfTest, ACardThatCannotBeOpenedCostsAutoOneLine) {
  const ScratchFolder scratch;
  {
    const Variable fault("FAKE_FAULT", "all memory is in use");
    EXPECT_EQ(why_left_out(scratch.path()), "no CUDA: all memory is in use");
  }
  EXPECT_EQ(auto_device(scratch.path()).backend->name(), "reference") << "that is no result";
  const Variable fault("FAKE_FAULT", "all memory is in use");
  EXPECT_EQ(why_left_out(scratch.path()), "no CUDA: all memory is in use");
  EXPECT_EQ(refusal("cuda", fake_module()),
            "--device cuda: all memory is in use; use --device cpu");
}

class DeviceCommands : public testing::Test {
 protected:
  void SetUp() override {
    save_tiny_models(scratch / "models");
    write_wav(song(), made_up_music(4.0, 22050, 220.0), 22050);
  }
  fs::path song() const { return scratch / "song.wav"; }
  ProgramResult run(std::vector<std::string> arguments,
                    std::vector<std::string> environment = {}) const {
    environment.push_back("TACTUS_MODELS=" + (scratch / "models").string());
    environment.push_back("TACTUS_RATES=" + (scratch / "rates").string());
    return Program(scratch.path(), std::move(arguments), std::move(environment)).wait();
  }
  const std::string with_fake_ = "TACTUS_CUDA_MODULE=" + fake_module().string();
  ScratchFolder scratch;
};

TEST_F(DeviceCommands, TagComputesWithTheModule) {
  const ProgramResult result =
      run({"tag", song().string(), "-o", (scratch / "out").string(), "--device", "cuda", "-v"},
          {with_fake_});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.err.find("computing on reference"), std::string::npos) << result.err;
  EXPECT_TRUE(fs::exists(scratch / "out/song.jams"));
}

TEST_F(DeviceCommands, TagNamesACardThatIsLeftOut) {
  const auto tag = [&](const std::string& results) {
    return run({"tag", song().string(), "--overwrite", "-o", (scratch / "out").string()},
               {with_fake_, "FAKE_RESULTS=" + results});
  };
  EXPECT_EQ(tag("end").exit_code, 7) << "the card ended the program";
  const ProgramResult after = tag("");
  EXPECT_EQ(after.exit_code, 0) << after.err;
  EXPECT_NE(after.err.find("no CUDA: the self-test of First failed: the test did not finish"),
            std::string::npos)
      << after.err;
  fs::remove_all(scratch / "rates");
  EXPECT_EQ(tag("").err.find("CUDA"), std::string::npos);
}

TEST_F(DeviceCommands, TagOpensTheCardOnce) {
  const fs::path openings = scratch / "openings";
  const ProgramResult result = run({"tag", song().string(), "-o", (scratch / "out").string()},
                                   {with_fake_, "FAKE_RESULTS=" + openings.string()});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(fs::file_size(openings), 4u) << "three for the test, one to compute";
}

TEST_F(DeviceCommands, AllThatTagNameACardThatIsLeftOutOnce) {
  for (const unsigned seed : {1u, 2u})
    put_song(scratch / "corpus" / std::to_string(seed), synthetic_song(seed));
  const std::string corpus = scratch / "corpus", chords = scratch / "models/chords.safetensors";
  const std::string index = scratch / "songs.sqlite", tags = scratch / "tags";
  const std::vector<std::vector<std::string>> commands = {
      {"tag", corpus, "-o", tags, "-j", "2"},
      {"eval", "--dataset", corpus, "--model", chords},
      {"calibrate", chords, "--dataset", corpus},
      {"library", "add", corpus, "-o", tags, "--index", index, "-j", "2"}};
  for (std::vector<std::string> command : commands) {
    const std::vector<std::string> variables = {with_fake_, "FAKE_FAULT=all memory is in use"};
    const ProgramResult loud = run(command, variables);
    const std::size_t place = loud.err.find("(no CUDA: all memory is in use)\n");
    ASSERT_NE(place, std::string::npos) << command[0] << loud.err;
    EXPECT_EQ(loud.err.find("no CUDA", place + 5), std::string::npos) << loud.err;
    command.push_back("-q");
    EXPECT_EQ(run(command, variables).err.find("CUDA"), std::string::npos) << command[0];
  }
}

TEST_F(DeviceCommands, WatchNamesACardThatIsLeftOut) {
  Program watch(scratch.path(),
                {"watch", scratch.path().string(), "-o", (scratch / "tags").string(), "--index",
                 (scratch / "songs.sqlite").string(), "--settle", "0"},
                {with_fake_, "FAKE_FAULT=all memory is in use",
                 "TACTUS_MODELS=" + (scratch / "models").string(),
                 "TACTUS_RATES=" + (scratch / "rates").string()});
  for (int i = 0; i < 2000 && !fs::exists(scratch / "tags/song.jams"); ++i) usleep(10000);
  watch.send(SIGTERM);
  const ProgramResult result = watch.wait();
  EXPECT_NE(result.err.find("(no CUDA: all memory is in use)"), std::string::npos) << result.err;
}

TEST(DeviceHelp, NamesEachSetOfKernels) {
  const std::string help = kDeviceHelp;
  for (const CpuKernels* kernels : all_cpu_kernels())
    EXPECT_NE(help.find(kernels->name), std::string::npos) << kernels->name;
  for (const std::string precision : kNarrowPrecisions)
    EXPECT_NE(help.find(precision), std::string::npos) << precision;
}

TEST_F(DeviceCommands, InfoListsWhatCanCompute) {
  const ProgramResult with = run({"info", "--devices"}, {with_fake_});
  EXPECT_EQ(with.exit_code, 0) << with.err;
  EXPECT_NE(with.out.find("cuda:1       Second"), std::string::npos) << with.out;
  EXPECT_NE(with.out.find("\n             Second: no code\n"), std::string::npos) << with.out;
  EXPECT_EQ(with.out.find("First: no code"), std::string::npos) << with.out;
  EXPECT_NE(with.out.find("cpu:generic"), std::string::npos) << with.out;
  const ProgramResult without = run({"info", "--devices"}, {with_fake_, "FAKE_WHY=out of order"});
  EXPECT_NE(without.out.find("cuda         out of order"), std::string::npos) << without.out;
}

TEST_F(DeviceCommands, InfoShowsTheSandboxOfTheDecoder) {
  const ProgramResult info = run({"info"});
  EXPECT_EQ(info.exit_code, 0) << info.err;
  EXPECT_NE(info.out.find("tactus-decode\n"), std::string::npos) << info.out;
  EXPECT_NE(info.out.find("  sandbox      system calls are "), std::string::npos) << info.out;
}

TEST_F(DeviceCommands, CheckFindsProcessorsEqualAndBf16Apart) {
  const ProgramResult same = run({"check", song().string(), "--device", "cpu:generic"});
  EXPECT_EQ(same.exit_code, 0) << same.err << same.out;
  EXPECT_NE(same.out.find("tagging: the same"), std::string::npos) << same.out;
  EXPECT_NE(same.out.find("training beats: the same"), std::string::npos) << same.out;
  const ProgramResult bf16 = run({"check", song().string(), "--device", "cpu:bf16"});
  if (bf16.exit_code == 2) GTEST_SKIP() << bf16.err;  // this processor lacks bf16
  EXPECT_EQ(bf16.exit_code, 1) << bf16.err << bf16.out;
  EXPECT_NE(bf16.out.find("lstm_forward"), std::string::npos) << bf16.out;
}

// Its two networks take different numbers of the first bins.
TEST_F(DeviceCommands, CheckTrainsEachNetworkOfTheShippedChords) {
  const ProgramResult result =
      run({"check", song().string(), "--device", "cpu:generic", "--model",
           TACTUS_SOURCE_DIR "/datasets/models/chords.safetensors", "--seconds", "4"});
  EXPECT_EQ(result.exit_code, 0) << result.err << result.out;
  EXPECT_NE(result.out.find("training chords: the same"), std::string::npos) << result.out;
}

TEST_F(DeviceCommands, CheckGoesOnAfterAFileThatCannotBeRead) {
  const fs::path bad = scratch / "bad.wav";
  write_text(bad, "no sound");
  const ProgramResult result =
      run({"check", bad.string(), song().string(), "--no-training", "--device", "cpu:generic"});
  EXPECT_EQ(result.exit_code, 1) << result.err << result.out;
  EXPECT_NE(result.err.find("bad.wav"), std::string::npos) << result.err;
  EXPECT_NE(result.out.find(song().string() + ": tagging: the same"), std::string::npos)
      << result.out;
}

TEST_F(DeviceCommands, BenchSaysWhyNothingWasMeasuredOnACard) {
  const ProgramResult result =
      run({"bench", "--quick", "--repeats", "1"}, {with_fake_, "FAKE_WHY=out of order"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.err.find("out of order"), std::string::npos) << result.err;
  EXPECT_NE(result.out.find("tag beats"), std::string::npos) << result.out;
  EXPECT_EQ(result.out.find("cuda"), std::string::npos) << result.out;
  const ProgramResult gpu = run({"bench", "gpu"}, {with_fake_, "FAKE_WHY=out of order"});
  EXPECT_EQ(gpu.exit_code, 2) << gpu.out;
  EXPECT_EQ(gpu.out, "");
}

}  // namespace
}  // namespace tactus::test
