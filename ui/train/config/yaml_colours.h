// Colours for the words of YAML: keys, strings, numbers, other words with a meaning, comments.
#pragma once

#include <QSyntaxHighlighter>

namespace tactus::ui {

class YamlColours : public QSyntaxHighlighter {
  Q_OBJECT

 public:
  using QSyntaxHighlighter::QSyntaxHighlighter;

 protected:
  void highlightBlock(const QString& line) override;
};

}  // namespace tactus::ui
