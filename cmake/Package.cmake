# Packages: `cpack --config build/CPackConfig.cmake -G DEB` for Debian, -G TGZ for an archive to be unpacked anywhere.
set(CPACK_PACKAGE_NAME induct)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "The induct authors <induct@localhost>")
set(CPACK_PACKAGE_VENDOR "The induct authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "model checker for C programs, circuits and transition systems")
set(CPACK_PACKAGE_DESCRIPTION
    "induct decides whether a C program, a circuit or a transition system can reach a bad state, by IC3 and its
descendants, and prints a verdict only after an independent checker has accepted its evidence.")
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGE_FILE_NAME induct-${PROJECT_VERSION}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)

# Debian. What is linked is found by dpkg-shlibdeps; what is opened or started is named here, as in
# scripts/packages.txt.
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "clang-19, libllvm19, libz3-4, libseccomp2, libyaml-0-2, libjansson4, libc6-dev")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "yosys, gcc, gcc-multilib")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "cvc5, libhiredis0.14")
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
# For those who link the shared library; a trigger instead of scripts, which would need a system around them.
file(WRITE ${CMAKE_BINARY_DIR}/debian/shlibs "libinduct ${INDUCT_SOVERSION} induct (>= ${PROJECT_VERSION})\n")
file(WRITE ${CMAKE_BINARY_DIR}/debian/triggers "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${CMAKE_BINARY_DIR}/debian/shlibs ${CMAKE_BINARY_DIR}/debian/triggers)
set(CPACK_POST_BUILD_SCRIPTS ${CMAKE_SOURCE_DIR}/cmake/PackageDebian.cmake)
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_SOURCE_DIR}/cmake/PackagePlace.cmake)
include(CPack)
