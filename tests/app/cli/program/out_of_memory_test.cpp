#include "app/cli/program/out_of_memory.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <new>
#include <stdexcept>

namespace tactus {
namespace {

template <typename Exception>
[[noreturn]] void throw_it(const Exception& exception) {
  throw exception;
}

template <typename Exception>
void throw_where_nothing_may(const Exception& exception) noexcept {
  end_where_memory_ends();
  throw_it(exception);
}

TEST(OutOfMemoryDeathTest, EndsWithAMessageWhereNoExceptionMayPass) {
  EXPECT_EXIT(throw_where_nothing_may(std::bad_alloc()), testing::ExitedWithCode(kSomeInputsFailed),
              "tactus: not enough memory");
}

TEST(OutOfMemoryDeathTest, OtherExceptionsStillAbort) {
  EXPECT_EXIT(throw_where_nothing_may(std::runtime_error("another")),
              testing::KilledBySignal(SIGABRT), "another");
}

}  // namespace
}  // namespace tactus
