#include "ui/look/style.h"

#include <QPainter>
#include <QPainterPath>
#include <QStyleFactory>
#include <QStyleOption>

#include "ui/look/theme.h"

namespace tactus::ui {
namespace {

constexpr int kGlyphSize = 16;

void draw_box(const QStyleOption& option, QPainter& painter) {
  const bool usable = option.state & QStyle::State_Enabled;
  const bool partly = option.state & QStyle::State_NoChange;
  const bool filled = partly || option.state & QStyle::State_On;
  const Theme& colours = theme();
  const QColor fill = usable ? colours.accent : colours.line;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  const qreal side = std::min(option.rect.width(), option.rect.height()) - 1.0;
  QRectF box(0, 0, side, side);
  box.moveCenter(QRectF(option.rect).center());
  const bool focused = option.state & QStyle::State_HasFocus;
  painter.setPen(filled || focused ? fill : usable ? colours.muted : colours.line);
  painter.setBrush(filled ? fill : colours.panel);
  painter.drawRoundedRect(box, 2, 2);
  painter.setPen(QPen(colours.on_accent, side / 7, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.setBrush(Qt::NoBrush);
  const auto at = [&](qreal x, qreal y) { return box.topLeft() + QPointF(x, y) * side; };
  if (partly) {
    painter.drawLine(at(0.25, 0.5), at(0.75, 0.5));
  } else if (filled) {
    painter.drawPolyline(QPolygonF{at(0.22, 0.52), at(0.42, 0.73), at(0.78, 0.28)});
  }
  painter.restore();
}

void draw_glyph(QPainter& painter, Glyph glyph, const QColor& ink) {
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(ink);
  switch (glyph) {
    case Glyph::kToStart:
      painter.drawRect(QRectF(3, 3, 2, 10));
      painter.drawPolygon(QPolygonF{QPointF(13, 3), QPointF(13, 13), QPointF(6, 8)});
      break;
    case Glyph::kPlay:
      painter.drawPolygon(QPolygonF{QPointF(4, 2.5), QPointF(4, 13.5), QPointF(13.5, 8)});
      break;
    case Glyph::kPause:
      painter.drawRect(QRectF(4, 3, 3, 10));
      painter.drawRect(QRectF(9, 3, 3, 10));
      break;
    case Glyph::kLoop: {  // an open ring that ends in an arrow's head
      QPainterPath ring;
      const QRectF bounds(3, 3.5, 10, 9.5);
      ring.arcMoveTo(bounds, 60);
      ring.arcTo(bounds, 60, -300);
      painter.setBrush(Qt::NoBrush);
      painter.setPen(QPen(ink, 1.8));
      painter.drawPath(ring);
      painter.setPen(Qt::NoPen);
      painter.setBrush(ink);
      painter.drawPolygon(QPolygonF{QPointF(6.8, 1), QPointF(11.4, 3.9), QPointF(6.8, 7)});
      break;
    }
    case Glyph::kCountIn:  // a metronome
      painter.setBrush(Qt::NoBrush);
      painter.setPen(QPen(ink, 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
      painter.drawPolygon(
          QPolygonF{QPointF(6.5, 2), QPointF(9.5, 2), QPointF(13, 14), QPointF(3, 14)});
      painter.drawLine(QPointF(8, 11), QPointF(13, 4));
      break;
  }
}

// The frame of Fusion is darker than the window and invisible on dark ground.
void draw_edge(const QStyleOption& option, QPainter& painter, const QBrush& inside = Qt::NoBrush) {
  const bool focused = option.state & QStyle::State_HasFocus;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(focused ? theme().accent : theme().field_edge);
  painter.setBrush(inside);
  painter.drawRoundedRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
  painter.restore();
}

QPixmap glyph_picture(Glyph glyph, const QColor& ink, int scale) {
  QPixmap picture(kGlyphSize * scale, kGlyphSize * scale);
  picture.setDevicePixelRatio(scale);
  picture.fill(Qt::transparent);
  QPainter painter(&picture);
  draw_glyph(painter, glyph, ink);
  return picture;
}

// The inner fields of spin boxes and editable lists have no frame.
bool is_framed(const QStyleOption* option) {
  const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
  return frame && frame->lineWidth > 0;
}

}  // namespace

TactusStyle::TactusStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

void TactusStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option,
                                QPainter* painter, const QWidget* widget) const {
  if (element == PE_IndicatorCheckBox || element == PE_IndicatorItemViewItemCheck) {
    draw_box(*option, *painter);
  } else if (element == PE_PanelLineEdit && is_framed(option)) {
    draw_edge(*option, *painter, option->palette.brush(QPalette::Base));
  } else {
    QProxyStyle::drawPrimitive(element, option, painter, widget);
  }
}

// The same for fields with buttons: spin boxes and editable lists.
void TactusStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                                     QPainter* painter, const QWidget* widget) const {
  QProxyStyle::drawComplexControl(control, option, painter, widget);
  const auto* list = qstyleoption_cast<const QStyleOptionComboBox*>(option);
  if (control == CC_SpinBox || (list && list->editable)) draw_edge(*option, *painter);
}

int TactusStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                           QStyleHintReturn* result) const {
  if (hint == SH_DialogButtonBox_ButtonsHaveIcons) return 0;
  return QProxyStyle::styleHint(hint, option, widget, result);
}

QIcon glyph_icon(Glyph glyph, const QPalette& palette) {
  QIcon icon;
  for (const int scale : {1, 2, 3}) {
    const auto add = [&](QPalette::ColorGroup group, QIcon::Mode mode) {
      icon.addPixmap(glyph_picture(glyph, palette.color(group, QPalette::ButtonText), scale), mode);
    };
    add(QPalette::Active, QIcon::Normal);
    add(QPalette::Disabled, QIcon::Disabled);
  }
  return icon;
}

}  // namespace tactus::ui
