#include "ui/annotate/score_panel.h"

#include <QCoreApplication>
#include <QLocale>
#include <cmath>

#include "app/engine/songs/evaluation.h"
#include "ui/look/theme.h"

namespace tactus::ui {
namespace {

constexpr int kScoreRestMs = 120;

struct ShownScore {
  EvaluationTask task;
  const char* title;
  std::vector<const char*> scores;
};

const std::vector<ShownScore>& shown_scores() {
  static const std::vector<ShownScore> shown = {
      {EvaluationTask::kBeats,
       QT_TRANSLATE_NOOP("ScorePanel", "Beats"),
       {"F-measure", "Correct Metric Level Total", "Any Metric Level Total"}},
      {EvaluationTask::kDownbeats, QT_TRANSLATE_NOOP("ScorePanel", "Downbeats"), {"F-measure"}},
      {EvaluationTask::kChords,
       QT_TRANSLATE_NOOP("ScorePanel", "Chords"),
       {"root", "majmin", "sevenths", "seg"}},
      {EvaluationTask::kKey, QT_TRANSLATE_NOOP("ScorePanel", "Key"), {}},
      {EvaluationTask::kSegments,
       QT_TRANSLATE_NOOP("ScorePanel", "Sections"),
       {"F-measure@0.5", "F-measure@3.0", "Pairwise F-measure"}},
  };
  return shown;
}

QString short_name(const char* score) {
  const QString name = QString::fromLatin1(score);
  if (name == QLatin1String("F-measure")) return QStringLiteral("F");
  if (name == QLatin1String("F-measure@0.5")) return QStringLiteral("F 0.5 s");
  if (name == QLatin1String("F-measure@3.0")) return QStringLiteral("F 3 s");
  if (name == QLatin1String("Pairwise F-measure"))
    return QCoreApplication::translate("ScorePanel", "pairwise F");
  if (name == QLatin1String("Correct Metric Level Total")) return QStringLiteral("CMLt");
  if (name == QLatin1String("Any Metric Level Total")) return QStringLiteral("AMLt");
  return name;
}

}  // namespace

QString score_text(const Annotation& reference, const Annotation& estimate) {
  const SongScores song = score_song("song", reference, estimate, usual_evaluation_tasks());
  QStringList groups;
  for (const ShownScore& shown : shown_scores()) {
    const NamedScores* scores = scores_of(song, shown.task);
    if (!scores) continue;
    std::vector<const char*> names = shown.scores;
    const std::string headline(headline_score(shown.task));
    if (names.empty()) names.push_back(headline.c_str());
    QStringList parts;
    for (const char* name : names) {
      const double* value = find_score(*scores, name);
      if (!value || !std::isfinite(*value)) continue;
      const QString number = QLocale().toString(*value, 'f', 3);
      parts.append(shown.scores.empty() ? number : short_name(name) + QLatin1Char(' ') + number);
    }
    if (parts.isEmpty()) continue;
    groups.append(QStringLiteral("%1: %2").arg(
        QCoreApplication::translate("ScorePanel", shown.title), parts.join(QStringLiteral("  "))));
  }
  return groups.join(QStringLiteral("     "));
}

ScorePanel::ScorePanel(AnnotationDocument& document, QWidget* parent)
    : QLabel(parent), document_(document) {
  setMargin(kGrid);
  setWordWrap(true);
  setTextInteractionFlags(Qt::TextSelectableByMouse);
  setAccessibleDescription(tr("Scores against the chosen comparison"));
  hide();
  delay_.setSingleShot(true);
  delay_.setInterval(kScoreRestMs);
  connect(&delay_, &QTimer::timeout, this, &ScorePanel::refresh);
  const auto later = [this] { delay_.start(); };
  connect(&document_, &AnnotationDocument::annotationChanged, this, later);
  const Comparisons& comparisons = document_.comparisons();
  connect(&comparisons, &Comparisons::listChanged, this, later);
  connect(&comparisons, &Comparisons::contentChanged, this, later);
  connect(&comparisons, &Comparisons::chosenChanged, this, later);
}

void ScorePanel::refresh() {
  const Comparison* chosen = document_.comparisons().chosen();
  const bool shown = chosen && chosen->fault.isEmpty() && !chosen->waiting && document_.isTagged();
  setVisible(shown);
  if (!shown) return;
  const QString text = score_text(chosen->annotation, document_.annotation());
  setText(tr("Against %1     %2")
              .arg(chosen->name, text.isEmpty() ? tr("no layer that Tactus can score") : text));
}

ShortScores short_scores(const Annotation& reference, const Annotation& estimate) {
  constexpr EvaluationTask kTasks[] = {EvaluationTask::kBeats, EvaluationTask::kChords};
  const SongScores song = score_song("song", reference, estimate, kTasks);
  const auto headline = [&](EvaluationTask task) -> std::optional<double> {
    const NamedScores* scores = scores_of(song, task);
    const double* value = scores ? find_score(*scores, headline_score(task)) : nullptr;
    return value && std::isfinite(*value) ? std::optional(*value) : std::nullopt;
  };
  return {headline(kTasks[0]), headline(kTasks[1])};
}

}  // namespace tactus::ui
