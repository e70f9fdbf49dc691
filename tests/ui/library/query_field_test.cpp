#include "ui/library/query_field.h"

#include <gtest/gtest.h>

#include <QAbstractItemView>
#include <QCompleter>
#include <QSignalSpy>
#include <QTest>

#include "app/collection/song_query.h"

namespace tactus::ui {
namespace {

TEST(QueryField, KnowsWhereAFieldIsExpected) {
  EXPECT_EQ(field_begin(""), 0);
  EXPECT_EQ(field_begin("bp"), 0);
  EXPECT_EQ(field_begin("bpm 120 and c"), 12);
  EXPECT_EQ(field_begin("not (k"), 5);
  EXPECT_EQ(field_begin("bpm 120 OR not e"), 15);
  EXPECT_EQ(field_begin("artist ba"), -1) << "a value";
  EXPECT_EQ(field_begin("bpm 120 a"), -1) << "and, or";
}

class QueryFieldTest : public testing::Test {
 protected:
  QueryFieldTest() {
    field.resize(400, 30);
    field.show();
    field.setFocus();
  }
  QueryField field;
};

TEST_F(QueryFieldTest, CompletesFields) {
  QSignalSpy edited(&field, &QLineEdit::textEdited);
  QTest::keyClicks(&field, "not con");
  QAbstractItemView* list = field.completer().popup();
  ASSERT_TRUE(list->isVisible());
  QTest::keyClick(list, Qt::Key_Down);
  QTest::keyClick(list, Qt::Key_Return);
  EXPECT_EQ(field.text(), "not confidence ");
  EXPECT_FALSE(list->isVisible());
  EXPECT_EQ(edited.last()[0].toString(), field.text());
  QTest::keyClicks(&field, "> a");
  EXPECT_FALSE(list->isVisible()) << "a value has no completion";
}

TEST_F(QueryFieldTest, ShowsAllFieldsOnRequest) {
  QTest::keyClick(&field, Qt::Key_Space, Qt::ControlModifier);
  ASSERT_TRUE(field.completer().popup()->isVisible());
  const auto names = query_field_names();
  EXPECT_EQ(field.completer().completionCount(), static_cast<int>(names.size()) + 1) << "and not";
}

}  // namespace
}  // namespace tactus::ui
