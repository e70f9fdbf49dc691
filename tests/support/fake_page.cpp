// A page of the window that exists in tests alone, in this file alone.
#include <QMenu>
#include <QMenuBar>
#include <vector>

#include "ui/page/settings.h"

#define all_pages shipped_pages
#include "ui/window/pages.cpp"
#undef all_pages

namespace tactus::ui {
namespace {

class FakePage : public Page {
 public:
  FakePage() {
    setObjectName(QStringLiteral("fake"));
    setFocusPolicy(Qt::StrongFocus);
  }
  QMenu* addMenu(QMenuBar& menus) override {
    QMenu* menu = menus.addMenu(QStringLiteral("Fa&ke"));
    menu->addAction(QStringLiteral("Name the device"), QKeySequence(Qt::Key_K), this,
                    [this] { emit message(device_); });
    return menu;
  }
  void apply(const Settings& settings) override { device_ = settings.device; }

 private:
  QString device_;
};

}  // namespace

// The linker takes this one and leaves that of pages.cpp in its archive.
std::span<const PageInfo> all_pages() {
  static const std::vector<PageInfo> pages = [] {
    std::vector<PageInfo> all(shipped_pages().begin(), shipped_pages().end());
    all.push_back({"Fake", make<FakePage>});
    return all;
  }();
  return pages;
}

}  // namespace tactus::ui
