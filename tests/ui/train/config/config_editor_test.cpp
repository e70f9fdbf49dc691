// The configuration as text and as form; what the text offers and marks.
#include "ui/train/config/config_editor.h"

#include <gtest/gtest.h>

#include <QAbstractItemView>
#include <QComboBox>
#include <QCompleter>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QTest>
#include <QTextBlock>
#include <QTextLayout>

#include "ui/look/theme.h"

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
    yaml = editor.findChild<QPlainTextEdit*>();
    list = editor.findChild<QListWidget*>();
  }
  QLineEdit* line(const char* path) { return qobject_cast<QLineEdit*>(editor.field(path)); }
  void enter(const char* path, const char* value) {
    line(path)->selectAll();
    QTest::keyClicks(line(path), value);
    QTest::keyClick(line(path), Qt::Key_Return);
  }
  // Types behind the end; what is offered then.
  QStringList offered(const QString& typed) {
    yaml->moveCursor(QTextCursor::End);
    yaml->insertPlainText(typed.chopped(1));
    QTest::keyClicks(yaml, typed.right(1));
    auto* completer = yaml->findChild<QCompleter*>();
    QStringList words;
    if (!completer->popup()->isVisible()) return words;
    for (int i = 0; i < completer->completionModel()->rowCount(); ++i)
      words += completer->completionModel()->index(i, 0).data().toString();
    return words;
  }
  QString hint() const {
    for (const QLabel* label : editor.findChildren<QLabel*>())
      if (!label->accessibleDescription().isEmpty()) return label->text();
    return {};
  }
  QStringList errors() const {
    QStringList shown;
    for (int i = 0; i < list->count(); ++i)
      if (list->item(i)->flags() != Qt::NoItemFlags) shown += list->item(i)->text();
    return shown;
  }

  // The colour of the letter at a place of a line; invalid = that of all text.
  QColor colour_at(int line, int column) const {
    const QTextBlock block = yaml->document()->findBlockByNumber(line);
    for (const QTextLayout::FormatRange& part : block.layout()->formats())
      if (column >= part.start && column < part.start + part.length)
        return part.format.foreground().color();
    return {};
  }

  ConfigEditor editor;
  QPlainTextEdit* yaml = nullptr;
  QListWidget* list = nullptr;
};

TEST_F(ConfigEditorTest, TheFormChangesTheTextAndLeavesTheRest) {
  ASSERT_TRUE(line("network.layers"));
  EXPECT_EQ(line("network.layers")->text(), "3");
  enter("network.layers", "5");
  EXPECT_TRUE(editor.text().contains("  layers: 5   # how many\n")) << editor.text().toStdString();
  EXPECT_EQ(line("network.hidden")->placeholderText(), "64");
  enter("network.hidden", "8, 16, 8, 16, 8");
  EXPECT_TRUE(editor.text().contains("hidden: [8, 16, 8, 16, 8]"));
  EXPECT_EQ(line("network.hidden")->text(), "8, 16, 8, 16, 8");
  enter("name", "mine: first");
  EXPECT_TRUE(editor.text().contains("name: \"mine: first\"\n")) << editor.text().toStdString();
  EXPECT_EQ(line("name")->text(), "mine: first");
  EXPECT_TRUE(editor.valid());
  auto* task = qobject_cast<QComboBox*>(editor.field("task"));
  task->setCurrentIndex(1);
  emit task->textActivated(QStringLiteral("chords"));
  EXPECT_TRUE(editor.text().startsWith("task: chords  # which\n"));
  EXPECT_TRUE(editor.valid());
}

TEST_F(ConfigEditorTest, TheTextChangesTheForm) {
  yaml->moveCursor(QTextCursor::End);
  yaml->insertPlainText("schedule: {epochs: 7}\n");
  ASSERT_TRUE(
      QTest::qWaitFor([&] { return editor.value("schedule.epochs") == QLatin1String("7"); }, 5000));
  EXPECT_EQ(line("schedule.epochs")->text(), "7");
}

