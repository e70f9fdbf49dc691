// The programs, started as from a shell.
#include <gtest/gtest.h>

#include <QProcess>

namespace {

QString output_of(const QString& program, const QStringList& arguments) {
  QProcess process;
  process.start(QStringLiteral(TACTUS_BINARY_DIR "/") + program, arguments);
  EXPECT_TRUE(process.waitForFinished(20000));
  EXPECT_EQ(process.exitCode(), 0);
  return QString::fromUtf8(process.readAllStandardOutput());
}

TEST(Programs, CommandLineStartsTheWindow) {
  const QString window = output_of("tactus-gui", {"--version"});
  EXPECT_TRUE(window.contains("Tactus", Qt::CaseInsensitive)) << window.toStdString();
  EXPECT_EQ(output_of("tactus", {"gui", "--", "--version"}), window);
}

TEST(Programs, TheWindowSaysThatItsTextIsLost) {
  for (const char* word : {"--help", "--version"}) {
    QProcess process;
    process.setStandardOutputFile(QStringLiteral("/dev/full"));
    process.start(QStringLiteral(TACTUS_BINARY_DIR "/tactus-gui"), {word});
    EXPECT_TRUE(process.waitForFinished(20000));
    EXPECT_EQ(process.exitCode(), 1) << word;
    EXPECT_TRUE(process.readAllStandardError().contains("standard output: cannot be written"));
  }
}

}  // namespace
