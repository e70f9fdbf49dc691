// The file of measured rates: written, read, refused, and what the program says about it.
#include "app/engine/models/card_rates.h"

#include <gtest/gtest.h>

#include "app/engine/models/device.h"
#include "app/engine/models/places.h"
#include "app/workshop/bench/rate_benchmark.h"
#include "tests/app/engine/models/fake_module.h"
#include "tests/app/support/program.h"
#include "tests/support/test_support.h"

namespace tactus::test {
namespace {

namespace fs = std::filesystem;

const gpu::DeviceProperties kCard{.name = "NVIDIA H200 / 2", .compute_capability = 90};

gpu::MeasuredRates some_rates() {
  return {kCard.name, 90, "2026-11-26", {{"sync", 28.1}, {"cluster_latency", 431.7}}, {"a note"}};
}

class CardRatesFile : public testing::Test {
 protected:
  fs::path path() const { return rates_file(scratch.path(), kCard); }
  // The warning about a file with this text.
  std::string warning(const std::string& text) const {
    write_text(path(), text);
    const FoundRates found = find_rates(scratch.path(), kCard);
    EXPECT_FALSE(found.rates) << text;
    EXPECT_EQ(describe(found), "published rates");
    EXPECT_NE(found.warning.find(path().string()), std::string::npos) << found.warning;
    EXPECT_NE(found.warning.find("published rates are used"), std::string::npos) << found.warning;
    return found.warning;
  }
  // The warning after a change of the text of good rates.
  std::string warning(const std::string& what, const std::string& instead) const {
    std::string text = rates_text(some_rates());
    const std::size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return warning(text.replace(at, what.size(), instead));
  }
  ScratchFolder scratch;
};

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_F(CardRatesFile, HasTheNameOfTheCardAndComesBackAsWritten) {
  EXPECT_EQ(path().filename(), "rates-NVIDIA-H200---2-9.0.json");
  write_text(path(), rates_text(some_rates()));
  const FoundRates found = find_rates(scratch.path(), kCard);
  EXPECT_EQ(found.warning, "");
  ASSERT_TRUE(found.rates);
  EXPECT_EQ(found.rates->card, kCard.name);
  EXPECT_EQ(found.rates->values, some_rates().values);
  EXPECT_EQ(describe(found), "rates measured on 2026-11-26");
  EXPECT_EQ(gpu::card_rates(kCard, found.rates).cluster_latency, 431.7);
}

TEST_F(CardRatesFile, ThatIsNotThereIsNoWarning) {
  for (const fs::path& folder : {scratch.path(), scratch / "none", fs::path()}) {
    const FoundRates found = find_rates(folder, kCard);
    EXPECT_FALSE(found.rates);
    EXPECT_EQ(found.warning, "");
    EXPECT_EQ(describe(found), "published rates");
  }
}

TEST_F(CardRatesFile, ThatIsDamagedIsAWarning) {
  const std::string good = rates_text(some_rates());
  EXPECT_TRUE(says(warning(""), "not JSON"));
  EXPECT_TRUE(says(warning(good.substr(0, good.size() / 2)), "not JSON"));
  EXPECT_TRUE(says(warning("[1]"), "found array, expected an object"));
  EXPECT_TRUE(says(warning(std::string(100'000, ' ')), "too long"));
  EXPECT_TRUE(says(warning("\"date\"", "\"day\""), "key 'date' is missing"));
  EXPECT_TRUE(says(warning("2026-11-26", "2026-11\x1b[2m"), "not JSON"));
  EXPECT_TRUE(says(warning("2026-11-26", "yesterday"), "expected a date"));
  EXPECT_TRUE(says(warning("28.1", "\"28.1\""), "found string, expected a number"));
  fs::remove(path());
  fs::create_directory(path());
  EXPECT_TRUE(says(find_rates(scratch.path(), kCard).warning, ": cannot be read;"));
}

TEST_F(CardRatesFile, OfAnotherCardOrVersionIsAWarning) {
  EXPECT_TRUE(says(warning("NVIDIA H200 / 2", "NVIDIA H100"), "is from another card: NVIDIA H100"));
  EXPECT_TRUE(says(warning("90", "80"), "is from another card: NVIDIA H200 / 2 (sm_80)"));
  EXPECT_TRUE(says(warning("\"date\"", "\"driver\": 1, \"date\""), "unknown key 'driver'"));
  EXPECT_TRUE(says(warning("\"sync\"", "\"sync_all\""), "unknown rate 'sync_all'"));
  EXPECT_TRUE(says(warning("\"unit\"", "\"spread\": 1, \"unit\""), "unknown key 'spread'"));
  EXPECT_TRUE(says(warning("cycles", "microseconds"), "found microseconds, expected cycles"));
  EXPECT_TRUE(says(warning("28.1", "0"), "sync: 0 cycles cannot be right"));
}

class MeasuredCard : public testing::Test {
 protected:
  Places places() const {
    Places places;
    places.cuda_modules = {fake_module()};
    places.needs_driver = false;
    places.card_rates = scratch.path();
    return places;
  }
  ProgramResult run(std::vector<std::string> arguments) const {
    return Program(scratch.path(), std::move(arguments),
                   {"TACTUS_CUDA_MODULE=" + fake_module().string(),
                    "TACTUS_RATES=" + (scratch / "rates").string()})
        .wait();
  }
  ScratchFolder scratch;
};

TEST_F(MeasuredCard, IsOpenedWithItsRates) {
  const gpu::DeviceProperties second{.name = "Second"};
  write_text(rates_file(scratch.path(), second),
             rates_text({"Second", 0, "2026-11-27", {{"sync", 31.5}}}));
  try {
    open_device("cuda:1:tf32", 1, places());
    ADD_FAILURE() << "the second card cannot be opened";
  } catch (const DeviceError& error) {
    EXPECT_TRUE(says(error.what(), "card 1, precision 1, no rung, rates of 2026-11-27: sync 31.5"))
        << error.what();
  }
}

TEST_F(MeasuredCard, WithADamagedFileComputesAndSaysIt) {
  write_text(rates_file(scratch.path(), {.name = "First"}), "{}");
  for (const char* name : {"auto", "cuda"}) {
    const Device device = open_device(name, 1, places());
    EXPECT_TRUE(says(describe(device), "reference (")) << describe(device);
    EXPECT_TRUE(says(describe(device), "rates-First-0.0.json: rates of a card: key"))
        << describe(device);
  }
}

TEST_F(MeasuredCard, KeepsTheRatesForTheNextRuns) {
  const ProgramResult before = run({"info", "--devices"});
  EXPECT_TRUE(says(before.out, "cuda:0       First,")) << before.out;
  EXPECT_TRUE(says(before.out, ", published rates\n")) << before.out;
  const ProgramResult bench = run({"bench", "rates"});
  EXPECT_EQ(bench.exit_code, 0) << bench.err;
  EXPECT_TRUE(says(bench.out, "sync                        35     30.25  cycles")) << bench.out;
  EXPECT_TRUE(says(bench.out, "l2_bytes                  1000         -  bytes/cycle"))
      << bench.out;
  EXPECT_TRUE(says(bench.out, "no clusters\n")) << bench.out;
  const fs::path file = rates_file(scratch / "rates", {.name = "First"});
  EXPECT_TRUE(says(bench.out, ("saved in " + file.string()).c_str())) << bench.out;
  const FoundRates found = find_rates(scratch / "rates", {.name = "First"});
  ASSERT_TRUE(found.rates) << found.warning;
  EXPECT_EQ(found.rates->values.at("words_latency"), 1700.0);
  const ProgramResult after = run({"info", "--devices"});
  EXPECT_TRUE(says(after.out, ", rates measured on " + found.rates->date + "\n")) << after.out;
  write_text(file, "{");
  const ProgramResult damaged = run({"info", "--devices"});
  EXPECT_EQ(damaged.exit_code, 0);
  EXPECT_TRUE(says(damaged.err, "tactus: " + file.string())) << damaged.err;
}

TEST_F(MeasuredCard, KeepsTheFileOfSomebodyElse) {
  const fs::path file = rates_file(scratch / "rates", {.name = "First"});
  write_text(file, "mine");
  const ProgramResult copied = run({"bench", "rates"});
  EXPECT_EQ(copied.exit_code, 0) << copied.err;
  EXPECT_EQ(slurp(file.string() + ".orig"), "mine");
  EXPECT_TRUE(says(copied.err, (file.string() + ": kept as ").c_str())) << copied.err;
  const ProgramResult again = run({"bench", "rates"});
  EXPECT_EQ(again.err, "") << "its own";
  fs::remove(file);
  write_text(scratch / "linked", "mine");
  fs::create_symlink(scratch / "linked", file);
  const ProgramResult linked = run({"bench", "rates"});
  EXPECT_EQ(linked.exit_code, 1);
  EXPECT_TRUE(says(linked.err, "kept: a link")) << linked.err;
  EXPECT_EQ(slurp(scratch / "linked"), "mine");
}

TEST_F(MeasuredCard, WithoutARightValueKeepsNothing) {
  const ProgramResult nothing = run({"bench", "rates", "--device", "cuda:1"});
  EXPECT_EQ(nothing.exit_code, 1);
  EXPECT_TRUE(says(nothing.out, "sync: 0 cycles cannot be right\n")) << nothing.out;
  EXPECT_FALSE(fs::exists(scratch / "rates"));
  const ProgramResult absent = run({"bench", "rates", "--device", "cuda:2"});
  EXPECT_EQ(absent.exit_code, 2);
  EXPECT_TRUE(says(absent.err, "--device cuda:2: no such card")) << absent.err;
}

}  // namespace
}  // namespace tactus::test
