# cpack reads this before it begins: paths that the library was built with must be those of the packages.
file(STRINGS ${CPACK_PACKAGE_DIRECTORY}/CMakeCache.txt prefix REGEX ^CMAKE_INSTALL_PREFIX:)
if(NOT prefix MATCHES "=/usr$")
  message(FATAL_ERROR "${CPACK_PACKAGE_DIRECTORY}: ${prefix}, expected /usr; configure with -DCMAKE_INSTALL_PREFIX=/usr, or "
                      "run app/packages/build")
endif()
