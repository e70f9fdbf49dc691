// Cues on the lanes: a line in the colour of the cue and a plate with its key; loops have a bar up
// to their end.
#pragma once

#include <QColor>
#include <QPainter>
#include <QRect>
#include <QString>
#include <span>

#include "model/annotation.h"
#include "ui/timeline/timeline_view.h"

namespace tactus::ui {

QColor cue_colour(const Cue& cue);
// "1 Intro"; "Loop" or "Cue" for one without key and name.
QString cue_text(const Cue& cue);
// Lines over the whole height of `area`, whose left edge is shown.start; plates at its top.
void paint_cue_marks(QPainter& painter, std::span<const Cue> cues, const Shown& shown,
                     const QRect& area);

}  // namespace tactus::ui
