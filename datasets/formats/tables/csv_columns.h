// The columns of a table (format_csv.cpp): which value each of them holds.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "datasets/formats/interface/format_functions.h"
#include "datasets/formats/text/csv_records.h"
#include "model/layers.h"

namespace tactus {

enum class ColumnKind {
  kLayer,
  kTime,
  kEnd,
  kDuration,
  kLabel,
  kName,   // of Audition and Reaper; the label where no other column is
  kValue,  // of Sonic Visualiser; the same
  kMode,   // "minor", beside the tonic of a key
  kPlace,
  kMeasure,
  kBpm,
  kConfidence,
  kOther
};

// A table with known columns. The readers below ask for fields by kind; missing ones are empty.
class Columns {
 public:
  // By the header, or by the numbers of the rows; notes the columns that are not used. The input
  // and the table must outlive the object. Throws FormatError for a header without a column of
  // times.
  Columns(const FormatInput& input, const CsvTable& table);

  // The same columns with one column of labels each: a table may have chords and sections.
  std::vector<Columns> by_label() const;
  // The label of a row; of a key with its mode.
  std::string label(const CsvRecord& record) const;
  // What the name of the column of labels says: "chord", "section".
  std::optional<Layer> layer() const { return layer_; }
  std::size_t first_row() const { return header_ ? 1 : 0; }
  bool has(ColumnKind kind) const;
  const CsvField& field(const CsvRecord& record, ColumnKind kind) const;
  // In seconds. Throws FormatError with the place of a field that is no time; `expected` names it.
  double time(const CsvRecord& record, ColumnKind kind, const char* expected) const;

 private:
  void take_header(const std::string& name);
  void leave_out_type();
  void take_unknown_label(const CsvRecord& header);
  void take_type_as_label(const CsvRecord& header);
  bool has_words(std::size_t column) const;
  void note_unused() const;
  void require_time(const CsvRecord& header) const;
  void guess();
  double per_second(ColumnKind kind) const;

  const FormatInput& input_;
  const CsvTable& table_;
  std::vector<ColumnKind> kinds_;
  std::vector<ColumnKind> milliseconds_;
  std::optional<Layer> layer_;
  std::vector<std::string> unused_;  // names of columns
  bool header_ = false;
};

// Removes what spreadsheets write above a table: "sep=;", and titles, with a note.
void leave_out_titles(const FormatInput& input, CsvTable& table);

// Sonic Annotator writes the name of the audio file into the first field of its first line, and
// leaves it empty in the others. Removes that field. Throws FormatError for a second name.
void leave_out_file_names(const FormatInput& input, CsvTable& table);

}  // namespace tactus
