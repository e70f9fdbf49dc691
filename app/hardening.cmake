# What makes a fault in our code hard to exploit: one place for all programs and libraries. tests/tools/check_hardening
# looks at the result. Sanitizers bring their own checks, and bear neither FORTIFY nor its functions.
include(CheckPIESupported)
check_pie_supported(LANGUAGES CXX)  # programs become position independent, as CMAKE_POSITION_INDEPENDENT_CODE asks

set(hardening -fstack-protector-strong -fstack-clash-protection)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|i.86")
  list(APPEND hardening -fcf-protection)
endif()
add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:${hardening}>")
if(NOT TACTUS_SANITIZE)  # FORTIFY needs an optimiser
  add_compile_options("$<$<AND:$<COMPILE_LANGUAGE:CXX>,$<NOT:$<CONFIG:Debug>>>:-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=3>")
endif()
add_link_options(LINKER:-z,relro LINKER:-z,now LINKER:-z,noexecstack)
