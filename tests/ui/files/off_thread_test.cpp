#include "ui/files/off_thread.h"

#include <gtest/gtest.h>

#include <QTest>
#include <QTimer>
#include <QWidget>
#include <atomic>
#include <future>
#include <stdexcept>
#include <string>

namespace tactus::ui {
namespace {

TEST(OffThread, TheWindowLivesWhileTheWorkWaits) {
  std::promise<void> go;
  QTimer::singleShot(20, [&] { go.set_value(); });  // only the event loop runs it
  const auto here = std::this_thread::get_id();
  bool elsewhere = false;
  const std::string result = off_thread([&] {
    elsewhere = std::this_thread::get_id() != here;
    go.get_future().wait();
    return std::string("done");
  });
  EXPECT_EQ(result, "done");
  EXPECT_TRUE(elsewhere);
}

TEST(OffThread, FaultsComeToTheCaller) {
  EXPECT_THROW(off_thread([]() -> int { throw std::runtime_error("no such file"); }),
               std::runtime_error);
}

}  // namespace
}  // namespace tactus::ui
