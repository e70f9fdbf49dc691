#include "app/doors/python/error_translation.h"

#include <nanobind/nanobind.h>

#include <exception>
#include <filesystem>
#include <new>

#include "app/doors/python/python_values.h"
#include "audio/error.h"
#include "features/files/file_error.h"

namespace tactus {
namespace {

void raise(int code, const char* message) {
  const nb::object made =
      nb::module_::import_("tactus._errors").attr("error_of")(code, text_of(message));
  PyErr_SetObject(made.type().ptr(), made.ptr());
}

}  // namespace

void require_ok(tactus_code code) {
  if (code != TACTUS_OK) throw CodeError(code, tactus_last_error());
}

void translate_errors() {
  nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
    try {
      std::rethrow_exception(thrown);
    } catch (const CodeError& error) {
      raise(error.code(), error.what());
    } catch (const Error& error) {
      raise(static_cast<int>(error.code()), error.what());
    } catch (const std::filesystem::filesystem_error& error) {
      raise(TACTUS_OUTPUT, file_fault(error).c_str());
    } catch (const std::invalid_argument& error) {
      raise(TACTUS_ARGUMENT, error.what());
    }
  });
}

}  // namespace tactus
