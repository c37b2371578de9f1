# The public library, from the objects of every folder below the command line. What it exports are the functions of
# src/api/induct.h, whose visibility is the default one; everything else is hidden, so that no name of ours meets one of
# a host's.
#
#   induct_shared   libinduct.so, with a SONAME that changes with every version that may break a caller
#   induct_static   libinduct.a: one object, in which the hidden names have become local
#
# Both need CaDiCaL, GMP and zlib; a program that links libinduct.a names them, in the order of INDUCT_NEEDS.

set(objects)
foreach(folder IN LISTS LAYERS_FOLDERS)
  layers_target(target ${folder})
  if(TARGET ${target} AND NOT folder MATCHES "^(cli|bench|report)")
    list(APPEND objects $<TARGET_OBJECTS:${target}>)
  endif()
endforeach()
set(INDUCT_NEEDS ${CADICAL_LIBRARY} stdc++ ${GMP_LIBRARY} ZLIB::ZLIB m ${CMAKE_DL_LIBS} Threads::Threads)

# Before version 1.0.0 every minor version may break its callers.
set(INDUCT_SOVERSION ${PROJECT_VERSION_MAJOR})
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(INDUCT_SOVERSION 0.${PROJECT_VERSION_MINOR})
endif()

set(exports ${CMAKE_SOURCE_DIR}/cmake/exports.map) # also hides what comes with CaDiCaL
add_library(induct_shared SHARED ${objects})
target_link_libraries(induct_shared PRIVATE ${INDUCT_NEEDS})
target_link_options(induct_shared PRIVATE -Wl,--version-script=${exports})
set_target_properties(
  induct_shared PROPERTIES OUTPUT_NAME induct VERSION ${PROJECT_VERSION} SOVERSION ${INDUCT_SOVERSION}
                           LINKER_LANGUAGE C LINK_DEPENDS ${exports} PUBLIC_HEADER src/api/induct.h)

set(archive ${CMAKE_BINARY_DIR}/libinduct.a)
set(whole ${CMAKE_BINARY_DIR}/libinduct.o)
add_custom_command(
  OUTPUT ${archive}
  COMMAND ${CMAKE_C_COMPILER} -r -nostdlib -o ${whole} ${objects}
  COMMAND ${CMAKE_OBJCOPY} --localize-hidden ${whole}
  COMMAND ${CMAKE_COMMAND} -E rm -f ${archive}
  COMMAND ${CMAKE_AR} qcs ${archive} ${whole}
  DEPENDS ${objects}
  COMMAND_EXPAND_LISTS VERBATIM
  COMMENT "Linking libinduct.a")
add_custom_target(induct_archive ALL DEPENDS ${archive})
add_library(induct_static INTERFACE)
add_dependencies(induct_static induct_archive)
target_link_libraries(induct_static INTERFACE ${archive} ${INDUCT_NEEDS})
