# Installs libtactus, its header, what pkg-config reads (tactus.pc), and what find_package(Tactus) reads: Tactus::tactus
# is the shared library; find_package(Tactus COMPONENTS static) adds Tactus::tactus_static and looks for the packages that
# it needs.
include(CMakePackageConfigHelpers)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/Tactus)
set(decoder ${CMAKE_INSTALL_LIBEXECDIR}/tactus/tactus-decode)
set(models ${CMAKE_INSTALL_DATADIR}/tactus/models)

set_target_properties(tactus_shared PROPERTIES EXPORT_NAME tactus)
foreach(library tactus_shared tactus_static)
  target_include_directories(${library} INTERFACE $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/engine/library>
                                                  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
endforeach()
add_library(Tactus::tactus ALIAS tactus_shared)
add_library(Tactus::tactus_static ALIAS tactus_static)

install(FILES ${CMAKE_CURRENT_SOURCE_DIR}/engine/library/tactus.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
install(TARGETS tactus_shared EXPORT TactusTargets
        LIBRARY COMPONENT library NAMELINK_COMPONENT development)
install(TARGETS tactus_static EXPORT TactusStaticTargets ARCHIVE COMPONENT development)
foreach(targets TactusTargets TactusStaticTargets)
  install(EXPORT ${targets} NAMESPACE Tactus:: DESTINATION ${package_folder} COMPONENT development)
endforeach()
configure_package_config_file(${CMAKE_CURRENT_SOURCE_DIR}/engine/library/TactusConfig.cmake.in
                              ${CMAKE_BINARY_DIR}/generated/TactusConfig.cmake INSTALL_DESTINATION ${package_folder}
                              PATH_VARS decoder models)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/generated/TactusConfigVersion.cmake
                                 COMPATIBILITY SameMajorVersion)
install(FILES ${CMAKE_BINARY_DIR}/generated/TactusConfig.cmake ${CMAKE_BINARY_DIR}/generated/TactusConfigVersion.cmake
        DESTINATION ${package_folder} COMPONENT development)

# Paths from the place of the file, so that an installed folder can move; absolute ones stay.
set(pc_folder ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH pc_to_prefix ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" pc_to_prefix ${pc_to_prefix})
foreach(folder includedir libdir libexecdir datadir)
  string(TOUPPER ${folder} upper)
  cmake_path(IS_ABSOLUTE CMAKE_INSTALL_${upper} absolute)
  set(pc_${folder} "${CMAKE_INSTALL_${upper}}")
  if(NOT absolute)
    string(PREPEND pc_${folder} "\${prefix}/")
  endif()
endforeach()
configure_file(${CMAKE_CURRENT_SOURCE_DIR}/engine/library/tactus.pc.in ${CMAKE_BINARY_DIR}/generated/tactus.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/generated/tactus.pc DESTINATION ${pc_folder} COMPONENT development)
