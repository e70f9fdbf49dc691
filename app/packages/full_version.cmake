# TACTUS_FULL_VERSION_SOURCE defines full_version(): "1.1.0" at the tag v1.1.0 and without git, "1.1.0+12.gabcdef0" twelve
# commits later, "1.1.0+gabcdef0" where there is no such tag. It is that of the last time that CMake configured.
set(version ${PROJECT_VERSION})
if(EXISTS ${CMAKE_SOURCE_DIR}/.git)
  execute_process(COMMAND git describe --tags --always --long --abbrev=7 --match v${PROJECT_VERSION}
                  WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} OUTPUT_VARIABLE described OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(described MATCHES "-([1-9][0-9]*)-(g[0-9a-f]+)$")
    string(APPEND version "+${CMAKE_MATCH_1}.${CMAKE_MATCH_2}")
  elseif(described MATCHES "^[0-9a-f]+$")
    string(APPEND version "+g${described}")
  endif()
endif()
set(TACTUS_FULL_VERSION_SOURCE ${CMAKE_BINARY_DIR}/generated/full_version.cpp)
file(CONFIGURE OUTPUT ${TACTUS_FULL_VERSION_SOURCE} CONTENT
"#include \"model/version.h\"

const char* tactus::full_version() { return \"${version}\"; }
")
