#include "ui/train/config/yaml_colours.h"

#include <QFont>
#include <QRegularExpression>

#include "ui/look/theme.h"

namespace tactus::ui {
namespace {

// A '#' within quotes or a word is no comment.
qsizetype comment_in(const QString& line) {
  QChar quote;
  for (qsizetype i = 0; i < line.size(); ++i) {
    const QChar c = line[i];
    if (!quote.isNull()) {
      if (c == quote) quote = {};
    } else if (c == QLatin1Char('"') || c == QLatin1Char('\'')) {
      quote = c;
    } else if (c == QLatin1Char('#') && (i == 0 || line[i - 1].isSpace())) {
      return i;
    }
  }
  return line.size();
}

}  // namespace

// Later rules win over earlier ones.
void YamlColours::highlightBlock(const QString& line) {
  static const QRegularExpression kNumber(
      QStringLiteral("(?<![\\w.])[-+]?(\\d[\\d_]*(\\.\\d*)?|\\.\\d+)([eE][-+]?\\d+)?(?![\\w.])"));
  static const QRegularExpression kWord(
      QStringLiteral("(?<![\\w.])(true|false|null|yes|no|on|off)(?![\\w.])"));
  static const QRegularExpression kString(QStringLiteral("\"[^\"]*\"?|'[^']*'?"));
  static const QRegularExpression kKey(QStringLiteral("(?:^|[{,-])\\s*([\\w.-]+)\\s*:(?=\\s|$)"));
  const Theme& t = theme();
  const qsizetype comment = comment_in(line);
  const QString code = line.left(comment);
  const auto paint = [&](const QRegularExpression& rule, const QColor& colour, int group = 0) {
    for (auto match = rule.globalMatch(code); match.hasNext();) {
      const auto found = match.next();
      setFormat(static_cast<int>(found.capturedStart(group)),
                static_cast<int>(found.capturedLength(group)), colour);
    }
  };
  paint(kNumber, t.tempo);
  paint(kWord, t.downbeat);
  paint(kString, t.agree);
  paint(kKey, t.accent, 1);
  QTextCharFormat aside;
  aside.setForeground(t.muted);
  aside.setFontItalic(true);
  setFormat(static_cast<int>(comment), static_cast<int>(line.size() - comment), aside);
}

}  // namespace tactus::ui
