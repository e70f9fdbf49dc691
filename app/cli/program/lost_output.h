// Data that standard output has not taken.
#pragma once

namespace tactus {

// The exit code of a program that ends with `code`. If standard output could not be written, or is
// closed (>&-), it says so in the log, and the program has failed. A reader that has gone
// (`| head`) ends the program by SIGPIPE; where that was ignored from the start it is no failure.
int after_output(int code);

}  // namespace tactus
