// Vamp plug-ins of the computer: looked for and run in children, whatever they do.
#include "app/plugins/vamp_plugins.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "tests/app/support/tiny_models.h"
#include "tests/support/test_support.h"

namespace tactus::test {
namespace {

namespace fs = std::filesystem;

class VampPlugins : public testing::Test {
 protected:
  VampPlugins() {
    write_wav(song, made_up_music(3.0, 44100), 44100);
    fs::create_directories(folder);
    fs::copy(TACTUS_TEST_PLUGINS, folder / "vamp-test.so");
  }
  static PluginHost host(double stall = 20) { return {{TACTUS_VAMP_CHILD}, {}, stall}; }
  VampList list() const {
    std::vector<fs::path> libraries;
    for (const auto& entry : fs::directory_iterator(folder)) libraries.push_back(entry.path());
    return list_vamp_plugins(host(), libraries, {});
  }
  VampPlugin plugin(const std::string& name) const {
    for (const VampPlugin& each : list().plugins)
      if (each.key == "vamp-test:" + name) return each;
    throw std::logic_error("no plug-in " + name);
  }
  UserLane run(const std::string& name, std::size_t output, const PluginHost& with = host(),
               std::stop_token stop = {}) const {
    const VampPlugin chosen = plugin(name);
    return run_vamp_plugin(
        with, chosen, chosen.outputs.at(output), song, [](double) {}, stop);
  }
  std::string refusal(const std::string& name, const PluginHost& with = host()) const {
    try {
      run(name, 0, with);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }

  ScratchFolder scratch;
  const fs::path song = scratch / "song.wav", folder = scratch / "vamp";
};

TEST_F(VampPlugins, AreListedWithTheOutputsThatFitALane) {
  const VampList found = list();
  EXPECT_TRUE(found.faults.empty()) << found.faults.front();
  ASSERT_EQ(found.plugins.size(), 4u);
  const VampPlugin works = plugin("works");
  EXPECT_EQ(works.name, "Test works");
  EXPECT_EQ(works.description, "Finds what tests look for") << "without the TAB";
  ASSERT_EQ(works.outputs.size(), 3u) << "a spectrum is no lane";
  EXPECT_EQ(works.outputs[0].kind, UserLaneKind::kPoints);
  EXPECT_EQ(works.outputs[1].kind, UserLaneKind::kCurve);
  EXPECT_EQ(works.outputs[1].unit, "V");
  EXPECT_EQ(works.outputs[2].kind, UserLaneKind::kRegions);
}

TEST_F(VampPlugins, BecomePointsCurvesAndRegions) {
  const UserLane points = run("works", 0);
  EXPECT_EQ(points.name, "Test works: Half seconds");
  ASSERT_EQ(points.items.size(), 6u);
  for (std::size_t i = 0; i < points.items.size(); ++i)
    EXPECT_NEAR(points.items[i].time, 0.5 * static_cast<double>(i), 1e-6);
  EXPECT_EQ(points.items[0].label, "a b");
  const UserLane curve = run("works", 1);
  ASSERT_EQ(curve.items.size(), 30u);
  EXPECT_NEAR(curve.items[29].time, 2.9, 1e-6);
  EXPECT_GT(curve.items[10].value, 0.0);
  const UserLane regions = run("works", 2);
  ASSERT_EQ(regions.items.size(), 1u);
  EXPECT_NEAR(regions.items[0].time, 0.25, 1e-6);
  EXPECT_NEAR(regions.items[0].duration, 0.5, 1e-6);
  EXPECT_EQ(regions.items[0].label, "verse");
}

TEST_F(VampPlugins, OneThatCrashesHangsOrRefusesIsAnError) {
  EXPECT_NE(refusal("crashes").find("Test crashes: the plug-in crashed"), std::string::npos)
      << refusal("crashes");
  EXPECT_NE(refusal("hangs", host(1)).find("nothing for 1 seconds"), std::string::npos)
      << refusal("hangs", host(1));
  EXPECT_NE(refusal("refuses").find("refuses to start"), std::string::npos);
  EXPECT_NE(refusal("works", {{"/no/such/program"}, {}}).find("/no/such/program"),
            std::string::npos);
  VampPlugin gone = plugin("works");
  fs::remove(song);
  EXPECT_THROW(run_vamp_plugin(host(), gone, gone.outputs[0], song, [](double) {}, {}),
               PluginError);
}

TEST_F(VampPlugins, CanBeStopped) {
  std::stop_source stop;
  const std::jthread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    stop.request_stop();
  });
  EXPECT_THROW(run("hangs", 0, host(), stop.get_token()), InterruptedError);
}

TEST_F(VampPlugins, ALibraryThatCrashesHidesNoOther) {
  fs::copy(TACTUS_BAD_PLUGINS, folder / "vamp-bad.so");
  write_text(folder / "vamp-text.so", "no library");
  const VampList found = list();
  EXPECT_EQ(found.plugins.size(), 4u);
  ASSERT_EQ(found.faults.size(), 1u);
  EXPECT_NE(found.faults[0].find("vamp-bad.so"), std::string::npos);
}

TEST_F(VampPlugins, AreLookedForWhereHostsLook) {
  fs::create_directories(scratch / "other");
  write_text(scratch / "other/vamp-test.so", "");
  write_text(scratch / "other/b.so", "");
  write_text(scratch / "other/readme.txt", "");
  const std::string path = folder.string() + ":/no/such/folder:" + (scratch / "other").string();
  ::setenv("VAMP_PATH", path.c_str(), 1);
  EXPECT_EQ(vamp_libraries(),
            (std::vector<fs::path>{folder / "vamp-test.so", scratch / "other/b.so"}));
  ::unsetenv("VAMP_PATH");
}

}  // namespace
}  // namespace tactus::test
