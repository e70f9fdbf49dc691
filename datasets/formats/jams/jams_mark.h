// The mark of Tactus in a JAMS file: "tactus_written" in the sandbox of the file, a hash of all
// other bytes. It goes with the file, and any change of the file by another program breaks it.
#pragma once

#include <string>
#include <string_view>

namespace tactus {

inline constexpr const char* kJamsMark = "tactus_written";
inline constexpr const char* kJamsReview = "tactus_review";
// The value of the mark until the bytes are known.
inline constexpr const char* kNoJamsMark = "0000000000000000";

enum class JamsMark {
  kNone,     // Tactus did not write the bytes, or a Tactus without marks
  kBroken,   // they have been changed since
  kHolds,    // as Tactus wrote them
  kReviewed  // as Tactus wrote them, edited or checked by a person
};
JamsMark jams_mark(std::string_view content);

// Sets the mark of what serialise_jams() made with kNoJamsMark.
void set_jams_mark(std::string& content);

}  // namespace tactus
