# Sources that are compiled together, as one translation unit: to read what they include is most of what compiling one of
# ours takes. Which those are, scripts/lib/source-groups.mjs says. Measured on the core, one compiler at a time, for groups
# of eight: GCC 13.6 s become 5.7, clang with sanitizers 13.2 become 8.3, tests with sanitizers 20.5 become 14.2.
#
# What is shipped, the core as WebAssembly, is compiled source by source: together it would be built in 10 s less of 64, but
# compressed it would have 13 KB more. So it is with HLOOM_UNITY off, as for who adds hloom to a project of their own.

option(HLOOM_UNITY "Compile sources together, several in one translation unit" OFF)
find_program(HLOOM_NODE node)

# hloom_group_sources(NAME SOURCE...): which of the sources are compiled together, in each target that has them. Under the
# name the groups are found again, so that a source more or less moves no others.
function(hloom_group_sources name)
  if(NOT HLOOM_UNITY OR NOT HLOOM_NODE)
    return()
  endif()
  set(list ${PROJECT_BINARY_DIR}/unity/${name}.txt)
  set(groups ${PROJECT_BINARY_DIR}/unity/${name}-groups.txt)
  list(JOIN ARGN "\n" lines)
  file(WRITE ${list} "${lines}\n")
  set(script ${PROJECT_SOURCE_DIR}/scripts/lib/source-groups.mjs)
  execute_process(COMMAND ${HLOOM_NODE} ${script} ${list} ${groups} COMMAND_ERROR_IS_FATAL ANY)
  # A name that is new in a source may part it from its group.
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${script} ${ARGN})
  file(STRINGS ${groups} lines)
  foreach(line IN LISTS lines)
    string(REPLACE "\t" ";" files "${line}")
    # A group is named after its first source, so that a group more or less renames no others.
    list(GET files 0 first)
    cmake_path(RELATIVE_PATH first BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
    string(MAKE_C_IDENTIFIER ${first} group)
    set_source_files_properties(${files} PROPERTIES UNITY_GROUP ${group})
  endforeach()
endfunction()

# hloom_compile_together(TARGET): groups of its sources as one.
function(hloom_compile_together target)
  if(NOT HLOOM_UNITY OR NOT HLOOM_NODE)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # What a source keeps in an unnamed namespace looks to GCC as if a header kept it there. What GCC warns of after it has
  # inlined would depend on which sources are together; HLOOM_UNITY=OFF shows it.
  set(vague -Wno-subobject-linkage -Wno-maybe-uninitialized -Wno-free-nonheap-object -Wno-array-bounds
            -Wno-stringop-overflow -Wno-stringop-overread -Wno-dangling-pointer -Wno-use-after-free -Wno-restrict)
  target_compile_options(${target} PRIVATE "$<$<CXX_COMPILER_ID:GNU>:${vague}>")
endfunction()
