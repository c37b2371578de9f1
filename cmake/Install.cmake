# What `cmake --install` puts where, under any prefix: the files that name places do so relative to themselves.
include(GNUInstallDirs)

install(TARGETS induct RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS induct_shared LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} PUBLIC_HEADER DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES ${CMAKE_BINARY_DIR}/libinduct.a DESTINATION ${CMAKE_INSTALL_LIBDIR})

install(DIRECTORY ${INDUCT_PAGES}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR})
install(DIRECTORY ${INDUCT_PAGES}/bash-completion ${INDUCT_PAGES}/zsh DESTINATION ${CMAKE_INSTALL_DATADIR})

install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/induct RENAME copyright)
install(PROGRAMS integrations/ci/induct-ci DESTINATION ${CMAKE_INSTALL_BINDIR})

# For pkg-config and find_package(induct).
string(REGEX REPLACE "[^/]+" ".." up ${CMAKE_INSTALL_LIBDIR}) # from there to the prefix
configure_file(cmake/induct.pc.in induct.pc @ONLY)
configure_file(cmake/induct-config.cmake.in induct-config.cmake @ONLY)
include(CMakePackageConfigHelpers)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/induct-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/induct.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES ${CMAKE_BINARY_DIR}/induct-config.cmake ${CMAKE_BINARY_DIR}/induct-config-version.cmake
              integrations/cmake/InductCheck.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/induct)