TEST_F(ConfigEditorTest, TheTextOffersTheKeysOfItsPlace) {
  EXPECT_EQ(offered("  drop"), QStringList{"dropout: "});
  EXPECT_EQ(offered("out: 0.1\n  bidi"), QStringList{"bidirectional: "});
  QTest::keyClick(yaml->findChild<QCompleter*>()->popup(), Qt::Key_Return);
  EXPECT_TRUE(editor.text().endsWith("  bidirectional: ")) << editor.text().toStdString();
  EXPECT_EQ(offered("t"), QStringList{"true"});
  EXPECT_EQ(offered("rue\nsch"), QStringList{"schedule:"});
  EXPECT_EQ(offered("edule:\n  k"), QStringList{"kind: "});
  EXPECT_EQ(offered("ind: one"), QStringList{"one_cycle"});
  EXPECT_EQ(offered("_cycle\ndecoder:\n  beats"), QStringList{"beats_per_bar: "});
  EXPECT_EQ(offered("_per_bar: [2]\n  nothing_like_it"), QStringList{});
}

TEST_F(ConfigEditorTest, AnEmptyTextHasAFormAndNoErrors) {
  editor.setText({});
  EXPECT_FALSE(editor.valid());
  EXPECT_EQ(list->count(), 0);
  EXPECT_EQ(offered("tas"), QStringList{"task: "});
  editor.setText({});
  auto* task = qobject_cast<QComboBox*>(editor.field("task"));
  emit task->textActivated(QStringLiteral("chords"));
  EXPECT_EQ(editor.text(), "task: chords\n");
  EXPECT_EQ(task->currentText(), "chords");
  EXPECT_EQ(errors().size(), 1) << "now the corpora are missing";
}

TEST_F(ConfigEditorTest, EverySettingOfTheTaskIsOfferedOnDemand) {
  yaml->moveCursor(QTextCursor::End);
  yaml->insertPlainText("decoder:\n  ");
  QTest::keyClick(yaml, Qt::Key_Space, Qt::ControlModifier);
  auto* model = yaml->findChild<QCompleter*>()->completionModel();
  const int beats = model->rowCount();
  EXPECT_GT(beats, 10);
  editor.setText(QStringLiteral("task: chords\ndata: [{manifest: m}]\n"));
  yaml->moveCursor(QTextCursor::End);
  yaml->insertPlainText("decoder:\n  stay");
  QTest::keyClick(yaml, Qt::Key_Space, Qt::ControlModifier);
  EXPECT_EQ(model->index(0, 0).data().toString(), "stay_bonus: ") << "another task, other keys";
}

TEST_F(ConfigEditorTest, ANewLineIsAsFarInAsTheOneAbove) {
  yaml->setPlainText("network:\n  layers: 3");
  yaml->moveCursor(QTextCursor::End);
  QTest::keyClick(yaml, Qt::Key_Return);
  EXPECT_EQ(editor.text(), "network:\n  layers: 3\n  ");
}

TEST_F(ConfigEditorTest, TheKeyAtTheCursorIsExplained) {
  yaml->moveCursor(QTextCursor::End);
  yaml->moveCursor(QTextCursor::Up);
  EXPECT_EQ(
      hint(),
      "network.layers: number of LSTM layers. Value: a whole number from 1 to 32. Default: 3");
  EXPECT_EQ(line("network.layers")->toolTip(),
            "number of LSTM layers. Value: a whole number from 1 to 32. Default: 3");
}

