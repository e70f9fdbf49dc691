#include "ui/look/colour_map.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

namespace tactus::ui {
namespace {

// c[k] is the factor of t^k, for red, green, blue.
using Polynomial = std::array<std::array<double, 3>, 7>;

constexpr Polynomial kViridis = {{
    {0.2777273272234177, 0.005407344544966578, 0.3340998053353061},
    {0.1050930431085774, 1.404613529898575, 1.384590162594685},
    {-0.3308618287255563, 0.214847559468213, 0.09509516302823659},
    {-4.634230498983486, -5.799100973351585, -19.33244095627987},
    {6.228269936347081, 14.17993336680509, 56.69055260068105},
    {4.776384997670288, -13.74514537774601, -65.35303263337234},
    {-5.435455855934631, 4.645852612178535, 26.3124352495832},
}};
constexpr Polynomial kMagma = {{
    {-0.002136485053939582, -0.000749655052795221, -0.005386127855323933},
    {0.2516605407371642, 0.6775232436837668, 2.494026599312351},
    {8.353717279216625, -3.577719514958484, 0.3144679030132573},
    {-27.66873308576866, 14.26473078096533, -13.64921318813922},
    {52.17613981234068, -27.94360607168351, 12.94416944238394},
    {-50.76852536473588, 29.04658282127291, 4.23415299384598},
    {18.65570506591883, -11.48977351997711, -5.601961508734096},
}};

int channel(double value) {
  return static_cast<int>(std::lround(std::clamp(value, 0.0, 1.0) * 255.0));
}

ColourTable table_of(const Polynomial& polynomial) {
  ColourTable table;
  for (int i = 0; i < 256; ++i) {
    std::array<double, 3> rgb{};
    for (std::size_t k = polynomial.size(); k-- > 0;) {
      for (std::size_t c = 0; c < 3; ++c) rgb[c] = rgb[c] * (i / 255.0) + polynomial[k][c];
    }
    table[static_cast<std::size_t>(i)] = qRgb(channel(rgb[0]), channel(rgb[1]), channel(rgb[2]));
  }
  return table;
}

ColourTable grey_table(bool inverted) {
  ColourTable table;
  for (int i = 0; i < 256; ++i) {
    const int grey = inverted ? 255 - i : i;
    table[static_cast<std::size_t>(i)] = qRgb(grey, grey, grey);
  }
  return table;
}

}  // namespace

const ColourTable& colour_table(ColourMap map) {
  static const std::array tables = {table_of(kViridis), table_of(kMagma), grey_table(false),
                                    grey_table(true)};
  return tables[static_cast<std::size_t>(map)];
}

QVector<QColor> colour_ramp(ColourMap map) {
  constexpr int kStep = 51;
  QVector<QColor> colours;
  for (std::size_t value = 0; value < 256; value += kStep)
    colours.append(QColor::fromRgb(colour_table(map)[value]));
  return colours;
}

QString colour_map_name(ColourMap map) {
  switch (map) {
    case ColourMap::kViridis:
      return QCoreApplication::translate("ColourMap", "Viridis");
    case ColourMap::kMagma:
      return QCoreApplication::translate("ColourMap", "Magma");
    case ColourMap::kGrey:
      return QCoreApplication::translate("ColourMap", "Grey");
    case ColourMap::kInverted:
      return QCoreApplication::translate("ColourMap", "Black on white");
  }
  return {};
}

QString colour_map_key(ColourMap map) {
  switch (map) {
    case ColourMap::kViridis:
      return QStringLiteral("viridis");
    case ColourMap::kMagma:
      return QStringLiteral("magma");
    case ColourMap::kGrey:
      return QStringLiteral("grey");
    case ColourMap::kInverted:
      return QStringLiteral("inverted");
  }
  return {};
}

ColourMap colour_map_of_key(const QString& key, ColourMap otherwise) {
  const auto found = std::find_if(kColourMaps.begin(), kColourMaps.end(),
                                  [&](ColourMap map) { return colour_map_key(map) == key; });
  return found == kColourMaps.end() ? otherwise : *found;
}

}  // namespace tactus::ui
