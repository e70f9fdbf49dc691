// What the window knows of a page. A new page is such a class and a row of ui/window/pages.cpp.
#pragma once

#include <QWidget>
#include <filesystem>
#include <vector>

class QMenu;
class QMenuBar;

namespace tactus::ui {

struct Settings;

class Page : public QWidget {
  Q_OBJECT

 public:
  using QWidget::QWidget;

  // Where the keys of the menu Play without Ctrl or Alt work, if the page shows the open song: then
  // it has the menus and panels of the song. Null: the page does not show it.
  virtual QWidget* songView() { return nullptr; }
  // Adds a menu with the commands of the page and returns it; null: it has none. The window enables
  // it on this page; that of a page with the song, on all pages with the song.
  virtual QMenu* addMenu(QMenuBar& /*menus*/) { return nullptr; }
  // Larger (factor > 1), smaller, or the usual size (0).
  virtual void zoom(double /*factor*/) {}
  // At the start, and after each change of the settings.
  virtual void apply(const Settings& /*settings*/) {}
  // Gives the keyboard to the widget of the page that had it last.
  virtual void takeKeys();
  // Lets the page scroll where the window is smaller than its content. Call it once, when the page
  // has its layout.
  void scrollWhenSmall();

 signals:
  void message(const QString& text);         // for the status bar
  void openRequested(const QString& audio);  // the user wants to open this song
  // The same from a list, which becomes the list of songs.
  void openFromRequested(const std::vector<std::filesystem::path>& songs, const QString& audio);
  void songsChanged();  // annotations of any songs have been written
};

}  // namespace tactus::ui