TEST_F(ConfigEditorTest, AnotherTextIsUndoneAndIsNoPartOfWhatIsTypedBehindIt) {
  const QString mine = editor.text();
  const QString other = QStringLiteral("task: chords\r\ndata: [{manifest: m}]");
  const QString shown = QStringLiteral("task: chords\ndata: [{manifest: m}]");
  editor.setText(other);
  EXPECT_EQ(editor.text(), shown);
  EXPECT_EQ(editor.value("task"), "chords");
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

TEST_F(ConfigEditorTest, ErrorsAreMarkedAtTheirLineAndField) {
  enter("network.layers", "many");
  EXPECT_FALSE(editor.valid());
  EXPECT_EQ(line("network.layers")->toolTip(), "'many', expected a whole number from 1 to 32");
  ASSERT_EQ(yaml->extraSelections().size(), 1);
  EXPECT_EQ(yaml->extraSelections()[0].cursor.blockNumber(), 3);
  enter("network.layers", "3");
  EXPECT_TRUE(editor.valid());
  EXPECT_TRUE(yaml->extraSelections().isEmpty());
  editor.setText(QStringLiteral("task: ["));
  EXPECT_FALSE(editor.valid());
}

TEST_F(ConfigEditorTest, AllErrorsAreInAListAndAClickGoesToThePlace) {
  EXPECT_EQ(errors(), QStringList{});
  EXPECT_EQ(list->item(0)->text(), "No errors");
  emit list->itemClicked(list->item(0));
  const int height = yaml->height();
  editor.setText(
      QStringLiteral("task: beats\nsneed: 1\ndata: [{manifest: m}]\nschedule: {epochs: 0}\n"));
  EXPECT_EQ(errors(), (QStringList{"Line 2: unknown key 'sneed' in configuration; did you mean "
                                   "'seed'?",
                                   "Line 4: schedule: epochs: '0', expected a whole number from 1 "
                                   "to 100000"}));
  EXPECT_EQ(yaml->extraSelections().size(), 2);
  EXPECT_EQ(yaml->height(), height) << "the text does not move";
  QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                    list->visualItemRect(list->item(1)).center());
  EXPECT_EQ(yaml->textCursor().blockNumber(), 3);
  EXPECT_EQ(yaml->textCursor().positionInBlock(), 19);
  list->setCurrentRow(0);
  QTest::keyClick(list, Qt::Key_Return);
  EXPECT_EQ(yaml->textCursor().blockNumber(), 1) << "also without a mouse";
}

TEST_F(ConfigEditorTest, ALineWithTwoErrorsHasOneMark) {
  editor.setText(
      QStringLiteral("task: beats\ndata: [{manifest: m}]\nschedule: {epochs: 0, patience: x}\n"));
  EXPECT_EQ(errors().size(), 2);
  EXPECT_EQ(yaml->extraSelections().size(), 1);
}

TEST_F(ConfigEditorTest, AValueThatCannotBeSetIsAnError) {
  editor.setText(QStringLiteral("task: beats\nnetwork: 5\ndata: [{manifest: m}]\n"));
  const QString text = editor.text();
  enter("network.hidden", "7");
  EXPECT_EQ(editor.text(), text);
  EXPECT_EQ(errors().size(), 2);
  EXPECT_TRUE(errors().value(1).contains("hidden")) << errors().value(1).toStdString();
  emit list->itemClicked(list->item(1));  // it has no place: nothing happens
}

TEST_F(ConfigEditorTest, TheTextHasColours) {
  editor.setText(QStringLiteral("name: \"a # b\" # c\nseed: 7\nlist: [1.5e-3, true, x2]\n"));
  EXPECT_EQ(colour_at(0, 0), theme().accent) << "a key";
  EXPECT_EQ(colour_at(0, 9), theme().agree) << "a string with #";
  EXPECT_EQ(colour_at(0, 16), theme().muted) << "a comment";
  EXPECT_EQ(colour_at(1, 6), theme().tempo) << "a number";
  EXPECT_EQ(colour_at(2, 8), theme().tempo);
  EXPECT_EQ(colour_at(2, 15), theme().downbeat) << "true";
  EXPECT_FALSE(colour_at(2, 22).isValid()) << "a word";
}

}  // namespace
}  // namespace tactus::ui
