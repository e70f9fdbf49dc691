// Internal to audio/: what a decoder reports about a damaged stream.
#pragma once

#include <optional>
#include <string>

namespace tactus {

// A fault of a stream. Every sound outside of the stretch from `seconds` to `until` lies where it
// lies in the file; inside, sounds may be missing, wrong or at wrong times.
struct Problem {
  const char* kind;  // "truncated" (`until` is not set) or "damaged"
  double seconds;    // from the start of the stream
  std::string reason;
  std::optional<double> until = std::nullopt;  // seconds; nullopt = the end of the stream
};

// "truncated at 12.345 s: reason", "damaged from 12.345 to 13.000 s: reason", "damaged from 12.345
// s on: reason".
std::string problem_text(const Problem& problem);

// Adds a fault: one stretch covers both, the first keeps kind and reason. A cut counts alone, if it
// covers the rest.
void join_problem(std::optional<Problem>& all, const Problem& problem);

// Two notes for people as one; either may be empty.
std::string joined_notes(const std::string& first, const std::string& second);

}  // namespace tactus
