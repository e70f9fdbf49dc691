// A stable part of a list of songs, for a run on many machines.
#pragma once

#include <string>
#include <string_view>

#include "app/engine/songs/tag_inputs.h"

namespace tactus {

// Part `number` of `count`, both from 1. Whether a song is in it depends only on the path of the
// song below the folder, list or playlist that names it: not on the other songs, the machine, or
// where the folder lies. Every song is in exactly one of the `count` parts.
struct Shard {
  int number = 1;
  int count = 1;
  bool has(const TagInput& input) const;
  bool has(std::string_view name) const;  // a song by any stable name
};

// "3/10". Throws ArgumentError for anything else.
Shard parse_shard(const std::string& text);

}  // namespace tactus
