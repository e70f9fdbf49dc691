// All colours of the window, dark and light, and the grid its spaces stand on. Nobody else names a
// colour; tests/ui/look/theme_test.cpp checks the contrast of each pair that meets on the screen.
#pragma once

#include <QColor>

namespace tactus::ui {

inline constexpr int kGrid = 4;  // pixels; margins and spacings are multiples of it

struct Theme {
  bool dark;
  QColor window;      // behind everything
  QColor panel;       // lists, tables, fields
  QColor lane;        // behind the lanes' content
  QColor raised;      // buttons, label columns
  QColor line;        // separators, grid lines
  QColor field_edge;  // around what can be typed into
  QColor text;        // on window, panel, lane and raised
  QColor muted;       // secondary text on the same
  QColor accent;      // focus, the active choice
  QColor on_accent;   // text on accent
  QColor selection;   // translucent, over lanes
  QColor cursor;      // the position line
  QColor beat;        // on lane
  QColor downbeat;    // on lane
  QColor wave;        // waveform between minimum and maximum
  QColor wave_inner;  // its RMS
  QColor tempo;       // the tempo curve
  QColor agree;       // as in the reference
  QColor differ;      // not as in the reference
  QColor doubt;       // low confidence, warnings
};

const Theme& dark_theme();
const Theme& light_theme();
// The one in use: told from the application's palette.
const Theme& theme();

// The colour of chords on a root (0..11, C = 0): neighbours in the circle of fifths have
// neighbouring hues. -1 (no chord) is grey.
QColor chord_colour(const Theme& theme, int root);
// The colour of a kind of section, 0 .. kSectionColours - 1: paler than chords, neighbours far
// apart in hue.
inline constexpr int kSectionColours = 12;
QColor section_colour(const Theme& theme, int kind);
// Black or white, whichever is better read on the colour.
QColor text_on(const QColor& background);

// WCAG 2.1 contrast ratio of two opaque colours, 1..21.
double contrast(const QColor& a, const QColor& b);

}  // namespace tactus::ui
