// The annotations that the open song is compared with: files, results of other models, the state
// when the song was opened. Contains no widget.
#pragma once

#include <QObject>
#include <QStringList>
#include <filesystem>
#include <vector>

#include "model/annotation.h"

namespace tactus::ui {

struct Comparison {
  enum class Source { kFile, kModels, kOpened };
  int id = 0;  // of this list, never used again
  Source source = Source::kFile;
  std::filesystem::path file;  // of kFile
  QStringList models;          // of kModels, as --model takes them
  QString name;                // for display
  int colour = 0;              // a kind of section_colour(); the lowest that no other has
  Annotation annotation;
  QString fault;         // why there is no annotation; empty = there is one, or it is awaited
  bool waiting = false;  // its models are at work, or will be
};
// Do both come from the same place?
bool same_origin(const Comparison& a, const Comparison& b);

class Comparisons : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  const std::vector<Comparison>& list() const { return list_; }
  bool empty() const { return list_.empty(); }
  // nullptr for an unknown number.
  const Comparison* find(int id) const;
  // The one whose scores are shown in full: the last chosen, else the first. nullptr without any.
  const Comparison* chosen() const;
  void choose(int id);

  // Gives the comparison its number and colour, and returns the number. One of the same origin is
  // replaced in its place.
  int add(Comparison comparison);
  void fill(int id, Annotation annotation);
  void fail(int id, const QString& fault);
  void remove(int id);
  void clear();

 signals:
  void listChanged();           // added or removed
  void contentChanged(int id);  // its annotation or its state
  void chosenChanged();

 private:
  Comparison* place(int id);
  int freeColour() const;

  std::vector<Comparison> list_;
  int last_id_ = 0;
  int chosen_ = 0;
};

// The other annotation as that of the song. Names, tags and review state of the song stay, and what
// the other lacks; notes of both are kept, and own lanes, where those of the other replace those of
// their name.
Annotation taken_over(Annotation song, Annotation other);

}  // namespace tactus::ui
