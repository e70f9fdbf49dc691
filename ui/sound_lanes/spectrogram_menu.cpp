#include <QActionGroup>
#include <QContextMenuEvent>
#include <QMenu>

#include "ui/sound_lanes/spectrogram_view.h"

namespace tactus::ui {
namespace {

// A choice as a group of actions; calls `chosen` with the clicked value.
template <class Value, class Text, class Chosen>
void add_choice(QMenu& menu, const QString& title, const QList<Value>& values, const Value& present,
                Text text, Chosen chosen) {
  QMenu* sub = menu.addMenu(title);
  auto* group = new QActionGroup(sub);
  for (const Value& value : values) {
    QAction* action = sub->addAction(text(value));
    action->setCheckable(true);
    action->setChecked(value == present);
    group->addAction(action);
    QObject::connect(action, &QAction::triggered, sub, [chosen, value] { chosen(value); });
  }
}

}  // namespace

const QList<int>& SpectrogramView::windows() {
  static const QList<int> sizes = {512, 1024, 2048, 4096, 8192, 16384};
  return sizes;
}

void SpectrogramView::contextMenuEvent(QContextMenuEvent* event) {
  QMenu menu(this);
  add_choice(menu, tr("Colours"),
             QList{ColourMap::kMagma, ColourMap::kViridis, ColourMap::kGrey, ColourMap::kInverted},
             look_.colours, colour_map_name, [this](ColourMap map) {
               SpectrogramLook look = look_;
               look.colours = map;
               setLook(look);
             });
  add_choice(
      menu, tr("Gain"), QList{-20.0, -10.0, 0.0, 10.0, 20.0, 30.0}, -20.0 - look_.top_db,
      [](double gain) { return tr("%1 dB").arg(gain); },
      [this](double gain) {
        SpectrogramLook look = look_;
        look.top_db = -20.0 - gain;
        setLook(look);
      });
  add_choice(
      menu, tr("Range"), QList{40.0, 55.0, 70.0, 90.0}, look_.range_db,
      [](double range) { return tr("%1 dB").arg(range); },
      [this](double range) {
        SpectrogramLook look = look_;
        look.range_db = range;
        setLook(look);
      });
  add_choice(
      menu, tr("Frequencies"),
      QList{FrequencyScale::kLogarithmic, FrequencyScale::kMel, FrequencyScale::kLinear},
      settings_.scale,
      [](FrequencyScale scale) {
        return scale == FrequencyScale::kLogarithmic ? tr("Logarithmic")
               : scale == FrequencyScale::kMel       ? tr("Mel")
                                                     : tr("Linear");
      },
      [this](FrequencyScale scale) {
        SpectrogramSettings settings = settings_;
        settings.scale = scale;
        setSettings(settings);
      });
  add_choice(
      menu, tr("Window"), windows(), settings_.window,
      [](int window) { return tr("%1 samples").arg(window); },
      [this](int window) {
        SpectrogramSettings settings = settings_;
        settings.window = window;
        setSettings(settings);
      });
  menu.exec(event->globalPos());
}

}  // namespace tactus::ui
