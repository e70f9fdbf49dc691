// Lets the networks listen to a piece in the background: the engine of `tactus tag`, one piece at a
// time. What was begun for another piece is given up.
#pragma once

#include <QObject>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "ui/document/annotation_document.h"

namespace tactus::ui {

struct Listening {
  std::filesystem::path audio;
  Annotation annotation;
  Activations activations;
  std::vector<double> peaks;  // of the beat activation, seconds, sorted
  QString warning;            // damaged audio
};

class Listener : public QObject {
  Q_OBJECT

 public:
  explicit Listener(QObject* parent = nullptr) : QObject(parent) {}
  ~Listener() override;

  // As `--model` and `--device`; empty models = the shipped ones.
  void setModels(std::vector<std::string> models) { models_ = std::move(models); }
  void setDevice(std::string device) { device_ = std::move(device); }

  bool busy() const { return current_ != 0; }
  void listen(const std::filesystem::path& audio);
  void cancel();

 signals:
  void busyChanged(bool busy);
  // Of the piece at hand, 0..1, at most 25 times a second. A piece whose length its file does not
  // say has none.
  void progressed(double done);
  void heard(std::shared_ptr<const Listening> result);
  void failed(const QString& reason);

 private:
  struct Job {
    int number;
    std::jthread thread;
  };
  void tell(int number, double done);
  void finish(int number, std::shared_ptr<const Listening> result, const QString& reason);

  std::vector<std::string> models_;
  std::string device_ = "auto";
  std::vector<Job> jobs_;  // the current one last; earlier ones are on their way out
  int current_ = 0;        // 0 = none
  int last_ = 0;
};

}  // namespace tactus::ui
