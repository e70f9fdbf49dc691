#include "ui/annotate/user_lanes.h"

#include <QInputDialog>
#include <QLineEdit>
#include <algorithm>

#include "ui/lanes/user_lane_header.h"
#include "ui/lanes/user_lane_view.h"
#include "ui/timeline/lane_stack.h"

namespace tactus::ui {
namespace {

QString stack_name(const QString& name) {
  return QStringLiteral("own-") + name;
}

int height_of(UserLaneKind kind) {
  return kind == UserLaneKind::kCurve ? 72 : kind == UserLaneKind::kRegions ? 48 : 36;
}

}  // namespace

UserLanes::UserLanes(AnnotationEditor& editor, LaneStack& stack, QObject* parent)
    : QObject(parent), editor_(editor), stack_(stack) {
  AnnotationDocument& document = editor_.document();
  connect(&document, &AnnotationDocument::annotationChanged, this, &UserLanes::follow);
  connect(&document, &AnnotationDocument::opened, this, &UserLanes::follow);
  connect(&editor_, &AnnotationEditor::currentChanged, this, &UserLanes::showHeaders);
}

std::optional<std::size_t> UserLanes::lane(const QString& name) const {
  const auto& lanes = editor_.document().annotation().lanes;
  const auto found = std::ranges::find(lanes, name.toStdString(), &UserLane::name);
  if (found == lanes.end()) return std::nullopt;
  return static_cast<std::size_t>(found - lanes.begin());
}

// A lane that has another name now is another view.
void UserLanes::follow() {
  std::erase_if(rows_, [this](const auto& row) {
    if (lane(row.first)) return false;
    stack_.removeLane(stack_name(row.first));
    return true;
  });
  for (const UserLane& each : editor_.document().annotation().lanes) {
    const auto row = rows_.find(QString::fromStdString(each.name));
    if (row == rows_.end())
      add(each);
    else
      row->second.view->refresh();
  }
  showHeaders();
}

void UserLanes::add(const UserLane& each) {
  const QString name = QString::fromStdString(each.name);
  auto* view = new UserLaneView(editor_, name);
  auto* header = new UserLaneHeader;
  connect(view, &UserLaneView::nameWanted, this, &UserLanes::askForLabel);
  connect(header, &UserLaneHeader::pressed, this, [this, name] {
    if (const auto number = lane(name)) editor_.setActiveUserLane(*number);
  });
  connect(header, &UserLaneHeader::renameWanted, this, [this, name] {
    if (const auto number = lane(name)) askForName(*number);
  });
  const auto ask_menu = [this, name](const QPoint& place) {
    if (const auto number = lane(name)) emit menuWanted(*number, place);
  };
  connect(header, &UserLaneHeader::menuWanted, this, ask_menu);
  view->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(view, &QWidget::customContextMenuRequested, this,
          [ask_menu, view](const QPoint& place) { ask_menu(view->mapToGlobal(place)); });
  rows_[name] = {view, header};
  stack_.addLane(stack_name(name), view, height_of(each.kind), true, header);
}

void UserLanes::showHeaders() {
  const auto active = editor_.activeUserLane();
  const auto& lanes = editor_.document().annotation().lanes;
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    const auto row = rows_.find(QString::fromStdString(lanes[i].name));
    if (row != rows_.end())
      row->second.header->setLane(row->first, QColor(lanes[i].colour), active == i);
  }
}

UserLaneView* UserLanes::view(const QString& name) const {
  const auto row = rows_.find(name);
  return row == rows_.end() ? nullptr : row->second.view;
}

void UserLanes::askForLabel(std::optional<std::size_t> lane, std::size_t item) {
  AnnotationDocument& document = editor_.document();
  if (!lane) {
    lane = editor_.activeUserLane();
    const auto current = lane ? editor_.currentUserItem(*lane) : std::nullopt;
    if (!current) {
      emit editor_.message(tr("Click a mark in one of your own lanes first."));
      return;
    }
    item = *current;
  }
  if (!document.allowsEdits()) return;
  const UserLane& shown = document.annotation().lanes.at(*lane);
  UserItem named = shown.items.at(item);
  bool entered = false;
  const QString label =
      QInputDialog::getText(stack_.window(), tr("Name mark"), tr("Name:"), QLineEdit::Normal,
                            QString::fromStdString(named.label), &entered);
  if (!entered) return;
  named.label = label.simplified().toStdString();
  editor_.setUserItem(*lane, item, std::move(named), 0);
}

void UserLanes::askForName(std::size_t lane) {
  AnnotationDocument& document = editor_.document();
  if (lane >= document.annotation().lanes.size() || !document.allowsEdits()) return;
  const std::string old = document.annotation().lanes[lane].name;
  const std::uint32_t colour = document.annotation().lanes[lane].colour;
  bool entered = false;
  const QString name =
      QInputDialog::getText(stack_.window(), tr("Rename lane"), tr("Name:"), QLineEdit::Normal,
                            QString::fromStdString(old), &entered);
  if (entered) editor_.changeUserLane(lane, name, colour);
}

}  // namespace tactus::ui
