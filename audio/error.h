// The base of all exceptions of Tactus: a message for people and a code for programs. A broken
// precondition of a function throws std::invalid_argument or std::logic_error instead; missing
// memory throws std::bad_alloc.
#pragma once

#include <stdexcept>
#include <string>

namespace tactus {

// The numbers belong to the interface of the library (app/engine/library/tactus.h): a new code gets
// the next number, and no number changes its meaning.
enum class ErrorCode {
  kArgument = 1,     // options that contradict each other, a name or a value that does not exist
  kInput = 2,        // a file, folder or corpus is missing, or holds nothing to work on
  kConfig = 3,       // a configuration or manifest is wrong
  kDevice = 4,       // the chosen device does not exist here
  kInterrupted = 5,  // the caller has stopped the work
  kAudio = 6,        // an audio file cannot be decoded
  kOutput = 7,       // a file cannot be written
  kFormat = 8,       // an annotation or MIDI file cannot be read or written in its format
  kFeatures = 9,     // a file of features cannot be read or written
  kModel = 10,       // a model file cannot be read or written
  kLabel = 11,       // a chord label breaks its syntax
  kDataset = 12,     // a corpus or its cache cannot be used
  kTraining = 13,    // a training cannot go on
  kBackend = 14,     // a device fails while it computes, or its results are wrong
  kRendering = 15,   // a corpus cannot be rendered
};

class Error : public std::runtime_error {
 public:
  Error(ErrorCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  ErrorCode code() const noexcept { return code_; }

 private:
  ErrorCode code_;
};

// Base class of the exceptions of each folder.
template <ErrorCode Code>
class ErrorOf : public Error {
 public:
  explicit ErrorOf(const std::string& message) : Error(Code, message) {}
};

class ArgumentError : public ErrorOf<ErrorCode::kArgument> {
  using ErrorOf::ErrorOf;
};

class InputError : public ErrorOf<ErrorCode::kInput> {
  using ErrorOf::ErrorOf;
};

class InterruptedError : public ErrorOf<ErrorCode::kInterrupted> {
 public:
  InterruptedError() : ErrorOf("interrupted") {}
};

}  // namespace tactus
