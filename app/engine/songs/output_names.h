// The names of the outputs of songs. Where songs could share a name (a.mp3 and a.wav), it is
// decided once which song has it, and stays so: outputs that exist go before all rules.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/engine/songs/tag_inputs.h"
#include "datasets/outputs/output_files.h"

namespace tactus {

// For each input the path of its outputs without suffix and ending: below `output`, or beside the
// audio file if `output` is empty. Without earlier outputs it is the relative path without
// extension, or with it if two songs of the batch would share it.
class OutputNames {
 public:
  // `suffix` stands between stem and ending. Reads the indexes of the outputs, and the JAMS files
  // of songs that could share a name.
  OutputNames(const std::vector<TagInput>& inputs, const std::filesystem::path& output,
              const std::string& suffix, OutputFiles& files);

  const std::vector<std::filesystem::path>& stems() const { return stems_; }
  // For an output that turns out to belong to another song: the next name of this input after
  // `stem`. Nothing if another song of the batch has it.
  std::optional<std::filesystem::path> next(std::size_t input,
                                            const std::filesystem::path& stem) const;

 private:
  enum class Claim { kNone, kOwn, kOther };
  struct Place {
    std::filesystem::path folder;  // as the user wrote it
    std::filesystem::path real;    // the same for every spelling
    std::filesystem::path name;    // of the audio file
  };
  std::filesystem::path stem_of(const Place& place, int number) const;
  std::filesystem::path key_of(const Place& place, int number) const;
  Claim claim_on(const std::filesystem::path& stem, const TagInput& input, bool read_jams) const;
  bool take_own(std::size_t input, bool collides);
  void take_free(std::size_t input, bool collides);
  void take(std::size_t input, int number);

  const std::string suffix_;
  OutputFiles& files_;
  std::vector<TagInput> inputs_;
  std::vector<Place> places_;
  std::vector<std::filesystem::path> stems_;
  std::set<std::filesystem::path> taken_;
};

}  // namespace tactus
