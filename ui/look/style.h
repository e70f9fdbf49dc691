// Fusion with what it lacks: check boxes that can be told apart on dark ground and by their tick,
// and dialogs whose buttons carry words alone. And the pictures on buttons, drawn in the palette's
// ink.
#pragma once

#include <QIcon>
#include <QProxyStyle>

namespace tactus::ui {

class TactusStyle : public QProxyStyle {
  Q_OBJECT

 public:
  TactusStyle();

  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
  void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                          QPainter* painter, const QWidget* widget) const override;
  int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                QStyleHintReturn* result) const override;
};

enum class Glyph { kToStart, kPlay, kPause, kLoop };

// Of 16 pixels, sharp up to a device pixel ratio of 3; muted where the button is disabled.
QIcon glyph_icon(Glyph glyph, const QPalette& palette);

}  // namespace tactus::ui
