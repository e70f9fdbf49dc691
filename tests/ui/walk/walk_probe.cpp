// Shows the window to tests/ui/walk/walk. It is a Qt plugin ("generic", loaded by
// QT_QPA_GENERIC_PLUGINS). It answers each connection to the local socket $TACTUS_WALK_SOCKET with
// the accessible tree of the visible windows as JSON, as a screen reader gets it, after the keys
// and clicks that came before the question. It changes nothing.
//   {"ratio": pixels per unit of the rectangles, "focus": id of the native window that keys go to,
//    "nodes": [{"parent": index or -1, "class", "role", "name", "description", "value",
//               "rect": [x, y, w, h] on the screen, "states": ["focused", ...]}, ...]}
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <QAbstractItemView>
#include <QAccessible>
#include <QAccessibleInterface>
#include <QApplication>
#include <QGenericPlugin>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMetaEnum>
#include <QSocketNotifier>
#include <QTimer>
#include <QWidget>
#include <cstring>

namespace {

constexpr int kMostChildren = 3000;  // a table of all beats of a song
constexpr int kEventsMs =
    10;  // by then the thread that reads events of the screen has passed them on

QJsonArray states_of(const QAccessible::State& state) {
  QJsonArray words;
  const std::pair<bool, const char*> all[] = {
      {state.focused, "focused"},   {state.focusable, "focusable"}, {state.disabled, "disabled"},
      {state.checked, "checked"},   {state.selected, "selected"},   {state.expanded, "expanded"},
      {state.editable, "editable"}, {state.modal, "modal"},         {state.active, "active"}};
  for (const auto& [on, word] : all) {
    if (on) words.append(QLatin1String(word));
  }
  return words;
}

class Reader {
 public:
  void read(QAccessibleInterface* what, int parent, const QRect& shown) {
    if (!what || !what->isValid() || what->state().invisible) return;
    const QRect rect = what->rect();
    const bool item = !what->object();  // hides cells and similar items outside their view
    if (item && !rect.intersects(shown)) return;
    const int index = static_cast<int>(nodes_.size());
    const char* type = item ? "" : what->object()->metaObject()->className();
    nodes_.append(QJsonObject{
        {"parent", parent},
        {"class", QLatin1String(type)},
        {"role", QLatin1String(QMetaEnum::fromType<QAccessible::Role>().valueToKey(what->role()))},
        {"name", what->text(QAccessible::Name)},
        {"description", what->text(QAccessible::Description)},
        {"value", value_of(*what)},
        {"rect", QJsonArray{rect.x(), rect.y(), rect.width(), rect.height()}},
        {"states", states_of(what->state())}});
    const int children = std::min(what->childCount(), kMostChildren);
    for (int i = 0; i < children; ++i) read(what->child(i), index, item ? shown : rect);
  }
  QJsonArray nodes() const { return nodes_; }

 private:
  static QString value_of(QAccessibleInterface& what) {
    if (QAccessibleTextInterface* text = what.textInterface()) {
      return text->text(0, text->characterCount());
    }
    return what.text(QAccessible::Value);
  }

  QJsonArray nodes_;
};

// Without a window manager, no one gives the keyboard to a new dialog, so the walk does it.
QWidget* wants_keys() {
  if (QWidget* modal = QApplication::activeModalWidget()) return modal;
  for (QWidget* window : QApplication::topLevelWidgets()) {
    if (window->isVisible() && window->windowType() == Qt::Window) return window;
  }
  return nullptr;
}

QByteArray picture_of_all() {
  Reader reader;
  for (QWidget* window : QApplication::topLevelWidgets()) {
    if (!window->isVisible()) continue;
    // Qt caches cells, and reports changes only if a screen reader is on the bus.
    for (QWidget* view : window->findChildren<QAbstractItemView*>()) {
      QAccessible::deleteAccessibleInterface(
          QAccessible::uniqueId(QAccessible::queryAccessibleInterface(view)));
    }
    reader.read(QAccessible::queryAccessibleInterface(window), -1, window->frameGeometry());
  }
  QWidget* keys = wants_keys();
  return QJsonDocument(QJsonObject{{"ratio", qApp->devicePixelRatio()},
                                   {"focus", keys ? static_cast<qint64>(keys->winId()) : 0},
                                   {"nodes", reader.nodes()}})
      .toJson(QJsonDocument::Compact);
}

class Probe : public QObject {
 public:
  Probe() {
    const QByteArray path = qgetenv("TACTUS_WALK_SOCKET");
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.isEmpty() || path.size() >= static_cast<int>(sizeof address.sun_path)) return;
    std::memcpy(address.sun_path, path.constData(), path.size());
    socket_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    ::unlink(path.constData());
    if (::bind(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
        ::listen(socket_, 8) != 0) {
      qFatal("walk_probe: %s cannot be listened to", path.constData());
    }
    auto* notifier = new QSocketNotifier(socket_, QSocketNotifier::Read, this);
    connect(notifier, &QSocketNotifier::activated, this, [this] { answer(); });
  }
  ~Probe() override {
    if (socket_ >= 0) ::close(socket_);
  }

 private:
  void answer() {
    const int client = ::accept4(socket_, nullptr, nullptr, SOCK_CLOEXEC);
    if (client >= 0) QTimer::singleShot(kEventsMs, this, [client] { send(client); });
  }
  static void send(int client) {
    const QByteArray all = picture_of_all();
    for (qsizetype sent = 0; sent < all.size();) {
      const ssize_t n = ::send(client, all.constData() + sent, all.size() - sent, MSG_NOSIGNAL);
      if (n <= 0) break;
      sent += n;
    }
    ::close(client);
  }

  int socket_ = -1;
};

}  // namespace

class ProbePlugin : public QGenericPlugin {
  Q_OBJECT
  Q_PLUGIN_METADATA(IID QGenericPluginFactoryInterface_iid FILE "walk_probe.json")

 public:
  QObject* create(const QString&, const QString&) override { return new Probe; }
};

#include "walk_probe.moc"
