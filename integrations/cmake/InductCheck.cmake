# Checks as tests of CTest:
#
#     induct_add_check(target [FILES file...] [OPTIONS option...] [TIMEOUT seconds] [CACHE folder] [REPORTS folder]
#                      [ALLOW_UNKNOWN])
#
# A test induct.<target>.<file> for each of the files, by default the target's own sources in C; they see the include
# directories and definitions of the target. It passes when every property is safe, is skipped with ALLOW_UNKNOWN when
# one is undecided, and fails otherwise. REPORTS has a SARIF log and a JUnit report of each afterwards.
#
# `target` may also be no target of the project, if there are FILES: a name for the tests. INDUCT_PROGRAM is the
# program, by default the one that is found.
if(NOT INDUCT_PROGRAM)
  get_filename_component(induct_prefix ${CMAKE_CURRENT_LIST_DIR}/../../.. ABSOLUTE)
  find_program(INDUCT_PROGRAM induct HINTS ${induct_prefix}/bin ${induct_prefix}/../bin DOC "induct, the model checker")
endif()

function(induct_add_check target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "ALLOW_UNKNOWN" "TIMEOUT;CACHE;REPORTS" "FILES;OPTIONS")
  if(arg_UNPARSED_ARGUMENTS OR arg_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "induct_add_check(${target}): ${arg_UNPARSED_ARGUMENTS}${arg_KEYWORDS_MISSING_VALUES}: not understood")
  endif()
  if(NOT INDUCT_PROGRAM)
    message(FATAL_ERROR "induct_add_check(${target}): no program induct; set INDUCT_PROGRAM")
  endif()
  set(files ${arg_FILES})
  set(options ${arg_OPTIONS})
  if(TARGET ${target})
    if(NOT files)
      get_target_property(files ${target} SOURCES)
      list(FILTER files INCLUDE REGEX "\\.[ci]$")
    endif()
    set(includes $<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>)
    set(definitions $<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>)
    set(seen "$<$<BOOL:${includes}>:-I$<JOIN:${includes},$<SEMICOLON>-I>>" "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},$<SEMICOLON>-D>>")
  endif()
  if(NOT files)
    message(FATAL_ERROR "induct_add_check(${target}): no files")
  endif()
  if(arg_TIMEOUT)
    list(APPEND options --timeout ${arg_TIMEOUT})
  endif()
  if(arg_CACHE)
    list(APPEND options --cache ${arg_CACHE})
  endif()
  foreach(file IN LISTS files)
    get_filename_component(path ${file} ABSOLUTE)
    file(RELATIVE_PATH shown ${CMAKE_CURRENT_SOURCE_DIR} ${path})
    set(reports)
    if(arg_REPORTS)
      string(REGEX REPLACE "[^A-Za-z0-9._-]" "_" name "${target}-${shown}")
      file(MAKE_DIRECTORY ${arg_REPORTS})
      set(reports --sarif ${arg_REPORTS}/${name}.sarif --junit ${arg_REPORTS}/${name}.xml)
    endif()
    set(language)
    if(file MATCHES "\\.[ci]$")
      set(language ${seen})
    endif()
    add_test(NAME induct.${target}.${shown} COMMAND ${INDUCT_PROGRAM} check ${shown} ${language} ${options} ${reports}
             WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} COMMAND_EXPAND_LISTS)
    if(arg_ALLOW_UNKNOWN)
      set_tests_properties(induct.${target}.${shown} PROPERTIES SKIP_RETURN_CODE 3)
    endif()
  endforeach()
endfunction()
