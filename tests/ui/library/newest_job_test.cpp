#include "ui/library/newest_job.h"

#include <gtest/gtest.h>

#include <QStringList>
#include <QTest>
#include <atomic>
#include <semaphore>

namespace tactus::ui {
namespace {

TEST(NewestJob, LateAnswersOfOlderJobsAreDropped) {
  std::binary_semaphore go(0);
  QStringList told;
  NewestJob job;
  job.start([&](const std::stop_token& stop, const NewestJob::Tell& tell) {
    tell([&] { told += "begun"; });
    go.acquire();
    EXPECT_TRUE(stop.stop_requested());
    tell([&] { told += "old"; });
  });
  ASSERT_TRUE(QTest::qWaitFor([&] { return told.size() == 1; }));
  job.start([&](const auto&, const NewestJob::Tell& tell) { tell([&] { told += "skipped"; }); });
  job.start([&](const auto&, const NewestJob::Tell& tell) { tell([&] { told += "new"; }); });
  go.release();
  ASSERT_TRUE(QTest::qWaitFor([&] { return told.size() >= 2; }));
  QTest::qWait(50);
  EXPECT_EQ(told, QStringList({"begun", "new"}));
}

TEST(NewestJob, AnAnswerThatWaitsInTheWindowIsDroppedToo) {
  std::atomic<bool> done = false;
  QStringList told;
  NewestJob job;
  job.start([&](const auto&, const NewestJob::Tell& tell) {
    tell([&] { told += "old"; });
    done = true;
  });
  while (!done) std::this_thread::yield();
  job.forget();
  QTest::qWait(50);
  EXPECT_EQ(told, QStringList());
}

TEST(NewestJob, ItsEndStopsTheJob) {
  std::atomic<bool> stopped = false;
  {
    NewestJob job;
    std::atomic<bool> begun = false;
    job.start([&](const std::stop_token& stop, const NewestJob::Tell&) {
      begun = true;
      while (!stop.stop_requested()) std::this_thread::yield();
      stopped = true;
    });
    while (!begun) std::this_thread::yield();
  }
  EXPECT_TRUE(stopped);
}

}  // namespace
}  // namespace tactus::ui
