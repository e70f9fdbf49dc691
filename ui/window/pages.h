// The pages of the window: a row of the table each, in the order of their tabs.
#pragma once

#include <QString>
#include <QStringList>
#include <filesystem>
#include <span>

namespace tactus::ui {

class AnnotatePage;
class Page;
class SongList;
class SongSession;

// What a page may ask of the window.
class PageContext {
 public:
  virtual AnnotatePage& annotatePage() const = 0;  // has the open song and its player
  virtual SongSession& files() const = 0;
  virtual SongList& songs() const = 0;
  // Tags the open song with these models, which become those of the settings, and shows it.
  virtual void tagWith(const QStringList& models) = 0;
  // Opens an annotation with a reference below it, and says so in the status bar.
  virtual void compare(const std::filesystem::path& opened, const std::filesystem::path& reference,
                       const QString& sentence) = 0;

 protected:
  ~PageContext() = default;
};

struct PageInfo {
  const char* title;                   // of the tab, in English; see page_title
  Page* (*make)(PageContext& window);  // the context outlives the page, which its tab owns
};

// The first is annotatePage().
std::span<const PageInfo> all_pages();
QString page_title(const PageInfo& page);

}  // namespace tactus::ui
