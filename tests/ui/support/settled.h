// A lane after all painting is done.
#pragma once

#include <gtest/gtest.h>

#include <QImage>
#include <QPixmap>
#include <QTest>

#include "ui/timeline/timeline_view.h"

namespace tactus::test {

// Waits until the lane uses no stand-ins.
inline QImage settled(ui::TimelineView& lane) {
  QImage image;
  EXPECT_TRUE(QTest::qWaitFor([&] {
    image = lane.grab().toImage();
    return lane.isComplete();
  }));
  return image;
}

}  // namespace tactus::test
