#include "ui/look/action_button.h"

#include <gtest/gtest.h>

#include <QAccessible>
#include <QAction>
#include <QSignalSpy>
#include <QToolButton>
#include <memory>

namespace tactus::ui {
namespace {

class ActionButton : public testing::Test {
 protected:
  ActionButton() : action("Play"), button(action_button(&action, nullptr)) {
    action.setCheckable(true);
    button->show();
  }
  QAccessibleInterface& heard() { return *QAccessible::queryAccessibleInterface(button.get()); }

  QAction action;
  std::unique_ptr<QToolButton> button;
};

TEST_F(ActionButton, AScreenReaderTogglesTheAction) {
  QSignalSpy triggered(&action, &QAction::triggered);
  heard().actionInterface()->doAction(QAccessibleActionInterface::toggleAction());
  EXPECT_EQ(triggered.count(), 1);
  EXPECT_TRUE(action.isChecked());
  button->click();
  EXPECT_EQ(triggered.count(), 2);
  EXPECT_FALSE(action.isChecked());
}

TEST_F(ActionButton, ItsNameFollowsTheAction) {
  EXPECT_EQ(heard().text(QAccessible::Name), "Play");
  action.setText("Pause");
  EXPECT_EQ(heard().text(QAccessible::Name), "Pause");
}

}  // namespace
}  // namespace tactus::ui
