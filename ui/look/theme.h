// All colours of the window, dark and light, and its grid. No other file names a colour.
// tests/ui/look/theme_test.cpp checks the contrast of each pair that meets on the screen.
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
  QColor field_edge;  // around editable fields
  QColor text;        // on window, panel, lane and raised
  QColor muted;       // secondary text on the same
  QColor accent;      // focus, the active choice
  QColor on_accent;   // text on accent
  QColor selection;   // translucent, over lanes
  QColor lit;         // translucent, over lanes: what was just undone or changed
  QColor cursor;      // the position line
  QColor beat;        // on lane
  QColor downbeat;    // on lane
  QColor wave;        // waveform between minimum and maximum
  QColor wave_inner;  // its RMS
  QColor tempo;       // the tempo curve
  QColor agree;       // same as the reference
  QColor differ;      // differs from the reference
  QColor doubt;       // low confidence, warnings
};

const Theme& dark_theme();
const Theme& light_theme();
// Returns the theme in use, found from the palette of the application.
const Theme& theme();
// While it lives, theme() returns `in_use`: a picture may be light in a dark window.
class ThemeScope {
 public:
  explicit ThemeScope(const Theme& in_use);
  ~ThemeScope();
  ThemeScope(const ThemeScope&) = delete;
  ThemeScope& operator=(const ThemeScope&) = delete;

 private:
  const Theme* before_;
};

// Returns the colour of chords on a root (0..11, C = 0): neighbours in the circle of fifths have
// similar hues. -1 (no chord) is grey.
QColor chord_colour(const Theme& theme, int root);
// Returns the colour of a kind of section, 0 .. kSectionColours - 1. It is paler than chords;
// neighbours have very different hues.
inline constexpr int kSectionColours = 12;
QColor section_colour(const Theme& theme, int kind);
// Returns the ground of a lane at a confidence (0..1): the lane's colour for 1, with more of the
// colour of doubt below. Text and beats stay readable on it.
QColor doubt_tint(const Theme& theme, double confidence);
// Returns black or white, whichever is more readable on the colour.
QColor text_on(const QColor& background);

// WCAG 2.1 contrast ratio of two opaque colours, 1..21.
double contrast(const QColor& a, const QColor& b);

}  // namespace tactus::ui
