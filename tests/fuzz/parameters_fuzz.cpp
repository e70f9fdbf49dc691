// Fuzz entry point (libFuzzer's interface) of what model files, training runs and measured cards
// hold as JSON: the first byte chooses the reader, the rest is the text. Any bytes are refused with
// an error of ours, or give values that survive being written and read again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "app/engine/models/card_rates.h"
#include "app/workshop/training/train_events.h"
#include "audio/error.h"
#include "model/decoding/beats/beat_decoder_parameters.h"
#include "model/decoding/chords/chord_decoder.h"
#include "model/files/feature_json.h"
#include "model/training/train_progress.h"

namespace {

template <class Read>
void check(const Read& read, const std::string& text) {
  const auto value = read(text);
  const std::string written = to_json(value);
  if (to_json(read(written)) != written) std::abort();
}

void check_rates(const std::string& text) {
  const std::string written = tactus::rates_text(tactus::parse_rates(text));
  if (tactus::rates_text(tactus::parse_rates(written)) != written) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tactus;
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  try {
    switch (data[0]) {
      case 'b':
        check(beat_decoder_parameters_from_json, text);
        break;
      case 'c':
        check(chord_decoder_parameters_from_json, text);
        break;
      case 'f':
        check(beat_feature_parameters_from_json, text);
        break;
      case 'g':
        check(chord_feature_parameters_from_json, text);
        break;
      case 'n':
        check(nnls_chroma_parameters_from_json, text);
        break;
      case 'p':
        check(train_progress_from_json, text);
        break;
      case 'r':
        check_rates(text);
        break;
      default:
        train_event_from_json(text);
    }
  } catch (const std::invalid_argument&) {
  } catch (const Error&) {
  }
  return 0;
}
