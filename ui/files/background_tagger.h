// Tags one song at a time in the background with the engine of `tactus tag`. A new song cancels the
// previous one.
#pragma once

#include <QObject>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "ui/document/annotation_document.h"

namespace tactus::ui {

struct TaggedSong {
  std::filesystem::path audio;
  Annotation annotation;
  Activations activations;
  std::vector<double> peaks;  // of the beat activation, seconds, sorted
  QString warning;            // damaged audio; notes on the models; a card that is left out
};

class BackgroundTagger : public QObject {
  Q_OBJECT

 public:
  explicit BackgroundTagger(QObject* parent = nullptr) : QObject(parent) {}
  ~BackgroundTagger() override;

  // The values of `--model` and `--device`; empty models = shipped models.
  void setModels(std::vector<std::string> models) { models_ = std::move(models); }
  void setDevice(std::string device) { device_ = std::move(device); }
  const std::string& device() const { return device_; }

  bool busy() const { return current_ != 0; }
  void tag(const std::filesystem::path& audio);
  void cancel();

 signals:
  void busyChanged(bool busy);
  // Progress of the current song, 0..1, at most 25 times a second. There is none if the file does
  // not state its length.
  void progressed(double done);
  void tagged(std::shared_ptr<const TaggedSong> result);
  void failed(const QString& reason);

 private:
  struct Job {
    int number;
    std::jthread thread;
  };
  void report(int number, double done);
  void finish(int number, std::shared_ptr<const TaggedSong> result, const QString& reason);

  std::vector<std::string> models_;
  std::string device_ = "auto";
  std::vector<Job> jobs_;  // the current one last; earlier ones are stopping
  int current_ = 0;        // 0 = none
  int last_ = 0;
};

}  // namespace tactus::ui
