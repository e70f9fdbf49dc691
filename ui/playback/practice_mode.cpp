#include "ui/playback/practice_mode.h"

#include <QAction>
#include <QApplication>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "ui/document/time_axis.h"
#include "ui/look/action_button.h"
#include "ui/playback/loop_commands.h"
#include "ui/playback/player.h"

namespace tactus::ui {
namespace {

constexpr int kLeastPercent = 25, kMostPercent = 200;  // the range of the mixer
constexpr int kMostRounds = 99;

PracticePlan stored_plan() {
  const QSettings stored;
  const auto value = [&](const char* key, int otherwise, int least, int most) {
    return std::clamp(stored.value(QLatin1String("practice/") + key, otherwise).toInt(), least,
                      most);
  };
  const PracticePlan usual;
  return {value("from", usual.from, kLeastPercent, kMostPercent),
          value("to", usual.to, kLeastPercent, kMostPercent),
          value("step", usual.step, 1, kMostPercent),
          value("rounds", usual.rounds, 1, kMostRounds)};
}

}  // namespace

PracticeMode::PracticeMode(TimeAxis& axis, Player& player, LoopCommands& loops, QObject* parent)
    : QObject(parent),
      axis_(axis),
      player_(player),
      loops_(loops),
      plan_(stored_plan()),
      action_(new QAction(tr("Practise: faster each round"), this)),
      ask_(new QAction(tr("Speeds of practice..."), this)) {
  action_->setShortcut(Qt::SHIFT | Qt::Key_R);
  action_->setCheckable(true);
  ask_->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_P);
  connect(action_, &QAction::triggered, this, [this](bool on) {
    if (on)
      start();
    else
      player_.setPractice(std::nullopt);
    showState();
  });
  connect(ask_, &QAction::triggered, this, &PracticeMode::ask);
  connect(&player_, &Player::practiceChanged, this, &PracticeMode::showState);
  showState();
}

void PracticeMode::setPlan(const PracticePlan& plan) {
  plan_ = plan;
  QSettings store;
  store.setValue(QStringLiteral("practice/from"), plan.from);
  store.setValue(QStringLiteral("practice/to"), plan.to);
  store.setValue(QStringLiteral("practice/step"), plan.step);
  store.setValue(QStringLiteral("practice/rounds"), plan.rounds);
  showState();
}

void PracticeMode::start() {
  if (axis_.selection().empty()) loops_.loopBars(4);
  if (axis_.selection().empty()) return;  // the song has no bars, and a message says so
  axis_.setLoop(true);
  axis_.setCursor(axis_.selection().begin);
  player_.setPractice(plan_);
  player_.play();
}

void PracticeMode::showState() {
  const auto& running = player_.practice();
  action_->setChecked(running.has_value());
  if (!running) {
    action_->setIconText(tr("Practise"));
    action_->setToolTip(tr("Loops from %1 to %2 % speed, %3 % more after %4 rounds (Shift+R)")
                            .arg(plan_.from)
                            .arg(plan_.to)
                            .arg(plan_.step)
                            .arg(plan_.rounds));
    return;
  }
  const int percent = running->percentOf(player_.practiceRound());
  const int round = player_.practiceRound() % running->rounds + 1;
  const bool there = percent == running->to;
  // The field of the speed shows the percent.
  action_->setIconText(there ? QStringLiteral("\u2197 \u221e")
                             : QStringLiteral("\u2197 %1/%2").arg(round).arg(running->rounds));
  action_->setToolTip(there ? tr("Practice has reached %1 % (Shift+R ends it)").arg(percent)
                            : tr("Practice: %1 %, round %2 of %3, up to %4 % (Shift+R ends it)")
                                  .arg(percent)
                                  .arg(round)
                                  .arg(running->rounds)
                                  .arg(running->to));
}

void PracticeMode::fill(QMenu& menu) const {
  menu.addActions({action_, ask_});
}

void PracticeMode::ask() {
  PracticeDialog dialog(plan_, QApplication::activeWindow());
  if (dialog.exec() != QDialog::Accepted) return;
  setPlan(dialog.plan());
  start();
}

QToolButton* practice_button(QAction* action, QWidget* parent) {
  QToolButton* button = action_button(action, parent);
  const auto show = [button, action] { button->setVisible(action->isChecked()); };
  show();
  QObject::connect(action, &QAction::changed, button, show);
  return button;
}

PracticeDialog::PracticeDialog(const PracticePlan& plan, QWidget* parent) : QDialog(parent) {
  setWindowTitle(tr("Practice"));
  auto* form = new QFormLayout(this);
  auto* words = new QLabel(tr("The loop repeats, and its speed changes step by step."), this);
  form->addRow(words);
  const auto spin = [&](const QString& name, int least, int most, int value, const QString& unit) {
    auto* box = new QSpinBox(this);
    box->setRange(least, most);
    box->setValue(value);
    box->setSuffix(unit);
    form->addRow(name, box);
    return box;
  };
  const QString percent = tr(" %");
  from_ = spin(tr("&From"), kLeastPercent, kMostPercent, plan.from, percent);
  to_ = spin(tr("&To"), kLeastPercent, kMostPercent, plan.to, percent);
  step_ = spin(tr("&Step"), 1, 100, plan.step, percent);
  rounds_ = spin(tr("&Rounds at each speed"), 1, kMostRounds, plan.rounds, {});
  for (QSpinBox* box : {from_, to_, step_}) box->setSingleStep(5);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
  buttons->addButton(tr("Start"), QDialogButtonBox::AcceptRole)->setDefault(true);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  form->addRow(buttons);
}

PracticePlan PracticeDialog::plan() const {
  return {from_->value(), to_->value(), step_->value(), rounds_->value()};
}

}  // namespace tactus::ui
