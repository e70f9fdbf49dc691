# The Debian packages: cpack -G DEB in a build folder that was configured with -DCMAKE_INSTALL_PREFIX=/usr. Each is an
# install component; the rooms say in their CMakeLists.txt what belongs to it. README.md beside this file lists them.
set(TACTUS_PACKAGE_REVISION 1 CACHE STRING "Revision of the Debian packages, for instance 1 of 1.0.0-1")
set(version ${PROJECT_VERSION}-${TACTUS_PACKAGE_REVISION})
set(folder ${CMAKE_BINARY_DIR}/packages)
set(maintainer "Tactus maintainers <maintainers@tactus.example>")

set(CPACK_GENERATOR DEB)
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_LIST_DIR}/check_prefix.cmake)
set(CPACK_OUTPUT_FILE_PREFIX ${folder})
set(CPACK_PACKAGE_NAME tactus)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")  # each package has its own
set(CPACK_PACKAGE_CONTACT "${maintainer}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES TRUE)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_RELEASE ${TACTUS_PACKAGE_REVISION})
set(CPACK_DEBIAN_PACKAGE_SOURCE tactus)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION TRUE)

# What all packages have in /usr/share/doc/NAME.
file(MAKE_DIRECTORY ${folder})
set_property(DIRECTORY ${CMAKE_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/CHANGELOG.md)
execute_process(COMMAND ${CMAKE_CURRENT_LIST_DIR}/changelog ${CMAKE_SOURCE_DIR}/CHANGELOG.md ${folder} ${version}
                        "${maintainer}" ${TACTUS_TIME} COMMAND_ERROR_IS_FATAL ANY)

# tactus_package(COMPONENT NAME SECTION SYNOPSIS TEXT [FIELD VALUE...]): FIELD is DEPENDS, RECOMMENDS, SUGGESTS, ... or
# MULTIARCH.
macro(tactus_package component name section synopsis text)
  string(TOUPPER ${component} upper)
  list(APPEND CPACK_COMPONENTS_ALL ${component})
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${name})
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${section})
  set(CPACK_DEBIAN_${upper}_DESCRIPTION "${synopsis}\n${text}")
  set(fields ${ARGN})
  while(fields)
    list(POP_FRONT fields field value)
    if(field STREQUAL MULTIARCH)  # CPack 3.25 knows no such field; the next one begins on a line of its own
      string(APPEND CPACK_DEBIAN_${upper}_PACKAGE_SECTION "\nMulti-Arch: ${value}")
    else()
      set(CPACK_DEBIAN_${upper}_PACKAGE_${field} "${value}")
    endif()
  endwhile()
  install(FILES ${CMAKE_CURRENT_LIST_DIR}/copyright ${folder}/changelog.gz ${folder}/changelog.Debian.gz
          DESTINATION share/doc/${name} COMPONENT ${component} EXCLUDE_FROM_ALL)
endmacro()

