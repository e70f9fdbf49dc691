// Maps a value 0..255 to a colour, for pictures of sound.
#pragma once

#include <QColor>
#include <QRgb>
#include <QString>
#include <QVector>
#include <array>

namespace tactus::ui {

enum class ColourMap { kViridis, kMagma, kGrey, kInverted };
inline constexpr std::array kColourMaps = {ColourMap::kViridis, ColourMap::kMagma, ColourMap::kGrey,
                                           ColourMap::kInverted};

using ColourTable = std::array<QRgb, 256>;

// Viridis and magma (Smith & van der Walt, matplotlib 2015; their lightness grows evenly, also for
// colour-blind people and in grey) by polynomials of degree 6 fitted to them (Zucker,
// shadertoy.com/view/WlfXRN, 2019); grey from black to white and from white to black. Opaque.
const ColourTable& colour_table(ColourMap map);
// Some of its colours, from the smallest value to the greatest.
QVector<QColor> colour_ramp(ColourMap map);
QString colour_map_name(ColourMap map);  // for display
QString colour_map_key(ColourMap map);   // for settings
ColourMap colour_map_of_key(const QString& key, ColourMap otherwise);

}  // namespace tactus::ui
