// The Fusion style with three changes. Check boxes are distinguishable on dark ground and by their
// tick. Buttons of dialogs show only words. Pictures on buttons use the text colour of the palette.
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

enum class Glyph { kToStart, kPlay, kPause, kLoop, kCountIn };

// 16 pixels wide, sharp up to a device pixel ratio of 3; muted if the button is disabled.
QIcon glyph_icon(Glyph glyph, const QPalette& palette);

}  // namespace tactus::ui
