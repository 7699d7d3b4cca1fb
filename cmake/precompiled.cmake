# Standard headers, parsed once for all files of a target: they are half of what compiling one of ours takes.
#
# The preset `native` does without (HLOOM_PCH is off), so that a file which forgets an #include is found.

option(HLOOM_PCH "Precompile the standard headers" OFF)

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

# hloom_precompile(TARGET [HEADER...]): those and the headers named.
function(hloom_precompile target)
  target_precompile_headers(${target} PRIVATE ${HLOOM_STANDARD_HEADERS} ${ARGN})
  # Without these, ccache cannot cache what is compiled with a precompiled header.
  target_compile_options(
    ${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>
                      $<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>)
endfunction()
