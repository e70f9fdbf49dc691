#include "ui/window/pages.h"

#include <QCoreApplication>

#include "ui/annotate/annotate_page.h"
#include "ui/batch/batch_page.h"
#include "ui/document/annotation_document.h"
#include "ui/document/song_lyrics.h"
#include "ui/files/song_session.h"
#include "ui/library/library_page.h"
#include "ui/playback/playback_bar.h"
#include "ui/playback/sound_controller.h"
#include "ui/sheet/sheet_page.h"
#include "ui/speed/speed_page.h"
#include "ui/train/model_comparison.h"
#include "ui/train/train_page.h"
#include "ui/window/song_list.h"

namespace tactus::ui {
namespace {

Page* annotate_page(PageContext& window) {
  return &window.annotatePage();
}

Page* make_sheet(PageContext& window) {
  const AnnotatePage& annotate = window.annotatePage();
  auto* page =
      new SheetPage(annotate.editor(), annotate.sound().player(), annotate.bar().actions());
  SongLyrics& lyrics = annotate.lyrics();
  QObject::connect(&lyrics, &SongLyrics::changed, page,
                   [page, &lyrics] { page->setLyrics(lyrics.lyrics()); });
  return page;
}

Page* make_library(PageContext& window) {
  auto* page = new LibraryPage;
  QObject::connect(&window.files(), &SongSession::saved, page,
                   [page, &window] { page->reread(window.annotatePage().document().audioPath()); });
  return page;
}

Page* make_train(PageContext& window) {
  auto* page = new TrainPage;
  QObject::connect(page, &TrainPage::tagWith, page,
                   [&window](const QStringList& models) { window.tagWith(models); });
  QObject::connect(page, &TrainPage::compared, page, [&window](const ModelComparison& made) {
    window.compare(made.opened, made.reference, made.sentence);
  });
  QObject::connect(page, &TrainPage::checkedSongsWanted, page,
                   [page, &window] { page->learnFromChecked(window.songs().songs()); });
  return page;
}

template <class Plain>
Page* make(PageContext& /*window*/) {
  return new Plain;
}

constexpr PageInfo kPages[] = {
    {QT_TRANSLATE_NOOP("Pages", "Annotate"), annotate_page},
    {QT_TRANSLATE_NOOP("Pages", "Sheet"), make_sheet},
    {QT_TRANSLATE_NOOP("Pages", "Batch"), make<BatchPage>},
    {QT_TRANSLATE_NOOP("Pages", "Library"), make_library},
    {QT_TRANSLATE_NOOP("Pages", "Train"), make_train},
    {QT_TRANSLATE_NOOP("Pages", "Speed"), make<SpeedPage>},
};

}  // namespace

std::span<const PageInfo> all_pages() {
  return kPages;
}

QString page_title(const PageInfo& page) {
  return QCoreApplication::translate("Pages", page.title);
}

}  // namespace tactus::ui
