# em++ is a Python program that starts clang with some flags more: a third of a second for each file, which is half of what
# compiling a small one takes. hloom_emscripten_clang(OUT FLAG...) sets OUT to clang and those flags, as em++ itself names
# them, or to nothing unless both make the same object files of a probe at every level of optimisation.
function(hloom_emscripten_clang out)
  set(${out} "" PARENT_SCOPE)
  set(probe ${PROJECT_BINARY_DIR}/emscripten-probe)
  file(WRITE ${probe}.cc "#include <string>
                          thread_local int x;
                          std::string f(std::string s) { static std::string t; return s + t + std::to_string(x); }\n")
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} ${ARGN} --cflags OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE
                  ERROR_QUIET RESULT_VARIABLE failed)
  # The launcher takes them apart at blanks.
  if(failed OR "${flags}" MATCHES "[\"'\\\\]")
    return()
  endif()
  separate_arguments(words UNIX_COMMAND "${flags}")
  foreach(level IN ITEMS "-O1" "-O2" "-Oz;-fno-inline-functions")
    set(compile ${ARGN} ${level} -msimd128 -c ${probe}.cc -o)
    execute_process(COMMAND ${CMAKE_CXX_COMPILER} -v ${compile} ${probe}.em.o ERROR_VARIABLE steps RESULT_VARIABLE failed)
    if(failed OR NOT steps MATCHES "\"?([^ \"\n]*clang\\+\\+[^ \"\n]*)\"? -target ")
      return()
    endif()
    set(clang ${CMAKE_MATCH_1})
    execute_process(COMMAND ${clang} ${words} ${compile} ${probe}.o RESULT_VARIABLE failed ERROR_QUIET)
    if(failed)
      return()
    endif()
    file(SHA256 ${probe}.em.o by_emscripten)
    file(SHA256 ${probe}.o by_clang)
    if(NOT by_emscripten STREQUAL by_clang)
      return()
    endif()
  endforeach()
  set(${out} "${clang} ${flags}" PARENT_SCOPE)
endfunction()
