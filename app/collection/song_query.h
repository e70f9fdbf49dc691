// What a person asks of the index: bpm 120..126 and key 8A and confidence > .8
//
//   query      ::= all { "or" all }
//   all        ::= part { "and" part }
//   part       ::= "not" part | "(" query ")" | comparison
//   comparison ::= FIELD [ ":" ] [ OPERATOR ] VALUE | FIELD [ ":" ] VALUE ".." VALUE | FIELD
//   OPERATOR   ::= "=" | "!=" | "<" | "<=" | ">" | ">=" | "~"
//   VALUE      ::= word | '"' any characters but quotes '"'
//
// Without an operator a text must occur in the field (A and a are equal); "~" asks for the same. ""
// finds songs without such a text. Colours, grids and reviews are whole words out of a few.
// Numbers and the ends of ranges are compared as precisely as they are written: bpm 128 is 127.5 to
// 128.5, confidence .95 is .945 to .955, length 3:35 is within half a second; < and > are exact. A
// field alone is yes or no: damaged, checked, edited. Words have any case. Stars, colours and
// playlists are those of personal_library.h: rating >= 4, colour red, playlist "Set 1" (the song is
// in a playlist of this whole name; "Sets/Set 1": with its folder; "": in no playlist).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/collection/database.h"

namespace tactus {

struct SqlCondition {
  std::string sql = "1";  // with a `?` for each value
  std::vector<DatabaseValue> values;
  std::vector<std::string> playlists = {};  // named whole; find_songs() requires them
};

// The empty query finds all songs. Throws ArgumentError with the place, what was found, and what
// was expected, also for values that no song can have.
SqlCondition parse_query(std::string_view query);

// "bpm" or "-confidence", for a descending order -> an ORDER BY list, for texts as people expect it
// (natural_order.h). Throws ArgumentError with the names of the fields.
std::string parse_order(std::string_view field);

std::vector<std::string_view> query_field_names();
// "bpm, key, meter, ..."
std::string query_fields();

}  // namespace tactus
