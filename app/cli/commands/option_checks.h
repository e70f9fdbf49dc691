// Checks of words and folders that commands share.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tactus {

// In lower case, without blanks around it.
std::string plain_word(std::string text);
// " Did you mean NAME?", or "" if the word is near none of the names.
std::string suggestion(const std::string& word, const std::vector<std::string>& names);

// Has the name an ending that begins with a letter, as a file has? Not "v1.2".
bool has_ending(const std::filesystem::path& name);

// Call it before the work begins: throws ArgumentError, which begins with `option`, if nobody could
// write into `folder` or make it. Leaves nothing behind.
void require_writable_folder(const std::filesystem::path& folder, const std::string& option);

}  // namespace tactus
