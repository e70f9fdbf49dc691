// Settings by name: a table says once what a struct of parameters holds, and model files (JSON),
// recipes (YAML) and the command line (NAME=VALUE) read and write by it.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tactus {

// One of some words; get and set say which, counted from 0.
struct WordChoice {
  std::vector<std::string_view> words;
  std::function<std::size_t()> get;
  std::function<void(std::size_t)> set;
};

struct Parameter {
  const char* name;
  // Where it lies in a struct that outlives the table.
  std::variant<double*, int*, bool*, std::vector<int>*, std::vector<float>*, WordChoice> value;
  double low = 0.0, high = 0.0;  // of numbers, and of each in a list, both included
  const char* meaning = "";      // one line for people
  bool learned = false;          // from songs: a model file holds it, nobody sets it by name
  bool newer = false;            // than some model files: 0 and false are left unsaid
  bool everyday = false;         // for everybody: programs show it among few others
  const char* clears =
      nullptr;  // a list of the same table that is empty once a person has set this
};
using ParameterTable = std::vector<Parameter>;

// The row, marked so.
Parameter newer(Parameter parameter);
Parameter everyday(Parameter parameter);
Parameter clearing(const char* other, Parameter parameter);

std::string to_json(const ParameterTable& table);
// " name=value" of each row; the numbers of a list are separated by commas.
std::string assignments(const ParameterTable& table);
// The keys of the rows that are not `newer` must be there. Throws as read_json() does.
void read_whole_json(const ParameterTable& table, std::string_view json, const std::string& what);
// Keys that are absent stay as they are, "" changes nothing. Throws std::invalid_argument beginning
// with `what` for what is no JSON object, an unknown key, a value of the wrong type, or one out
// of range.
void read_json(const ParameterTable& table, std::string_view json, const std::string& what);

// The same for the values of a struct that code filled in: throws for one out of range, but for
// what is learned.
void check_ranges(const ParameterTable& table, const std::string& what);

// Sets a row as a person wrote it; the numbers of a list are separated by commas. Throws
// std::invalid_argument beginning with `what`: for an unknown name it lists the known ones and the
// nearest, for a value out of range it names the range.
void set_by_name(const ParameterTable& table, std::string_view name, std::string_view value,
                 const std::string& what);
// The same of "NAME=VALUE".
void assign(const ParameterTable& table, std::string_view assignment, const std::string& what);

// Whether a person may set a row of this name.
bool can_set(const ParameterTable& table, std::string_view name);

// Empties or zeroes what is learned.
void forget_learned(const ParameterTable& table);

// A line for each parameter that a person may set: name, value, range, meaning.
std::string describe(const ParameterTable& table);

// The word of `known` that `word` was probably meant to be (edit distance, Levenshtein 1966), if
// any is near.
std::optional<std::string> nearest_word(std::string_view word,
                                        const std::vector<std::string>& known);

}  // namespace tactus
