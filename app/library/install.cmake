# Installs libtactus, its header, and what find_package(Tactus) reads: Tactus::tactus is the shared library,
# find_package(Tactus COMPONENTS static) adds Tactus::tactus_static and looks for the packages that it needs.
include(CMakePackageConfigHelpers)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/Tactus)
set(decoder ${CMAKE_INSTALL_LIBEXECDIR}/tactus/tactus-decode)

set_target_properties(tactus_shared PROPERTIES EXPORT_NAME tactus)
foreach(library tactus_shared tactus_static)
  target_include_directories(${library} INTERFACE $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/library>
                                                  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
endforeach()
add_library(Tactus::tactus ALIAS tactus_shared)
add_library(Tactus::tactus_static ALIAS tactus_static)

install(FILES ${CMAKE_CURRENT_SOURCE_DIR}/library/tactus.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS tactus_shared EXPORT TactusTargets)
install(TARGETS tactus_static EXPORT TactusStaticTargets)
install(EXPORT TactusTargets NAMESPACE Tactus:: DESTINATION ${package_folder})
install(EXPORT TactusStaticTargets NAMESPACE Tactus:: DESTINATION ${package_folder})
configure_package_config_file(${CMAKE_CURRENT_SOURCE_DIR}/library/TactusConfig.cmake.in
                              ${CMAKE_BINARY_DIR}/generated/TactusConfig.cmake INSTALL_DESTINATION ${package_folder}
                              PATH_VARS decoder)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/generated/TactusConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/generated/TactusConfig.cmake ${CMAKE_BINARY_DIR}/generated/TactusConfigVersion.cmake
        DESTINATION ${package_folder})
