#include "ui/document/comparison_names.h"

#include <QFileInfo>
#include <algorithm>
#include <utility>

namespace tactus::ui {
namespace {

const QString kSeparators = QStringLiteral(" .-_/");
constexpr qsizetype kLeastShared = 4;  // characters that are worth an ellipsis

// "lab" for "song.lab" beside "song.wav", "orig" for "song.jams.orig".
QString beyond_song(const std::filesystem::path& file, const std::filesystem::path& song) {
  const QString name = QString::fromStdString(file.filename().string());
  const QString stem = QString::fromStdString(song.stem().string());
  if (stem.isEmpty() || !name.startsWith(stem)) return name;
  QString rest = name.mid(stem.size());
  if (rest.startsWith(QStringLiteral(".jams.orig"))) rest.remove(0, 5);
  while (!rest.isEmpty() && kSeparators.contains(rest.front())) rest.remove(0, 1);
  return rest.isEmpty() ? name : rest;
}

QString name_of(const Comparison& comparison, const std::filesystem::path& song) {
  if (comparison.source == Comparison::Source::kFile) return beyond_song(comparison.file, song);
  if (comparison.source == Comparison::Source::kOpened || comparison.models.isEmpty())
    return comparison.name;
  QStringList names;
  for (const QString& model : comparison.models) names += QFileInfo(model).completeBaseName();
  return names.join(QStringLiteral(", "));
}

// Files of one name get the folders that they lie in, the nearest first.
void add_folders(QStringList& names, const std::vector<Comparison>& comparisons,
                 const std::filesystem::path& song) {
  std::vector<std::filesystem::path> above;
  for (const Comparison& comparison : comparisons) above.push_back(comparison.file.parent_path());
  const auto is_double = [&](qsizetype i) {
    const Comparison& each = comparisons[static_cast<std::size_t>(i)];
    const QString ending = QString::fromStdString(each.file.extension().string());
    // "annotations/lab" says more than "lab".
    const bool bare = !ending.isEmpty() && names[i] == ending.mid(1) &&
                      each.file.parent_path() != song.parent_path();
    return bare || names.count(names[i]) > 1;
  };
  for (bool more = true; std::exchange(more, false);) {
    QStringList next = names;
    for (qsizetype i = 0; i < names.size(); ++i) {
      auto& folder = above[static_cast<std::size_t>(i)];
      if (!is_double(i) || !folder.has_relative_path()) continue;
      next[i] = QString::fromStdString(folder.filename().string()) + QLatin1Char('/') + names[i];
      folder = folder.parent_path();
      more = true;
    }
    names = next;
  }
}

// How many characters a name begins like another one, up to the end of a word.
qsizetype shared_with(const QString& name, const QString& other) {
  const auto [end, unused] = std::mismatch(name.begin(), name.end(), other.begin(), other.end());
  qsizetype shared = end - name.begin();
  while (shared > 0 && !kSeparators.contains(name[shared - 1])) --shared;
  return shared;
}

}  // namespace

QStringList short_names(const std::vector<Comparison>& comparisons,
                        const std::filesystem::path& song) {
  QStringList names;
  for (const Comparison& comparison : comparisons) names += name_of(comparison, song);
  add_folders(names, comparisons, song);
  QStringList shorter = names;
  for (qsizetype i = 0; i < names.size(); ++i) {
    qsizetype shared = 0;
    for (qsizetype other = 0; other < names.size(); ++other)
      if (names[other] != names[i]) shared = std::max(shared, shared_with(names[i], names[other]));
    if (shared >= kLeastShared) shorter[i] = QStringLiteral("\u2026") + names[i].mid(shared);
  }
  return shorter;
}

}  // namespace tactus::ui
