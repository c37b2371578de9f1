# Manual pages and completions, which a program linked with the command line writes from its tables, into share/ of the
# build.
set(INDUCT_PAGES ${CMAKE_BINARY_DIR}/share)
add_executable(pages src/cli/pages/main.c)
layers_executable(pages cli/pages)
add_custom_command(
  OUTPUT ${INDUCT_PAGES}/written
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${INDUCT_PAGES}
  COMMAND pages ${INDUCT_PAGES}
  COMMAND ${CMAKE_COMMAND} -E touch ${INDUCT_PAGES}/written
  DEPENDS pages
  VERBATIM
  COMMENT "Writing manual pages and completions")
add_custom_target(induct_pages ALL DEPENDS ${INDUCT_PAGES}/written)
