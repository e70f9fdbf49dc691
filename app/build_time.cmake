# What only makes the build faster; included after all targets.

# For builds from nothing: `app/run`, wheels, packages, and `TACTUS_BUILD_ONCE=ON tests/run`. The sources of a room go to the compiler
# together, and gold, which Debian has beside ld, links the test programs. After a change of one source its neighbours
# are compiled, too.
option(TACTUS_BUILD_ONCE "Favour a build from nothing over later ones: rooms compiled as one" OFF)

# Sources that stay alone: they choose their instructions, have a name of their own that a neighbour has, too, or make
# way for a table of tests/support (segment_layers, bar_decoder, pages).
set(alone "/kernels/|^formats/[a-z_]+.cpp|(^|/)(tag_change|ogg_decoder|isolated_reader|crop_windows|midi_renderer|\
render_effects|stft|nnls_chroma_frames|nnls_spectrum|piece_decoder|irregular_bars|metrical_level|\
steady_tempo|beat_division|loop_line|tempo_lines|evaluate_fine_timing|review_places|segment_edits|comping|drummer|\
percussionist|recurrent_benchmark|model_benchmark|config_train|song_files|command_dataset|man_pages|train_terminal|segment_layers|bar_decoder).cpp$")
set(parts audio features network music gpu datasets synth app interface program)

# tactus_unite(TARGET): instead of its sources the target gets some that include up to twelve of one room.
function(tactus_unite target)
  get_target_property(sources ${target} SOURCES)
  get_target_property(folder ${target} SOURCE_DIR)
  file(RELATIVE_PATH top ${CMAKE_SOURCE_DIR} ${folder})
  set(kept)
  set(rooms)
  foreach(source ${sources})
    get_property(own SOURCE ${folder}/${source} TARGET_DIRECTORY ${target} PROPERTY COMPILE_DEFINITIONS)
    if(own OR source MATCHES "${alone}" OR NOT source MATCHES "^[a-z].*cpp$")
      list(APPEND kept ${source})
    else()
      cmake_path(GET source PARENT_PATH room)
      if(NOT room)
        set(room .)
      endif()
      list(APPEND rooms "${room}")
      list(APPEND sources_of_${room} ${source})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES rooms)
  foreach(room IN LISTS rooms)
    set(text "")
    set(number 0)
    foreach(source ${sources_of_${room}} end)
      list(LENGTH text count)
      if(count EQUAL 12 OR (count GREATER 0 AND source STREQUAL end))
        math(EXPR number "${number} + 1")
        set(united ${CMAKE_BINARY_DIR}/rooms/${top}/${room}/${target}_${number}.cpp)
        list(JOIN text "" text)
        file(CONFIGURE OUTPUT ${united} CONTENT "${text}" @ONLY)
        list(APPEND kept ${united})
        set(text "")
      endif()
      list(APPEND text "#include \"${top}/${source}\"\n")
    endforeach()
  endforeach()
  set_property(TARGET ${target} PROPERTY SOURCES ${kept})
  # gcc takes an included source for a header, where a member of an unnamed type would be a fault.
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-Wno-subobject-linkage>)
  endif()
endfunction()

if(TACTUS_BUILD_ONCE)
  foreach(part ${parts} collection commands)
    # gpu: programs take those of its objects that need no module of CUDA
    if(TARGET tactus_${part} AND NOT part STREQUAL gpu)
      tactus_unite(tactus_${part})
    endif()
  endforeach()
endif()

# Text that is read or written once a song or once a run: half the time to compile, and no figure shows it.
set(cold_rooms "(checks|chords|config|corpora|editing|engine/models|engine/songs|files|formats|midi|synth/band|synth/score|\
tasks|training|workshop/bench|workshop/corpora|workshop/training)")
foreach(part ${parts})
  if(TARGET tactus_${part})
    get_target_property(cold tactus_${part} SOURCES)
    get_target_property(folder tactus_${part} SOURCE_DIR)
    list(TRANSFORM cold PREPEND ${folder}/ REGEX "^[a-z]")
    list(FILTER cold INCLUDE REGEX "^(${CMAKE_SOURCE_DIR}|${CMAKE_BINARY_DIR}/rooms)/[a-z]+/(${cold_rooms}/.*cpp|parameter_table.cpp)$")
    set_property(SOURCE ${cold} TARGET_DIRECTORY tactus_${part} APPEND PROPERTY COMPILE_OPTIONS $<$<CONFIG:Release>:-O1>)
    set(cold_of_${part} ${cold})
  endif()
endforeach()

get_property(test_programs GLOBAL PROPERTY TACTUS_TEST_PROGRAMS)
if(TACTUS_BUILD_ONCE)
  find_program(TACTUS_GOLD ld.gold)
  foreach(program ${test_programs})
    set_target_properties(${program} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 10)
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
# gcc 14 refuses a header that was precompiled at another level, so the cold rooms have one of their own.
tactus_precompiled_header(tactus_precompiled_cold)
target_link_libraries(tactus_precompiled_cold PRIVATE fmt::fmt)
target_compile_options(tactus_precompiled_cold PRIVATE $<$<CONFIG:Release>:-O1>)
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

# Many of the commands print JSON.
if(TARGET tactus_commands)
  target_compile_options(tactus_commands PRIVATE $<$<CONFIG:Release>:-O1>)
  target_precompile_headers(tactus_commands PRIVATE ${standard_headers} <nlohmann/json.hpp>)
endif()

if(TARGET tactus_ui)
  target_precompile_headers(tactus_ui PRIVATE ${standard_headers} <QtWidgets>)
endif()

if(TACTUS_TESTS)
  find_package(GTest REQUIRED)
  # Test programs are position independent in the way of programs, and compiled with -O1 (tests/CMakeLists.txt).
  tactus_precompiled_header(tests_precompiled <gtest/gtest.h>)
  target_link_libraries(tests_precompiled PRIVATE fmt::fmt GTest::gtest)
  set_target_properties(tests_precompiled PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(tests_precompiled PRIVATE -fPIE -O1)
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
