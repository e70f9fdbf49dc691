#include "ui/page/settings.h"

#include <QSettings>
#include <algorithm>

namespace tactus::ui {
namespace {

constexpr int kRecentFiles = 10;

// Calls visit(key, member) for every member: the single list of keys.
template <class AnySettings, class Visit>
void visit_members(AnySettings& settings, Visit visit) {
  visit("language", settings.language);
  visit("chords/symbols", settings.chord_symbols);
  visit("editing/snapping", settings.snapping);
  visit("view/onsets", settings.show_onsets);
  visit("view/doubt", settings.show_doubt);
  visit("songs/leastSureFirst", settings.least_sure_first);
  visit("editing/doubtShare", settings.doubt_share);
  visit("editing/autosaveSeconds", settings.autosave_seconds);
  visit("tagging/device", settings.device);
  visit("tagging/models", settings.models);
  visit("files/recent", settings.recent_files);
  visit("files/folder", settings.folder);
  visit("files/saveUnasked", settings.save_unasked);
  visit("window/geometry", settings.geometry);
  visit("window/state", settings.window_state);
}

}  // namespace

Settings load_settings() {
  const QSettings store;
  Settings settings;
  const auto read = [&]<class Value>(const char* key, Value& value) {
    const QVariant stored = store.value(QLatin1String(key));
    if (stored.isValid() && stored.canConvert<Value>()) value = stored.value<Value>();
  };
  visit_members(settings, read);
  const int theme = store.value(QStringLiteral("theme"), 0).toInt();
  settings.theme = static_cast<ThemeChoice>(std::clamp(theme, 0, 2));
  settings.doubt_share = std::clamp(settings.doubt_share, 0.01, 1.0);
  settings.autosave_seconds = std::clamp(settings.autosave_seconds, 1.0, 600.0);
  return settings;
}

void save_settings(const Settings& settings) {
  QSettings store;
  visit_members(settings, [&](const char* key, const auto& value) {
    store.setValue(QLatin1String(key), QVariant::fromValue(value));
  });
  store.setValue(QStringLiteral("theme"), static_cast<int>(settings.theme));
}

QStringList with_recent(QStringList recent, const QString& path) {
  recent.removeAll(path);
  recent.prepend(path);
  while (recent.size() > kRecentFiles) recent.removeLast();
  return recent;
}

}  // namespace tactus::ui
