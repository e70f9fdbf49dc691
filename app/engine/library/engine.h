// The engine of tactus.h: options of C turned into models, a device and a SoundTagger.
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "app/engine/library/tactus.h"
#include "app/engine/models/model_store.h"
#include "app/engine/tagging/file_tagger.h"
#include "app/engine/tagging/sound_tagger.h"

namespace tactus {

// What tactus_engine_model hands out, with what it points to.
struct ModelView {
  std::string task, path, fingerprint;
  std::vector<std::string> labels;
  std::vector<const char*> label_pointers;
  tactus_model view;
};

// Hands the lines of the log to the caller's function, if there is one.
class Log {
 public:
  Log() = default;
  explicit Log(const tactus_options& options) : function_(options.log), user_(options.log_user) {}
  void say(tactus_log_level level, const std::string& line) const {
    if (function_) function_(user_, level, line.c_str());
  }

 private:
  tactus_log_function function_ = nullptr;
  void* user_ = nullptr;
};

}  // namespace tactus

struct tactus_engine {
  // Throws Error, or what models and device throw.
  explicit tactus_engine(const tactus_options& options);

  // Throw Error; InterruptedError if the caller has stopped them. One call waits for another.
  std::unique_ptr<tactus_song> tag(const char* path, const tactus_tag_options& options);
  std::unique_ptr<tactus_song> tag(std::span<const float> samples, int channels, int sample_rate,
                                   const tactus_tag_options& options);

  // Decodes the activations of an earlier song with their context; the caller may have changed
  // them.
  std::unique_ptr<tactus_song> decode_again(const tactus::TagResult& kept);

  // These two do not wait for a call at work.
  void cancel();
  void reset_cancel();

  const std::string& device() const { return device_; }
  int sample_rate() const { return tagger_->sample_rate(); }
  const std::vector<std::unique_ptr<tactus::ModelView>>& models() const { return models_; }

 private:
  // Calls tag(stop, progress, read), which returns a named TagResult.
  template <class Tag>
  std::unique_ptr<tactus_song> watched(const tactus_tag_options& options, const Tag& tag);
  std::stop_token cancelled();

  tactus::Log log_;
  tactus::FileAccess access_;
  std::string device_;
  std::unique_ptr<tactus::SoundTagger> tagger_;
  std::vector<std::unique_ptr<tactus::ModelView>> models_;
  std::mutex work_;  // held by the call that uses the tagger
  std::mutex stop_mutex_;
  std::stop_source stop_;  // guarded by stop_mutex_
};
