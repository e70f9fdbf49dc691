// Stars and colours of songs in words and pictures.
#pragma once

#include <QIcon>
#include <QString>
#include <string>

namespace tactus::ui {

QString colour_title(const std::string& colour);  // "Red"; "No colour" for ""
QIcon colour_icon(const std::string& colour);
QString star_text(int stars);  // "★★★"

}  // namespace tactus::ui
