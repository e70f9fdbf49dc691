# What only makes the build faster; included after all targets.

# For builds from nothing: `app/run`, wheels, packages, and `TACTUS_BUILD_ONCE=ON tests/run`. The sources of a few rooms go
# to the compiler together, and gold, which Debian has beside ld, links the test programs. After a change of one source its
# neighbours are compiled, too.
option(TACTUS_BUILD_ONCE "Favour a build from nothing over later ones: rooms compiled as one" OFF)

# What is compiled as one, a line each: a part of the program, whether it is hot or cold, and its rooms ("." has the sources
# without one). Cold is what reads or writes text, or lets others compute, once a song or once a run and never for each
# sample: -Og in every Release build takes half the time to compile that -O3 does, and no figure shows it. Kernels stay
# alone, and hot. tests/tools/check_includes reads this table.
set(units
    "audio cold file_tags"
    "audio hot . decoders decoders/interface decoders/libav decoders/mpeg decoders/ogg decoders/sizes readers waveform"
    "features hot . files filterbanks frames nnls structure"
    "network hot backend backend/cpu backend/reference network"
    "music cold . chords editing files training"
    "music hot decoding decoding/beats decoding/timing decoding/sections decoding/confidence"
    "music hot decoding/chords evaluation"
    "gpu cold . lstm/ladder lstm/resident rates"
    "gpu cold lstm prediction runtime"
    "datasets cold formats formats/tables formats/columns formats/lyrics formats/text formats/bars"
    "datasets cold formats/score formats/sheet formats/labels formats/collections"
    "datasets cold formats/jams formats/interface outputs shards corpora midi checks tasks tasks/bars tasks/beats tasks/chords\
 tasks/interface tasks/sections"
    "datasets hot . batches cache"
    "synth hot synth synth/sound synth/kit"
    "synth cold synth/band synth/score"
    "app cold engine/tagging engine/songs engine/file_tags engine/models"
    "app cold config workshop/bench workshop/corpora workshop/ranks workshop/training"
    "app hot engine/sound engine/click"
    "interface cold engine/library"
    "collection cold collection"
    "commands cold cli/commands cli/program doors/onnx"
    "program cold cli/program")
# Sources that stay alone: they make way for a table of tests/support, which the linker takes instead; need the headers of
# TagLib in their order; or are wanted by programs that have no kernels of gpu/, which their neighbours launch.
set(alone "(^|/)(format_table|segment_layers|bar_decoder|tag_change|self_test|resident_choice|measured_rates).cpp$")
set(cold_level $<$<CONFIG:Release>:-Og>)

foreach(unit IN LISTS units)
  string(REPLACE " " ";" rooms ${unit})
  list(POP_FRONT rooms part level)
  list(APPEND parts ${part})
  if(NOT TARGET tactus_${part})
    continue()
  endif()
  get_target_property(sources tactus_${part} SOURCES)
  get_target_property(folder tactus_${part} SOURCE_DIR)
  file(RELATIVE_PATH top ${CMAKE_SOURCE_DIR} ${folder})
  set(compiled)
  set(together)
  foreach(source ${sources})
    cmake_path(GET source PARENT_PATH room)
    if(NOT room)
      set(room .)
    endif()
    if(room IN_LIST rooms)
      get_property(own SOURCE ${folder}/${source} TARGET_DIRECTORY tactus_${part} PROPERTY COMPILE_DEFINITIONS)
      if(TACTUS_BUILD_ONCE AND NOT own AND NOT source MATCHES "${alone}")
        list(APPEND together ${source})
      else()
        list(APPEND compiled ${folder}/${source})
      endif()
    endif()
  endforeach()

  if(together)
    list(REMOVE_ITEM sources ${together})
    list(TRANSFORM together REPLACE "(.+)" "#include \"${top}/\\1\"\n")
    list(JOIN together "" text)
    list(LENGTH units_of_${part} number)
    set(united ${CMAKE_BINARY_DIR}/rooms/${part}_${number}.cpp)
    file(CONFIGURE OUTPUT ${united} CONTENT "${text}" @ONLY)
    list(APPEND units_of_${part} ${united})
    list(APPEND compiled ${united})
    list(PREPEND sources ${united})
    set_property(TARGET tactus_${part} PROPERTY SOURCES ${sources})
  endif()
  if(level STREQUAL cold)
    list(APPEND cold_of_${part} ${compiled})
    set_property(SOURCE ${compiled} TARGET_DIRECTORY tactus_${part} APPEND PROPERTY COMPILE_OPTIONS ${cold_level})
  endif()
