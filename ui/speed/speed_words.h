// tr() of the speed page for its parts.
#pragma once

#include <QCoreApplication>

namespace tactus::ui {

struct SpeedWords {
  Q_DECLARE_TR_FUNCTIONS(tactus::ui::SpeedPage)
};

}  // namespace tactus::ui