set(about "Tactus listens to recorded music and writes down what a musician would
note: beats, downbeats, tempo, meter, chords and key.
.
This package contains")
set(common "tactus-common (= ${version})")

foreach(library libavformat libavcodec libavutil)  # the decoder loads them when a file needs them
  string(REGEX MATCH "^[0-9]+" major "${LIBAV_${library}_VERSION}")
  list(APPEND libav ${library}${major})
endforeach()
list(JOIN libav ", " libav)
tactus_package(common tactus-common sound "models and decoder of Tactus"
"${about} what all its doors share: the models, and the
program that decodes audio files without privileges. It loads the
libraries of FFmpeg for M4A, WMA and other files that libsndfile does not
read."
  RECOMMENDS "${libav}" MULTIARCH foreign)
tactus_package(program tactus sound "find beats, chords and keys in recorded music"
"${about} the command line. It tags files and folders,
converts between annotation formats, scores annotations, and trains its
networks on your own annotated music."
  DEPENDS "${common}" RECOMMENDS "tactus-gui, libchromaprint1"
  SUGGESTS "libglib2.0-0t64 | libglib2.0-0, libfluidsynth3, timgm6mb-soundfont | fluid-soundfont-gm, vamp-plugin-tactus, python3-tactus")
if(TARGET tactus_ui)
  tactus_package(gui tactus-gui sound "window to see, play and correct beats and chords"
"${about} the window. It shows the output of the networks
over the music, plays the music with clicks and chord tones, and lets you
correct beats, chords, keys and sections."
    DEPENDS "tactus (= ${version})" RECOMMENDS "qt6-qpa-plugins, qt6-translations-l10n")
endif()
tactus_package(library libtactus0 libs "library that finds beats, chords and keys in music"
"${about} the shared library with a C interface."
  DEPENDS "${common}" MULTIARCH same)
tactus_package(development libtactus-dev libdevel "library that finds beats and chords in music - development files"
"${about} the header, the static library, and the files of
pkg-config and CMake."
  DEPENDS "libtactus0 (= ${version})" MULTIARCH same
  SUGGESTS "libsndfile1-dev, libflac-dev, libvorbis-dev, libopus-dev, libmpg123-dev, libtag1-dev, libsoxr-dev, libfftw3-dev, \
libfmt-dev, libpugixml-dev, zlib1g-dev, libyaml-cpp-dev")
tactus_package(vamp vamp-plugin-tactus sound "Vamp plug-in that finds beats, chords and keys"
"${about} a Vamp plug-in for hosts such as Sonic Visualiser and
Sonic Annotator."
  DEPENDS "${common}" SUGGESTS sonic-visualiser ENHANCES sonic-visualiser)
if(TARGET _tactus AND TACTUS_PYTHON_FOUND MATCHES "Python ([0-9]+)\\.([0-9]+)")  # for this version alone
  set(python ${CMAKE_MATCH_1}.${CMAKE_MATCH_2})
  math(EXPR next "${CMAKE_MATCH_2} + 1")
  tactus_package(python python3-tactus python "find beats, chords and keys in music - Python module"
"${about} the Python module. Its results are NumPy arrays."
    DEPENDS "${common}, python3 (>= ${python}), python3 (<< ${CMAKE_MATCH_1}.${next}), python3-numpy")
endif()
if(TARGET tactus_mpi)
  tactus_package(mpi tactus-mpi sound "training of Tactus on several machines"
"${about} the module that trains a network in several
processes, on one machine or on many, under Open MPI."
    DEPENDS "tactus (= ${version}), openmpi-bin")
endif()
get_target_property(type tactus_cuda TYPE)
if(type STREQUAL MODULE_LIBRARY)
  tactus_package(cuda tactus-cuda contrib/sound "CUDA module of Tactus"
"${about} the module that computes on NVIDIA cards."
    DEPENDS "${common}, libc6, libstdc++6" SHLIBDEPS OFF)  # no Debian package of cuBLAS need be there
endif()

# libtactus0 has the control files that debhelper would make. dpkg runs ldconfig when it sees the trigger, so CPack's own
# postinst and postrm are not wanted: CPack writes none where the list names them, and takes what exists of the list.
file(STRINGS ${CMAKE_SOURCE_DIR}/tests/app/engine/library/symbols.txt symbols)
list(TRANSFORM symbols REPLACE "(.+)" " \\1@Base ${PROJECT_VERSION}")
list(JOIN symbols "\n" symbols)
file(WRITE ${folder}/symbols "libtactus.so.0 libtactus0 #MINVER#\n* Build-Depends-Package: libtactus-dev\n${symbols}\n")
file(WRITE ${folder}/shlibs "libtactus 0 libtactus0 (>= ${PROJECT_VERSION})\n")
file(WRITE ${folder}/triggers "activate-noawait ldconfig\n")
set(no_scripts ${folder}/none/postinst ${folder}/none/postrm)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${folder}/symbols ${folder}/shlibs ${folder}/triggers ${no_scripts})
set(CPACK_DEBIAN_VAMP_PACKAGE_CONTROL_EXTRA ${no_scripts})
include(CPack)
