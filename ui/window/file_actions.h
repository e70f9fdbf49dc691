// The File menu: dialogs around PieceFiles, the question about unsaved changes, recent files.
#pragma once

#include <QList>
#include <QObject>
#include <QStringList>

class QAction;
class QMenu;
class QWidget;

namespace tactus::ui {

class AnnotationDocument;
class PieceFiles;

class FileActions : public QObject {
  Q_OBJECT

 public:
  // All must outlive it.
  FileActions(PieceFiles& files, AnnotationDocument& document, QWidget& window);

  void fill(QMenu* menu);
  void setRecent(const QStringList& paths);
  // What changes the piece works only while the piece is seen.
  void setPieceShown(bool shown);

  // Asks what is to become of unsaved changes. False when the person wants to go on with them.
  bool mayLeavePiece();

 public slots:
  // A file is opened (after asking for unsaved changes), a folder goes to the side list.
  void open(const QString& path);
  void openMany(const QStringList& paths);
  void askForFile();
  void askForFolder();
  bool save();
  bool askToSaveAs();
  void askForReference();
  void showDetails();
  void offerLeftovers();

 signals:
  void folderChosen(const QString& path);
  void exportWanted();

 private:
  QString startFolder() const;
  bool mayReplace(const QString& path);

  PieceFiles& files_;
  AnnotationDocument& document_;
  QWidget& window_;
  QMenu* recent_ = nullptr;
  QList<QAction*> changing_;
  bool piece_shown_ = true;
};

}  // namespace tactus::ui
