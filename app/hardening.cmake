# What makes a fault in our code hard to exploit, and what finds faults: one place for all programs and libraries.
# tests/tools/check_hardening looks at the result.
include(CheckPIESupported)
check_pie_supported(LANGUAGES CXX)  # programs become position independent, as CMAKE_POSITION_INDEPENDENT_CODE asks

set(hardening -fstack-protector-strong -fstack-clash-protection)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|i.86")
  list(APPEND hardening -fcf-protection)
endif()
add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:${hardening}>")
add_link_options(LINKER:-z,relro LINKER:-z,now LINKER:-z,noexecstack)

if(NOT TACTUS_SANITIZE)  # FORTIFY needs an optimiser, and no sanitizer knows its functions
  add_compile_options("$<$<AND:$<COMPILE_LANGUAGE:CXX>,$<NOT:$<CONFIG:Debug>>>:-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=3>")
else()
  # "fuzzer" stands for its coverage here: only the programs of tests/fuzz get its main.
  string(REPLACE "fuzzer" "fuzzer-no-link" sanitizers ${TACTUS_SANITIZE})
  set(sanitizing -fsanitize=${sanitizers} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_compile_options("$<$<COMPILE_LANGUAGE:C,CXX>:${sanitizing}>")
  add_link_options(-fsanitize=${sanitizers})
endif()
