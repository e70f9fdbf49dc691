// The configuration as text and as form; the plot of curves.
#include "ui/train/config_editor.h"

#include <gtest/gtest.h>

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QTest>

namespace tactus::ui {
namespace {

class ConfigEditorTest : public testing::Test {
 protected:
  ConfigEditorTest() {
    editor.resize(900, 600);
    editor.show();
    editor.setText(
        QStringLiteral("task: beats  # which\ndata: [{manifest: m}]\nnetwork:\n"
                       "  layers: 3   # how many\n"));
  }
  ConfigEditor editor;
};

TEST_F(ConfigEditorTest, TheFormChangesTheTextAndLeavesTheRest) {
  auto* layers = qobject_cast<QLineEdit*>(editor.field("network.layers"));
  ASSERT_TRUE(layers);
  EXPECT_EQ(layers->text(), "3");
  layers->selectAll();
  QTest::keyClicks(layers, "5");
  QTest::keyClick(layers, Qt::Key_Return);
  EXPECT_TRUE(editor.text().contains("  layers: 5   # how many\n")) << editor.text().toStdString();
  auto* hidden = qobject_cast<QLineEdit*>(editor.field("network.hidden"));
  EXPECT_EQ(hidden->placeholderText(), "64");
  QTest::keyClicks(hidden, "8, 16, 8, 16, 8");
  QTest::keyClick(hidden, Qt::Key_Return);
  EXPECT_TRUE(editor.text().contains("hidden: [8, 16, 8, 16, 8]"));
  qobject_cast<QCheckBox*>(editor.field("network.peepholes"))->click();
  EXPECT_TRUE(editor.text().contains("peepholes: true"));
  EXPECT_TRUE(editor.valid());
  auto* task = qobject_cast<QComboBox*>(editor.field("task"));
  task->setCurrentIndex(1);
  emit task->textActivated(QStringLiteral("chords"));
  QCoreApplication::processEvents();
  EXPECT_TRUE(editor.text().startsWith("task: chords  # which\n"));
  EXPECT_TRUE(editor.field("loss.root")) << "another task has other fields";
  EXPECT_FALSE(editor.field("loss.beat"));
}

TEST_F(ConfigEditorTest, TheDecodersSettingsAreInTheForm) {
  auto* tempo = qobject_cast<QLineEdit*>(editor.field("decoder.min_bpm"));
  ASSERT_TRUE(tempo);
  EXPECT_EQ(tempo->placeholderText(), "55");
  QTest::keyClicks(tempo, "40");
  QTest::keyClick(tempo, Qt::Key_Return);
  EXPECT_TRUE(editor.text().contains("decoder:\n  min_bpm: 40\n")) << editor.text().toStdString();
  auto* meters = qobject_cast<QLineEdit*>(editor.field("decoder.beats_per_bar"));
  QTest::keyClicks(meters, "2, 3");
  QTest::keyClick(meters, Qt::Key_Return);
  EXPECT_TRUE(editor.text().contains("beats_per_bar: [2, 3]"));
  EXPECT_TRUE(editor.valid());
  tempo->selectAll();
  QTest::keyClicks(tempo, "slow");
  QTest::keyClick(tempo, Qt::Key_Return);
  EXPECT_FALSE(editor.valid());
  EXPECT_TRUE(tempo->toolTip().contains("expected a number"));
  editor.setText(QStringLiteral("task: chords\ndata: [{manifest: m}]\n"));
  EXPECT_TRUE(editor.field("decoder.stay_bonus"));
  EXPECT_FALSE(editor.field("decoder.min_bpm"));
}

TEST_F(ConfigEditorTest, TheTextChangesTheForm) {
  auto* yaml = editor.findChild<QPlainTextEdit*>();
  yaml->moveCursor(QTextCursor::End);
  yaml->insertPlainText("schedule: {epochs: 7}\n");
  ASSERT_TRUE(
      QTest::qWaitFor([&] { return editor.value("schedule.epochs") == QLatin1String("7"); }, 5000));
  EXPECT_EQ(qobject_cast<QLineEdit*>(editor.field("schedule.epochs"))->text(), "7");
}

TEST_F(ConfigEditorTest, AnotherTextIsUndoneAndIsNoPartOfWhatIsTypedBehindIt) {
  const QString mine = editor.text();
  const QString other = QStringLiteral("task: chords\r\ndata: [{manifest: m}]");
  const QString shown = QStringLiteral("task: chords\ndata: [{manifest: m}]");
  editor.setText(other);
  EXPECT_EQ(editor.text(), shown);
  EXPECT_EQ(editor.value("task"), "chords");
  auto* yaml = editor.findChild<QPlainTextEdit*>();
  EXPECT_EQ(yaml->textCursor().position(), 0);
  yaml->moveCursor(QTextCursor::End);
  QTest::keyClicks(yaml, "x: 1");
  EXPECT_EQ(editor.text(), shown + "x: 1");
  yaml->undo();
  EXPECT_EQ(editor.text(), shown);
  yaml->undo();
  EXPECT_EQ(editor.text(), mine);
  yaml->redo();
  EXPECT_EQ(editor.text(), shown);
}

TEST_F(ConfigEditorTest, FaultsStandAtTheirLineAndField) {
  auto* layers = qobject_cast<QLineEdit*>(editor.field("network.layers"));
  layers->selectAll();
  QTest::keyClicks(layers, "many");
  QTest::keyClick(layers, Qt::Key_Return);
  EXPECT_FALSE(editor.valid());
  auto* faults = editor.findChild<QListWidget*>();
  ASSERT_EQ(faults->count(), 1);
  EXPECT_TRUE(faults->item(0)->text().contains(":4:")) << faults->item(0)->text().toStdString();
  EXPECT_TRUE(layers->toolTip().contains("expected a whole number"));
  auto* yaml = editor.findChild<QPlainTextEdit*>();
  ASSERT_EQ(yaml->extraSelections().size(), 1);
  EXPECT_EQ(yaml->extraSelections()[0].cursor.blockNumber(), 3);
  editor.setText(QStringLiteral("task: ["));
  EXPECT_FALSE(editor.valid());
}

}  // namespace
}  // namespace tactus::ui
