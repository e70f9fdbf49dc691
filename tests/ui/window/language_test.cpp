// The languages of the window: what ui/translations says, and the window in German.
#include "ui/window/language.h"

#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QApplication>
#include <QDirIterator>
#include <QDockWidget>
#include <QFile>
#include <QLabel>
#include <QMenuBar>
#include <QProcess>
#include <QRegularExpression>
#include <QTabWidget>
#include <QToolButton>
#include <QXmlStreamReader>
#include <filesystem>
#include <iostream>
#include <memory>
#include <utility>

#include "tests/support/test_support.h"
#include "ui/timeline/ruler_view.h"
#include "ui/window/main_window.h"
#include "ui/window/settings_dialog.h"

namespace tactus::ui {
namespace {

const QString kSources = QStringLiteral(TACTUS_SOURCE_DIR "/ui");

struct Translated {
  QString context, source;
  QStringList forms;  // one, or one for each plural
  bool finished = true;
};

QVector<Translated> messages_of(const QString& language) {
  QFile file(kSources + "/translations/tactus_" + language + ".ts");
  EXPECT_TRUE(file.open(QIODevice::ReadOnly));
  QXmlStreamReader xml(&file);
  QVector<Translated> all;
  QString context;
  while (!xml.atEnd()) {
    if (xml.readNext() != QXmlStreamReader::StartElement) continue;
    if (xml.name() == QLatin1String("name")) context = xml.readElementText();
    if (xml.name() == QLatin1String("source")) all.push_back({context, xml.readElementText(), {}});
    if (xml.name() != QLatin1String("translation")) continue;
    all.back().finished = !xml.attributes().hasAttribute(QLatin1String("type"));
    QString text;
    while (!(xml.isEndElement() && xml.name() == QLatin1String("translation"))) {
      xml.readNext();
      if (xml.isCharacters()) text += xml.text();
      if (xml.isEndElement() && xml.name() == QLatin1String("numerusform"))
        all.back().forms += std::exchange(text, QString());
    }
    if (all.back().forms.isEmpty()) all.back().forms += text;
  }
  EXPECT_FALSE(xml.hasError()) << xml.errorString().toStdString();
  return all;
}

// "%1", "%2", sorted; without %n, which the form for one may leave out, and with "%L1" as "%1".
QStringList placeholders(const QString& text) {
  static const QRegularExpression pattern(QStringLiteral("%L?([0-9]|[vmp]\\b)"));
  QStringList found;
  for (auto match = pattern.globalMatch(text); match.hasNext();) found += match.next().captured(1);
  found.sort();
  return found;
}

qsizetype mnemonics(const QString& text) {
  return text.count(QRegularExpression(QStringLiteral("&[^&\\s]")));
}

TEST(Translations, AreFinishedWithTheSamePlaceholdersAndMnemonics) {
  for (const char* language : {"de", "en"}) {
    const auto all = messages_of(language);
    EXPECT_GT(all.size(), language == QLatin1String("de") ? 700 : 10);
    for (const Translated& message : all) {
      SCOPED_TRACE(qPrintable(message.context + ": " + message.source));
      EXPECT_TRUE(message.finished) << "ui/translations/update lists what is to be translated";
      for (const QString& form : message.forms) {
        EXPECT_FALSE(form.isEmpty());
        EXPECT_EQ(placeholders(form), placeholders(message.source)) << form.toStdString();
        EXPECT_EQ(mnemonics(form), mnemonics(message.source)) << form.toStdString();
        EXPECT_EQ(form.endsWith("..."), message.source.endsWith("...")) << form.toStdString();
      }
      if (message.source.contains("%n")) {
        ASSERT_EQ(message.forms.size(), 2);
        EXPECT_TRUE(message.forms[1].contains("%n"));
      }
    }
  }
}

// Only a warning, unless TACTUS_REQUIRE_TRANSLATIONS=1: so a text may come before its German.
TEST(Translations, HaveTheTextsOfTheSources) {
  QProcess update;
  update.setProcessChannelMode(QProcess::MergedChannels);
  update.start(kSources + "/translations/update", {"--check"});
  ASSERT_TRUE(update.waitForFinished(60000));
  const std::string said = update.readAll().toStdString();
  if (update.exitCode() == 77) GTEST_SKIP() << said;
  if (qEnvironmentVariableIsSet("TACTUS_REQUIRE_TRANSLATIONS")) {
    EXPECT_EQ(update.exitCode(), 0) << said;
  } else if (update.exitCode() != 0) {
    ASSERT_EQ(update.exitCode(), 1) << said;
    std::cout << "warning: " << said;
  }
}

// In a small tree of sources of its own.
TEST(Translations, BlankGermanIsRefusedAndNamed) {
  const tactus::test::ScratchFolder scratch;
  const std::filesystem::path sources = kSources.toStdString();
  for (const char* folder : {"ui/translations", "datasets/formats/interface", "model"})
    std::filesystem::create_directories(scratch / folder);
  std::filesystem::copy(sources / "translations/update", scratch / "ui/translations/update");
  for (const char* rows : {"datasets/formats/interface/formats.inc", "model/annotation_layers.inc"})
    tactus::test::write_text(scratch / rows, "");
  for (const char* language : {"de", "en"})
    tactus::test::write_text(
        scratch / "ui/translations" / (std::string("tactus_") + language + ".ts"),
        std::string("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!DOCTYPE TS>\n<TS "
                    "version=\"2.1\" language=\"") +
            language + "\" sourcelanguage=\"en\"></TS>\n");
  tactus::test::write_text(scratch / "ui/page.cpp",
                           "void Page::show() { tr(\"Open\"); tr(\"Close\"); }\n");
  std::string said;
  const auto update = [&](const char* list) {
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(QString::fromStdString((scratch / "ui/translations/update").string()), {"-"});
    process.write(list);
    process.closeWriteChannel();
    EXPECT_TRUE(process.waitForFinished(60000));
    said = process.readAll().toStdString();
    return process.exitCode();
  };
  const int code = update("Open\n= \nClose\n= Schließen\n");
  if (code == 77) GTEST_SKIP() << said;
  EXPECT_EQ(code, 1);
  EXPECT_NE(said.find("tactus_de.ts: Page: Open: blank"), std::string::npos) << said;
  EXPECT_EQ(said.find("Close"), std::string::npos) << said;
  EXPECT_EQ(update("Open\n= Öffnen\n"), 0) << said;
  EXPECT_NE(said.find("tactus_de.ts: 0 texts"), std::string::npos) << said;
}

// lupdate gives the texts of a free function tr() to the namespace. Another context in such a
// function would find no translation.
TEST(Translations, AreFoundByFreeFunctions) {
  static const QRegularExpression asked(QStringLiteral("translate\\(\"([^\"]+)\",\\s*[^\"\\s]"));
  const auto text_of = [](const QString& name) {
    QFile file(name);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << name.toStdString();
    return QString::fromUtf8(file.readAll());
  };
  const QString rows = text_of(kSources + "/../datasets/formats/interface/formats.inc") +
                       text_of(kSources + "/../model/annotation_layers.inc");
  for (QDirIterator files(kSources, {"*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
       files.hasNext();) {
    const QString name = files.next(), text = text_of(name);
    for (auto match = asked.globalMatch(text); match.hasNext();) {
      const QString context = match.next().captured(1);
      EXPECT_TRUE(context == "tactus::ui" || text.contains("NOOP(\"" + context + "\"") ||
                  rows.contains("TITLE(\"" + context + "\""))
          << name.toStdString() << " asks for texts of " << context.toStdString();
    }
  }
}

class GermanWindow : public testing::Test {
 protected:
  void SetUp() override {
    if (!german.complete()) GTEST_SKIP() << "built without lrelease";
    Settings settings;
    window = std::make_unique<MainWindow>(settings);
    window->resize(1280, 720);
    window->show();
    QApplication::processEvents();
  }

  const Language german{QStringLiteral("de")};
  std::unique_ptr<MainWindow> window;
};

TEST_F(GermanWindow, HasGermanMenus) {
  QStringList titles;
  for (const QAction* action : window->menuBar()->actions()) titles += action->text();
  EXPECT_EQ(titles.join(' ').remove('&').toStdString(),
            "Datei Bearbeiten Schläge Akkorde Struktur Cues Vergleichen Wiedergabe Akkordblatt "
            "Ansicht Spuren Hilfe");
}

TEST_F(GermanWindow, GivesMenusDifferentLetters) {
  QString letters;
  for (const QAction* action : window->menuBar()->actions()) {
    const QString letter = action->text().mid(action->text().indexOf('&') + 1, 1).toUpper();
    EXPECT_FALSE(letters.contains(letter)) << action->text().toStdString();
    letters += letter;
  }
}

TEST_F(GermanWindow, HasGermanPluralsAndNumbers) {
  EXPECT_EQ(time_text(62.5, 1), "1:02,5");
  EXPECT_EQ(QCoreApplication::translate("tactus::ui::ReviewSession", "%n beat(s)", nullptr, 1),
            "1 Schlag");
  EXPECT_EQ(QCoreApplication::translate("tactus::ui::ReviewSession", "%n beat(s)", nullptr, 3),
            "3 Schläge");
}

// Buttons and labels of all pages have room for their texts on small screens.
TEST_F(GermanWindow, CutsNothingOff) {
  auto* pages = qobject_cast<QTabWidget*>(window->centralWidget());
  ASSERT_NE(pages, nullptr);
  const auto has_room = [](const QWidget& widget, QString text) {
    if (!widget.isVisible() || Qt::mightBeRichText(text)) return;
    EXPECT_GE(widget.width(), widget.fontMetrics().horizontalAdvance(text.remove('&')))
        << text.toStdString();
  };
  const auto check = [&] {
    for (const auto* dock : window->findChildren<QDockWidget*>()) {
      EXPECT_FALSE(dock->isVisible() && dock->geometry().intersects(pages->geometry()))
          << dock->windowTitle().toStdString() << " hides a part of the page";
    }
    for (auto* button : window->findChildren<QAbstractButton*>()) {
      const auto* tool = qobject_cast<QToolButton*>(button);
      if (!tool || tool->toolButtonStyle() != Qt::ToolButtonIconOnly || tool->icon().isNull())
        has_room(*button, button->text());
    }
    for (auto* label : window->findChildren<QLabel*>())
      if (!label->wordWrap()) has_room(*label, label->text());
  };
  for (const QSize size : {QSize(960, 540), QSize(1280, 720)}) {
    window->resize(size);
    for (int page = 0; page < pages->count(); ++page) {
      pages->setCurrentIndex(page);
      QApplication::processEvents();
      SCOPED_TRACE(pages->tabText(page).toStdString());
      EXPECT_EQ(window->size(), size);
      check();
    }
  }
}

TEST(WindowLanguage, IsEnglishAgainAfterwards) {
  { const Language german(QStringLiteral("de")); }
  EXPECT_EQ(time_text(62.5, 1), "1:02.5");
  EXPECT_EQ(QCoreApplication::translate("tactus::ui::ReviewSession", "%n beat(s)", nullptr, 3),
            "3 beats");
}

TEST(WindowLanguage, IsEnglishWhereThereIsNone) {
  EXPECT_EQ(Language(QStringLiteral("tlh")).code(), "en");  // the tests run with LANG=C
}

TEST(WindowLanguage, IsChosenInSettings) {
  Settings settings;
  settings.language = QStringLiteral("de");
  EXPECT_EQ(SettingsDialog(settings).settings(), settings);
  settings.language.clear();
  EXPECT_EQ(SettingsDialog(settings).settings(), settings);
}

}  // namespace
}  // namespace tactus::ui
