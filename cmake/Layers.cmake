# One static library per folder named in src/LAYERS. A folder's sources see the headers of the folders they may use and
# no others: each library has an include directory of links, build/layers/<folder>/, made from the file.
#
#   layers_read(FILE)               makes the libraries; sets LAYERS_FOLDERS
#   layers_target(VAR folder)       the target name of a folder: engine/bit -> induct_engine_bit
#   layers_link(folder libs...)     adds outside libraries
#   layers_executable(exe folder)   compiles and links an executable as if it were part of the folder
#
# Files named *_test.c and *_fuzz.c are tests beside what they test; main.c is the program.

function(layers_target result folder)
  string(REPLACE "/" "_" name ${folder})
  set(${result} induct_${name} PARENT_SCOPE)
endfunction()

function(layers_include_directory folder uses)
  set(root ${CMAKE_BINARY_DIR}/layers/${folder})
  file(REMOVE_RECURSE ${root})
  foreach(used IN LISTS folder uses)
    file(MAKE_DIRECTORY ${root}/${used})
    file(GLOB headers CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${used}/*.h ${CMAKE_SOURCE_DIR}/src/${used}/*.def)
    foreach(header IN LISTS headers)
      get_filename_component(name ${header} NAME)
      file(CREATE_LINK ${header} ${root}/${used}/${name} SYMBOLIC)
    endforeach()
  endforeach()
endfunction()

function(layers_folder folder uses)
  layers_target(target ${folder})
  layers_include_directory(${folder} "${uses}")
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${folder}/*.c)
  list(FILTER sources EXCLUDE REGEX "(_test|_fuzz|/main)\\.c$")
  if(NOT sources)
    return()
  endif()
  add_library(${target} STATIC ${sources})
  target_include_directories(${target} PRIVATE ${CMAKE_BINARY_DIR}/layers/${folder})
  foreach(used IN LISTS uses)
    layers_target(used_target ${used})
    if(TARGET ${used_target})
      target_link_libraries(${target} PUBLIC ${used_target})
    endif()
  endforeach()
endfunction()

macro(layers_read file)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  set(LAYERS_FOLDERS)
  file(STRINGS ${file} lines REGEX "^[a-z]")
  foreach(line IN LISTS lines)
    string(REGEX MATCH "^([a-z0-9/]+):(.*)$" matched "${line}")
    set(folder ${CMAKE_MATCH_1})
    string(STRIP "${CMAKE_MATCH_2}" uses)
    string(REGEX REPLACE " +" ";" uses "${uses}")
    layers_folder(${folder} "${uses}")
    list(APPEND LAYERS_FOLDERS ${folder})
  endforeach()
endmacro()

function(layers_link folder)
  layers_target(target ${folder})
  if(TARGET ${target})
    target_link_libraries(${target} PUBLIC ${ARGN})
  endif()
endfunction()

function(layers_executable executable folder)
  layers_target(target ${folder})
  target_include_directories(${executable} PRIVATE ${CMAKE_BINARY_DIR}/layers/${folder})
  target_link_libraries(${executable} PRIVATE ${target})
endfunction()
