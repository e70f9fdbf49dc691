// Output of `tactus dataset check` for a corpus.
#pragma once

#include <string>

#include "app/workshop/corpora/dataset_check.h"

namespace tactus {

// A table with a line for each finding and the counts below; or everything as JSON.
std::string report_table(const DatasetReport& report);
std::string report_json(const DatasetReport& report);

}  // namespace tactus
