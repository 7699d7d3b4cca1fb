# Headers that most files include, parsed once for all files of a target: parsing is half of the time to compile one of
# our files.
#
# Projects that add hloom compile without them (HLOOM_PCH is off). A file that forgets an #include fails there: `npm run
# test:includes` finds it.

option(HLOOM_PCH "Precompile the headers that most files include" OFF)

set(HLOOM_STANDARD_HEADERS
    <algorithm>
    <array>
    <cmath>
    <complex>
    <cstdint>
    <cstring>
    <functional>
    <limits>
    <map>
    <memory>
    <optional>
    <set>
    <string>
    <string_view>
    <type_traits>
    <unordered_map>
    <utility>
    <vector>)

# Our headers that more than half of the core, of wasm/ and of the tests include. A change to one of them recompiles
# nearly everything in any case.
set(HLOOM_COMMON_HEADERS
    base/span.h
    base/status.h
    base/str_cat.h
    hlo/hlo_module.h
    literal/literal.h
    ops/op_def.h
    shape/shape_util.h)
list(TRANSFORM HLOOM_COMMON_HEADERS PREPEND ${PROJECT_SOURCE_DIR}/core/)

# hloom_precompile(TARGET [ALL] [HEADER...]): precompiles those and the named headers; ALL: our headers in every preset.
function(hloom_precompile target)
  cmake_parse_arguments(PARSE_ARGV 1 precompile "ALL" "" "")
  set(headers ${HLOOM_STANDARD_HEADERS} ${precompile_UNPARSED_ARGUMENTS})
  if(HLOOM_PCH OR precompile_ALL)
    list(APPEND headers ${HLOOM_COMMON_HEADERS})
  endif()
  target_precompile_headers(${target} PRIVATE ${headers})
  # CMake gives the list an old time stamp, so only a changed command line rebuilds files that used another list.
  string(MD5 hash "${headers}")
  target_compile_definitions(${target} PRIVATE HLOOM_PRECOMPILED=list_${hash})
  # Without these, ccache cannot cache files that use a precompiled header.
  target_compile_options(
    ${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>
                      $<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>)
endfunction()