endforeach()
list(REMOVE_DUPLICATES parts)
if(TACTUS_BUILD_ONCE AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  foreach(part ${parts})
    if(TARGET tactus_${part})
      # gcc takes an included source for a header, where a member of an unnamed type would be a fault; and it need not save
      # memory by the second.
      target_compile_options(tactus_${part} PRIVATE
                             $<$<COMPILE_LANGUAGE:CXX>:-Wno-subobject-linkage;--param=ggc-min-heapsize=524288>)
    endif()
  endforeach()
endif()

# Of the window, what computes pictures and sound is hot.
if(TARGET tactus_ui)
  target_compile_options(tactus_ui PRIVATE ${cold_level})
  if(TACTUS_BUILD_ONCE)  # its groups below, which CMake writes
    set(hot_window look playback sound_lanes timeline)
    list(TRANSFORM hot_window REPLACE "(.+)" "${CMAKE_BINARY_DIR}/ui/CMakeFiles/tactus_ui.dir/Unity/unity_\\1_cxx.cxx")
  else()
    get_target_property(hot_window tactus_ui SOURCES)
    list(FILTER hot_window INCLUDE REGEX "^(look|playback|sound_lanes|timeline)/.*cpp$")
    list(TRANSFORM hot_window PREPEND ${CMAKE_SOURCE_DIR}/ui/)
  endif()
  set_property(SOURCE ${hot_window} TARGET_DIRECTORY tactus_ui APPEND PROPERTY COMPILE_OPTIONS $<$<CONFIG:Release>:-O3>)
  if(TACTUS_BUILD_ONCE)  # else CMake 3.31 finds no sources of tactus_ui
    set_property(SOURCE ${hot_window} TARGET_DIRECTORY tactus_ui PROPERTY GENERATED ON)
  endif()
endif()

get_property(test_programs GLOBAL PROPERTY TACTUS_TEST_PROGRAMS)
if(TACTUS_BUILD_ONCE)
  find_program(TACTUS_GOLD ld.gold)
  foreach(program ${test_programs})
    set_target_properties(${program} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 16)
    get_target_property(own_names ${program} SOURCES)
    list(FILTER own_names INCLUDE REGEX "/(off_beats|vocals|wide_music|record_effects|sound_effects|section_source)_test.cpp$")
    get_target_property(folder ${program} SOURCE_DIR)
    set_property(SOURCE ${own_names} DIRECTORY ${folder} PROPERTY SKIP_UNITY_BUILD_INCLUSION ON)
    if(TACTUS_GOLD)
      target_link_options(${program} PRIVATE -fuse-ld=gold)
    endif()
  endforeach()
  if(TARGET tactus_ui)
    set_target_properties(tactus_ui PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    get_target_property(window tactus_ui SOURCES)
    list(FILTER window INCLUDE REGEX "^[a-z_]+/.*cpp$")
    list(FILTER window EXCLUDE REGEX "library_answer|sheet_files|window/pages")  # the first two have a second tr()
    foreach(source ${window})
      get_filename_component(room ${source} DIRECTORY)
      string(REPLACE / _ room ${room})
      set_property(SOURCE ${CMAKE_SOURCE_DIR}/ui/${source} TARGET_DIRECTORY tactus_ui PROPERTY UNITY_GROUP ${room})
    endforeach()
  endif()
endif()

# Headers that nearly every file uses are compiled once (tactus_precompiled) and reused. A compiler cache cannot look
# into such a header, so it goes without: every file must include what it needs all the same.
if(CMAKE_CXX_COMPILER_LAUNCHER)
  return()
endif()
set(standard_headers <algorithm> <array> <cmath> <cstdint> <cstring> <filesystem> <functional> <map> <memory> <optional>
    <span> <stdexcept> <string> <string_view> <utility> <vector> <fmt/core.h>)
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/precompiled.cpp CONTENT "// Holds precompiled headers.\n")

# tactus_precompiled_header(NAME HEADER...): a target whose precompiled header others reuse.
function(tactus_precompiled_header name)
  add_library(${name} OBJECT ${CMAKE_BINARY_DIR}/generated/precompiled.cpp)
  target_precompile_headers(${name} PRIVATE ${standard_headers} ${ARGN})
  set_target_properties(${name} PROPERTIES AUTOMOC OFF)
endfunction()

tactus_precompiled_header(tactus_precompiled)
target_link_libraries(tactus_precompiled PRIVATE fmt::fmt)
# gcc 14 refuses a header that was precompiled at another level, so what is cold has one of its own.
tactus_precompiled_header(tactus_precompiled_cold <charconv> <chrono> <condition_variable> <deque> <fstream> <iterator> <limits>
    <mutex> <numeric> <set> <sstream> <stop_token> <thread> <unordered_map> <variant> <fmt/format.h> <fmt/ranges.h>
    <nlohmann/json.hpp>)
target_link_libraries(tactus_precompiled_cold PRIVATE fmt::fmt nlohmann_json::nlohmann_json)
target_compile_options(tactus_precompiled_cold PRIVATE ${cold_level})
set(cold_header ${CMAKE_BINARY_DIR}/CMakeFiles/tactus_precompiled_cold.dir/cmake_pch.hxx)
foreach(part ${parts})
  if(TARGET tactus_${part})
    target_precompile_headers(tactus_${part} REUSE_FROM tactus_precompiled)
    set_property(SOURCE ${cold_of_${part}} TARGET_DIRECTORY tactus_${part} PROPERTY SKIP_PRECOMPILE_HEADERS ON)
    if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
      set_property(SOURCE ${cold_of_${part}} TARGET_DIRECTORY tactus_${part} APPEND PROPERTY
                   COMPILE_OPTIONS -Winvalid-pch -include ${cold_header})
      set_property(SOURCE ${cold_of_${part}} TARGET_DIRECTORY tactus_${part} APPEND PROPERTY
                   OBJECT_DEPENDS ${cold_header}.gch)
    endif()
  endif()
endforeach()
set_property(SOURCE ${CMAKE_SOURCE_DIR}/model/backend/cpu/kernels/cpu_kernel_sets.cpp
             TARGET_DIRECTORY tactus_network PROPERTY SKIP_PRECOMPILE_HEADERS ON)  # it hardly includes any

if(TARGET tactus_ui)
  target_precompile_headers(tactus_ui PRIVATE ${standard_headers} <QtWidgets>)
  set_property(SOURCE ${hot_window} TARGET_DIRECTORY tactus_ui PROPERTY SKIP_PRECOMPILE_HEADERS ON)
endif()

if(TACTUS_TESTS)
  find_package(GTest REQUIRED)
  # Test programs are position independent in the way of programs, and compiled with -Og (tests/CMakeLists.txt).
  tactus_precompiled_header(tests_precompiled <chrono> <fstream> <limits> <random> <set> <sstream> <thread> <fmt/format.h>
      <gtest/gtest.h> <nlohmann/json.hpp>)
  target_link_libraries(tests_precompiled PRIVATE fmt::fmt GTest::gtest nlohmann_json::nlohmann_json)
  set_target_properties(tests_precompiled PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(tests_precompiled PRIVATE -fPIE -Og)
  foreach(program ${test_programs})
    if(program STREQUAL "ui_tests")  # Qt defines the folder of the test program: the header belongs to one of them
      target_precompile_headers(ui_tests PRIVATE ${standard_headers} <gtest/gtest.h> <QtWidgets> <QtTest>)
    elseif(program MATCHES "^ui_")
      target_precompile_headers(${program} REUSE_FROM ui_tests)
    else()
      target_precompile_headers(${program} REUSE_FROM tests_precompiled)
    endif()
  endforeach()
endif()
