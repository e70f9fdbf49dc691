#include "ui/sheet/sheet_page.h"

#include <QAction>
#include <QApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMenuBar>
#include <QMessageBox>
#include <QSettings>
#include <QSpinBox>
#include <QTabBar>
#include <QToolButton>
#include <QVBoxLayout>
#include <cmath>

#include "ui/document/annotation_editor.h"
#include "ui/files/file_faults.h"
#include "ui/look/action_button.h"
#include "ui/look/flow_layout.h"
#include "ui/look/theme.h"
#include "ui/playback/listen_commands.h"
#include "ui/playback/practice_mode.h"
#include "ui/sheet/print_preview.h"
#include "ui/sheet/sheet_options.h"
#include "ui/sheet/sheet_view.h"

namespace tactus::ui {
namespace {

const QString& size_key() {
  static const QString key = QStringLiteral("sheet/symbolSize");
  return key;
}

void remember_size(int pixels) {
  QSettings().setValue(size_key(), pixels);
}

}  // namespace

SheetPage::SheetPage(AnnotationEditor& editor, Player& player, const PlaybackBar::Actions& actions,
                     QWidget* parent)
    : Page(parent),
      editor_(editor),
      view_(new SheetView(editor, player, this)),
      options_(new SheetOptions(this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  buildControls(actions);
  layout->addWidget(view_, 1);
  setFocusProxy(view_);
  view_->setSymbolSize(QSettings().value(size_key(), SheetView::kUsual).toInt());
  view_->setStyle(options_->style());
  connect(options_, &SheetOptions::changed, this, [this] { view_->setStyle(options_->style()); });
  connect(view_, &SheetView::symbolSizeChanged, this, &remember_size);
  connect(&editor.document(), &AnnotationDocument::opened, this, &SheetPage::songOpened);
}

void SheetPage::setLyrics(const Lyrics& lyrics) {
  view_->setLyrics(lyrics);
}

void SheetPage::buildControls(const PlaybackBar::Actions& actions) {
  auto* row = new FlowLayout;
  row->setContentsMargins(2 * kGrid, kGrid, 2 * kGrid, kGrid);
  row->setSpacing(kGrid);
  QList<QWidget*> transport;
  for (QAction* action : {actions.to_start, actions.play, actions.loop})
    transport.append(glyph_button(action, this));
  transport << listen_button(actions.listen, this) << practice_button(actions.practice, this);
  row->addGroup(transport);
  semitones_ = addSpin(*row, tr("Tra&nspose"), -kMostSemitones,
                       tr("Semitones by which the symbols differ from the recording"));
  capo_ =
      addSpin(*row, tr("C&apo"), 0, tr("Fret of the capo; the symbols are the shapes above it"));
  auto* look = new QToolButton(this);
  look->setText(tr("Chords"));
  look->setToolTip(tr("Diagrams, names, simple chords, pages in print"));
  look->setPopupMode(QToolButton::InstantPopup);
  look->setMenu(new QMenu(look));
  options_->fill(*look->menu(), false);
  row->addWidget(look);
  const auto button = [&](const QString& text, const QString& tip, auto slot) {
    auto* tool = new QToolButton(this);
    tool->setText(text);
    tool->setToolTip(tip);
    connect(tool, &QToolButton::clicked, this, slot);
    row->addWidget(tool);
  };
  button(tr("Smaller"), tr("Smaller symbols (Ctrl+-)"), [this] { zoom(0.5); });
  button(tr("Larger"), tr("Larger symbols (Ctrl++)"), [this] { zoom(2); });
  button(tr("Print..."), tr("Shows the pages and prints them (Ctrl+P)"), &SheetPage::preview);
  button(tr("Save sheet..."), tr("Saves PDF, MusicXML or ChordPro (Ctrl+Shift+E)"),
         &SheetPage::saveAs);
  static_cast<QVBoxLayout*>(layout())->addLayout(row);
}

QSpinBox* SheetPage::addSpin(FlowLayout& row, const QString& label, int lowest,
                             const QString& tip) {
  auto* spin = new QSpinBox(this);
  spin->setRange(lowest, kMostSemitones);
  spin->setToolTip(tip);
  spin->setAccessibleName(QString(label).remove(QLatin1Char('&')));
  auto* name = new QLabel(label, this);
  name->setBuddy(spin);
  row.addGroup({name, spin});
  connect(spin, &QSpinBox::valueChanged, this, &SheetPage::applySpins);
  return spin;
}

QMenu* SheetPage::addMenu(QMenuBar& menus) {
  QMenu* menu = menus.addMenu(tr("Shee&t"));
  const auto add = [&](const QString& text, const QKeySequence& keys, auto slot) {
    menu->addAction(text, keys, this, slot);
  };
  const auto add_step = [&](const QString& text, const QKeySequence& keys, QSpinBox* spin, int by) {
    add(text, keys, [spin, by] { spin->setValue(spin->value() + by); });
  };
  add(tr("Correct the chord..."), {}, [this] { view_->askForChord(); });
  menu->addSeparator();
  const auto shift = [](Qt::KeyboardModifier with, Qt::Key key) {
    return QKeySequence(QKeyCombination(Qt::ShiftModifier | with, key));
  };
  add_step(tr("Transpose up"), shift(Qt::ControlModifier, Qt::Key_Up), semitones_, 1);
  add_step(tr("Transpose down"), shift(Qt::ControlModifier, Qt::Key_Down), semitones_, -1);
  add_step(tr("Capo one fret up"), shift(Qt::AltModifier, Qt::Key_Up), capo_, 1);
  add_step(tr("Capo one fret down"), shift(Qt::AltModifier, Qt::Key_Down), capo_, -1);
  menu->addSeparator();
  options_->fill(*menu, true);
  menu->addSeparator();
  add(tr("Print sheet..."), QKeySequence::Print, &SheetPage::preview);
  add(tr("Save sheet..."), Qt::CTRL | Qt::SHIFT | Qt::Key_E, &SheetPage::saveAs);
  return menu;
}

// Not from the tabs: their arrow keys pass this page.
void SheetPage::showEvent(QShowEvent* event) {
  Page::showEvent(event);
  if (!qobject_cast<QTabBar*>(QApplication::focusWidget())) view_->setFocus();
}

void SheetPage::zoom(double factor) {
  constexpr double kStep = 1.2;
  const double by = factor > 1 ? kStep : 1 / kStep;
  view_->setSymbolSize(factor == 0 ? SheetView::kUsual
                                   : static_cast<int>(std::lround(view_->symbolSize() * by)));
  remember_size(view_->symbolSize());
}

void SheetPage::applySpins() {
  const Transposition chosen{semitones_->value(), capo_->value()};
  remembered_[song_] = chosen;
  view_->setTransposition(chosen);
}

// A transposition belongs to its song.
void SheetPage::songOpened() {
  song_ = QString::fromStdString(editor_.document().audioPath().string());
  const Transposition chosen = remembered_.value(song_);
  semitones_->setValue(chosen.semitones);
  remembered_[song_] = chosen;  // before the second value has changed
  capo_->setValue(chosen.capo);
}

bool SheetPage::hasSheet() {
  const ChordSheet sheet = make_sheet(editor_.document().annotation());
  if (!sheet.hint.isEmpty())
    emit message(editor_.document().isOpen() ? sheet.hint : tr("No song is open."));
  return sheet.hint.isEmpty();
}

void SheetPage::preview() {
  if (!hasSheet()) return;
  ChordSheet sheet =
      make_sheet(editor_.document().annotation(), view_->transposition(), view_->style());
  if (view_->style().lyrics) add_lyrics(sheet, view_->lyrics());
  if (sheet.title.isEmpty()) sheet.title = editor_.document().title();
  preview_pages(*this, sheet.title, [&sheet](QPagedPaintDevice& device, int from, int to) {
    paint_pages(device, sheet, from, to);
  });
}

// "song", "song +2", "song -3 capo 2": a file of moved chords is not the annotation of the song.
QString SheetPage::proposedStem() const {
  std::filesystem::path stem = editor_.document().annotationPath();
  QString name = QString::fromStdString(stem.replace_extension().string());
  const Transposition shown = view_->transposition();
  if (shown.semitones != 0)
    name += tr(" %1%2").arg(shown.semitones > 0 ? "+" : "").arg(shown.semitones);
  if (shown.capo > 0) name += tr(" capo %1").arg(shown.capo);
  return name;
}

// The ending says which kind of file is wanted; a chosen kind changes the ending.
std::optional<SheetPage::Target> SheetPage::askForTarget() {
  QFileDialog dialog(this, tr("Save sheet"), QFileInfo(proposedStem()).absolutePath());
  dialog.setAcceptMode(QFileDialog::AcceptSave);
  dialog.setNameFilters(
      {tr("PDF pages (*.pdf)"), tr("MusicXML (*.musicxml)"), tr("ChordPro (*.cho)")});
  const auto with_ending = [](QString path, SheetFormat format) {
    for (const SheetFormat known : kSheetFormats)
      if (path.endsWith(sheet_suffix(known), Qt::CaseInsensitive))
        path.chop(sheet_suffix(known).size());
    return path + sheet_suffix(format);
  };
  const auto chosen = [&dialog](const QString& filter) {
    return kSheetFormats[std::max<qsizetype>(0, dialog.nameFilters().indexOf(filter))];
  };
  dialog.selectFile(with_ending(QFileInfo(proposedStem()).fileName(), SheetFormat::kPdf));
  connect(&dialog, &QFileDialog::filterSelected, this, [&](const QString& filter) {
    dialog.selectFile(
        with_ending(QFileInfo(dialog.selectedFiles().value(0)).fileName(), chosen(filter)));
  });
  if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty()) return std::nullopt;
  const QString path = dialog.selectedFiles().front();
  for (const SheetFormat format : kSheetFormats)
    if (path.endsWith(sheet_suffix(format), Qt::CaseInsensitive)) return Target{path, format};
  const SheetFormat format = chosen(dialog.selectedNameFilter());
  return Target{with_ending(path, format), format};
}

void SheetPage::saveAs() {
  if (!hasSheet()) return;
  const std::optional<Target> target = askForTarget();
  if (!target) return;
  const std::filesystem::path path = target->path.toStdString();
  try {
    const int pages = write_sheet(path, target->format, editor_.document().annotation(),
                                  view_->transposition(), view_->style(), view_->lyrics());
    const bool more = view_->style().pages > 0 && pages > view_->style().pages;
    emit message(more ? tr("Saved %1: %2 pages, or the symbols would be too small to read")
                            .arg(target->path)
                            .arg(pages)
                      : tr("Saved %1").arg(target->path));
  } catch (const std::exception& error) {
    QMessageBox::warning(this, tr("Save sheet"), saving_fault(path, error));
  }
}

}  // namespace tactus::ui
