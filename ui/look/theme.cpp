#include "ui/look/theme.h"

#include <QGuiApplication>
#include <QPalette>
#include <algorithm>
#include <cmath>
#include <utility>

namespace tactus::ui {
namespace {

double linear(double channel) {
  return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& colour) {
  return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) +
         0.0722 * linear(colour.blueF());
}

const Theme* scoped_theme = nullptr;  // of the GUI's thread

}  // namespace

ThemeScope::ThemeScope(const Theme& in_use) : before_(std::exchange(scoped_theme, &in_use)) {}
ThemeScope::~ThemeScope() {
  scoped_theme = before_;
}

const Theme& dark_theme() {
  static const Theme theme{
      .dark = true,
      .window = QColor(0x1b, 0x1e, 0x24),
      .panel = QColor(0x14, 0x16, 0x1b),
      .lane = QColor(0x10, 0x12, 0x16),
      .raised = QColor(0x2a, 0x2e, 0x37),
      .line = QColor(0x3a, 0x40, 0x4c),
      .field_edge = QColor(0x6d, 0x76, 0x86),
      .text = QColor(0xe8, 0xea, 0xee),
      .muted = QColor(0xa3, 0xab, 0xb8),
      .accent = QColor(0x6c, 0xb2, 0xff),
      .on_accent = QColor(0x0b, 0x14, 0x20),
      .selection = QColor(0x6c, 0xb2, 0xff, 0x38),
      .lit = QColor(0xff, 0xd5, 0x4f, 0x50),
      .cursor = QColor(0xff, 0x6b, 0x5e),
      .beat = QColor(0x7d, 0x8a, 0x9c),
      .downbeat = QColor(0xff, 0xd1, 0x66),
      .wave = QColor(0x3f, 0x86, 0xa8),
      .wave_inner = QColor(0x8f, 0xd3, 0xee),
      .tempo = QColor(0xb9, 0xa3, 0xff),
      .agree = QColor(0x5f, 0xd3, 0x8d),
      .differ = QColor(0xff, 0x8a, 0x80),
      .doubt = QColor(0xff, 0xb8, 0x4d),
  };
  return theme;
}

const Theme& light_theme() {
  static const Theme theme{
      .dark = false,
      .window = QColor(0xf3, 0xf4, 0xf6),
      .panel = QColor(0xff, 0xff, 0xff),
      .lane = QColor(0xfc, 0xfc, 0xfd),
      .raised = QColor(0xe4, 0xe7, 0xec),
      .line = QColor(0xc4, 0xca, 0xd4),
      .field_edge = QColor(0x80, 0x89, 0x97),
      .text = QColor(0x1a, 0x1d, 0x23),
      .muted = QColor(0x56, 0x5e, 0x6c),
      .accent = QColor(0x1b, 0x5f, 0xb8),
      .on_accent = QColor(0xff, 0xff, 0xff),
      .selection = QColor(0x1b, 0x5f, 0xb8, 0x30),
      .lit = QColor(0xff, 0xa0, 0x00, 0x50),
      .cursor = QColor(0xc6, 0x28, 0x1c),
      .beat = QColor(0x70, 0x7a, 0x8a),
      .downbeat = QColor(0xa8, 0x5a, 0x00),
      .wave = QColor(0x6f, 0xb1, 0xcc),
      .wave_inner = QColor(0x1f, 0x6c, 0x8e),
      .tempo = QColor(0x5d, 0x3f, 0xc4),
      .agree = QColor(0x1c, 0x7a, 0x45),
      .differ = QColor(0xb8, 0x26, 0x1c),
      .doubt = QColor(0x96, 0x58, 0x00),
  };
  return theme;
}

// Called for each brush stroke, so an approximate lightness is enough.
const Theme& theme() {
  if (scoped_theme) return *scoped_theme;
  constexpr int kMiddle = 124;  // of 255
  const QColor window = QGuiApplication::palette().color(QPalette::Window);
  return qGray(window.rgb()) < kMiddle ? dark_theme() : light_theme();
}

QColor chord_colour(const Theme& theme, int root) {
  if (root < 0) return theme.dark ? QColor(0x4a, 0x50, 0x5c) : QColor(0xd3, 0xd7, 0xde);
  const int fifths = root * 7 % 12;
  const double hue = std::fmod(fifths / 12.0 + 0.02, 1.0);
  return QColor::fromHslF(hue, theme.dark ? 0.55 : 0.62, theme.dark ? 0.60 : 0.66);
}

QColor section_colour(const Theme& theme, int kind) {
  const double hue = std::fmod(0.58 + kind * 5 / static_cast<double>(kSectionColours), 1.0);
  return QColor::fromHslF(hue, theme.dark ? 0.34 : 0.45, theme.dark ? 0.40 : 0.78);
}

QColor doubt_tint(const Theme& theme, double confidence) {
  constexpr double kStrongest = 0.45;
  const double share = kStrongest * std::clamp(1.0 - confidence, 0.0, 1.0);
  const auto mix = [&](int over, int under) {
    return static_cast<int>(std::lround(over * share + under * (1 - share)));
  };
  return {mix(theme.doubt.red(), theme.lane.red()), mix(theme.doubt.green(), theme.lane.green()),
          mix(theme.doubt.blue(), theme.lane.blue())};
}

QColor text_on(const QColor& background) {
  return contrast(background, Qt::black) >= contrast(background, Qt::white) ? QColor(Qt::black)
                                                                            : QColor(Qt::white);
}

double contrast(const QColor& a, const QColor& b) {
  const auto [low, high] = std::minmax({luminance(a), luminance(b)});
  return (high + 0.05) / (low + 0.05);
}

}  // namespace tactus::ui
