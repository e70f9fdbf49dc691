#include "ui/files/reference_memory.h"

#include <QSettings>
#include <QStringList>

namespace tactus::ui {
namespace {

constexpr int kSongs = 500;

// Song and reference in turn, most recent song first.
QString key() {
  return QStringLiteral("files/references");
}

QString text(const std::filesystem::path& path) {
  return QString::fromStdString(path.string());
}

qsizetype place_of(const QStringList& list, const QString& song) {
  for (qsizetype i = 0; i + 1 < list.size(); i += 2) {
    if (list[i] == song) return i;
  }
  return -1;
}

}  // namespace

std::filesystem::path remembered_reference(const std::filesystem::path& audio) {
  const QStringList list = QSettings().value(key()).toStringList();
  const qsizetype place = place_of(list, text(audio));
  return place < 0 ? std::string() : list[place + 1].toStdString();
}

void remember_reference(const std::filesystem::path& audio,
                        const std::filesystem::path& reference) {
  QSettings settings;
  QStringList list = settings.value(key()).toStringList();
  if (const qsizetype place = place_of(list, text(audio)); place >= 0) {
    list.remove(place, 2);
  } else if (reference.empty()) {
    return;
  }
  if (!reference.empty()) list = QStringList{text(audio), text(reference)} + list;
  settings.setValue(key(), list.mid(0, 2 * kSongs));
}

}  // namespace tactus::ui
