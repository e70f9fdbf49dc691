// Why a driver cannot be used, and what to do about it, for the user. Numbers of CUDA are as the
// runtime gives them: 12040 is 12.4.
#pragma once

#include <string>

namespace tactus::gpu {

// Empty if a driver that supports CUDA `driver` runs programs of CUDA `program`: all later ones,
// and those of the same major number.
std::string why_too_old(int driver, int program);

// For an error of the call that counts the cards: its number, name and text in the CUDA runtime.
std::string why_no_answer(int error, const std::string& name, const std::string& text);

// What hides cards, or gives them other numbers than nvidia-smi: CUDA_VISIBLE_DEVICES (null: not in
// the environment). A remark in brackets, or empty.
std::string about_hidden_cards(const char* visible);
// The same for the list of that many cards, if its numbers may not be those of nvidia-smi.
std::string about_numbers(int cards, const char* visible, const char* order);

}  // namespace tactus::gpu
