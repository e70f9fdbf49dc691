#include "ui/window/plugin_dialog.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "ui/look/theme.h"

namespace tactus::ui {
namespace {

constexpr int kPluginRole = Qt::UserRole, kOutputRole = Qt::UserRole + 1;

}  // namespace

PluginDialog::PluginDialog(QWidget* parent)
    : QDialog(parent),
      search_(new QLineEdit(this)),
      tree_(new QTreeWidget(this)),
      text_(new QLabel(tr("Looking for plug-ins..."), this)),
      buttons_(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this)) {
  setWindowTitle(tr("Run a Vamp plug-in"));
  search_->setPlaceholderText(tr("Search"));
  search_->setAccessibleName(tr("Search"));
  search_->setClearButtonEnabled(true);
  tree_->setHeaderLabels({tr("Plug-in and output"), tr("Lane")});
  tree_->setAccessibleName(tr("Plug-ins"));
  tree_->header()->setStretchLastSection(false);
  tree_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  tree_->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
  text_->setWordWrap(true);
  text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(search_);
  layout->addWidget(tree_, 1);
  layout->addWidget(text_);
  layout->addWidget(buttons_);
  resize(560, 480);
  buttons_->button(QDialogButtonBox::Ok)->setText(tr("Run"));
  buttons_->button(QDialogButtonBox::Ok)->setEnabled(false);
  connect(buttons_, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(search_, &QLineEdit::textChanged, this, &PluginDialog::filter);
  connect(tree_, &QTreeWidget::currentItemChanged, this,
          [this] { buttons_->button(QDialogButtonBox::Ok)->setEnabled(chosen().has_value()); });
  connect(tree_, &QTreeWidget::itemDoubleClicked, this, [this] {
    if (chosen()) accept();
  });
}

QString PluginDialog::kindTitle(UserLaneKind kind) {
  if (kind == UserLaneKind::kCurve) return tr("curve");
  return kind == UserLaneKind::kRegions ? tr("regions") : tr("points");
}

void PluginDialog::show(const std::shared_ptr<const VampList>& list) {
  list_ = list;
  tree_->clear();
  for (std::size_t i = 0; i < list->plugins.size(); ++i) {
    const VampPlugin& plugin = list->plugins[i];
    auto* top = new QTreeWidgetItem(
        tree_, {QStringLiteral("%1 (%2)").arg(QString::fromStdString(plugin.name),
                                              QString::fromStdString(plugin.maker))});
    top->setToolTip(0, QString::fromStdString(plugin.description + '\n' + plugin.library.string()));
    top->setFlags(Qt::ItemIsEnabled);
    for (std::size_t output = 0; output < plugin.outputs.size(); ++output) {
      auto* item = new QTreeWidgetItem(top, {QString::fromStdString(plugin.outputs[output].name),
                                             kindTitle(plugin.outputs[output].kind)});
      item->setData(0, kPluginRole, static_cast<int>(i));
      item->setData(0, kOutputRole, static_cast<int>(output));
    }
  }
  tree_->expandAll();
  QStringList lines;
  if (list->plugins.empty())
    lines +=
        tr("No plug-ins found. Hosts look in ~/vamp, /usr/local/lib/vamp and /usr/lib/vamp, or "
           "in the folders of VAMP_PATH.");
  else
    lines += tr("A plug-in runs with its usual parameters, in a process of its own.");
  for (const std::string& fault : list->faults)
    lines += tr("Not used: %1").arg(QString::fromStdString(fault));
  text_->setText(lines.join(QLatin1Char('\n')));
  filter(search_->text());
}

QTreeWidgetItem* PluginDialog::firstVisible() const {
  for (int i = 0; i < tree_->topLevelItemCount(); ++i) {
    QTreeWidgetItem* top = tree_->topLevelItem(i);
    for (int j = 0; !top->isHidden() && j < top->childCount(); ++j)
      if (!top->child(j)->isHidden()) return top->child(j);
  }
  return nullptr;
}

void PluginDialog::filter(const QString& words) {
  for (int i = 0; i < tree_->topLevelItemCount(); ++i) {
    QTreeWidgetItem* top = tree_->topLevelItem(i);
    const bool whole = top->text(0).contains(words, Qt::CaseInsensitive);
    bool any = whole && top->childCount() == 0;
    for (int j = 0; j < top->childCount(); ++j) {
      const bool fits = whole || top->child(j)->text(0).contains(words, Qt::CaseInsensitive);
      top->child(j)->setHidden(!fits);
      any = any || fits;
    }
    top->setHidden(!any);
  }
  tree_->setCurrentItem(firstVisible());
}

std::optional<std::pair<VampPlugin, VampOutput>> PluginDialog::chosen() const {
  const QTreeWidgetItem* item = tree_->currentItem();
  if (!list_ || !item || !item->parent()) return std::nullopt;
  const VampPlugin& plugin =
      list_->plugins.at(static_cast<std::size_t>(item->data(0, kPluginRole).toInt()));
  return std::pair(plugin,
                   plugin.outputs.at(static_cast<std::size_t>(item->data(0, kOutputRole).toInt())));
}

}  // namespace tactus::ui
