#include "ui/lanes/structure_lanes.h"

#include "model/evaluation/evaluate_key.h"
#include "ui/document/segment_labels.h"
#include "ui/lanes/chord_lane.h"
#include "ui/look/theme.h"

namespace tactus::ui {
namespace {

constexpr double kKeyShare = 0.75;  // of the colour over the lane; paler than chords
constexpr double kMinorShare = 0.5;

// "Verse 2" and "verse" are the same kind of part: only the word counts.
QString kind_of(const std::string& label) {
  QString word = QString::fromStdString(label).toLower();
  while (!word.isEmpty() && !word.back().isLetter()) word.chop(1);
  return word;
}

// Common parts and single letters have fixed colours. Other names get a colour by their hash
// (FNV-1a), the same in every session.
int colour_of(const QString& kind) {
  if (kind.size() == 1) return kind[0].unicode() % kSectionColours;
  const int usual = static_cast<int>(usual_sections().indexOf(kind));
  if (usual >= 0) return usual % kSectionColours;
  unsigned hash = 2166136261u;
  for (const QChar c : kind) hash = (hash ^ c.unicode()) * 16777619u;
  return static_cast<int>(hash % kSectionColours);
}

}  // namespace

SegmentLook key_look(const LabelledSegment& key) {
  const auto parsed = parse_key(key.label);
  const QColor colour = chord_colour(theme(), parsed ? parsed->tonic : -1);
  const bool minor = parsed && parsed->mode == KeyMode::kMinor;
  return {blended(colour, theme().lane, minor ? kMinorShare : kKeyShare),
          segment_text(SegmentLayer::kKeys, key.label)};
}

SegmentLook section_look(const LabelledSegment& section) {
  return {section_colour(theme(), colour_of(kind_of(section.label))),
          QString::fromStdString(section.label)};
}

KeyLane::KeyLane(AnnotationEditor& editor, QWidget* parent)
    : SegmentLane(editor, SegmentLayer::kKeys, layer_title(SegmentLayer::kKeys), parent) {
  setAccessibleDescription(tr("Keys. The table of keys shows the same as text."));
}

LaneHelp KeyLane::help() const {
  return {tr("The keys of the song."),
          tr("Colours: the tonic, as of chords; minor keys are paler than major ones."),
          root_marks()};
}

SegmentLook KeyLane::look(const LabelledSegment& key) const {
  return key_look(key);
}

QString KeyLane::emptyText() const {
  return tr("No keys yet: Tag (Ctrl+T), or press J where one begins");
}

bool KeyLane::beginsName(int key) const {
  return key >= Qt::Key_A && key <= Qt::Key_G;
}

SectionLane::SectionLane(AnnotationEditor& editor, SegmentLayer layer, QWidget* parent)
    : SegmentLane(editor, layer, layer_title(layer), parent) {
  if (layer == SegmentLayer::kSections)
    setAccessibleDescription(tr("Sections. The table of sections shows the same as text."));
}

LaneHelp SectionLane::help() const {
  if (layer() != SegmentLayer::kSections)
    return {tr("Names of passages: %1.").arg(title()), {}, {}};
  return {
      tr("The parts of the song."),
      tr("Colours: the kind; \"verse 1\" and \"verse 2\" have the same."),
      {{{section_colour(theme(), colour_of(QStringLiteral("verse")))}, QStringLiteral("verse"), {}},
       {{section_colour(theme(), colour_of(QStringLiteral("chorus")))},
        QStringLiteral("chorus"),
        {}},
       {{section_colour(theme(), colour_of(QStringLiteral("intro")))}, QStringLiteral("intro"), {}},
       {{section_colour(theme(), colour_of(QStringLiteral("bridge")))},
        QStringLiteral("bridge"),
        {}}}};
}

SegmentLook SectionLane::look(const LabelledSegment& section) const {
  return section_look(section);
}

QString SectionLane::emptyText() const {
  if (layer() != SegmentLayer::kSections) return {};
  return tr("No sections yet: press H where one begins, or select a passage and press Shift+H");
}

}  // namespace tactus::ui
