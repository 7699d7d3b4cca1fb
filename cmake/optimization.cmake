# What WebAssembly is compiled for. A page downloads all of it, so what is seldom run is compiled for size (-Oz).
#
# -Oz inlines next to nothing, which is dear where short functions call each other. Measured in Node 20 (milliseconds of
# building 10,000 operations, of reading 776 KB of HLO text, and of reading the same program's bytes; size and size
# compressed):
#
#   everything -O2                                       373   91   78   1.90 MB  626 KB
#   -Oz but for what is listed below                     386   87   73   1.81 MB  607 KB
#   -Oz too: wasm/, builder/xla_builder, ops/verify/     509  142  119   1.69 MB  576 KB
#   -Oz but for element loops, machine and parsers       583  236  250   1.62 MB  553 KB
#
# -Os gave the same as -Oz in all of it.

# Paths below core/, as regular expressions.
set(HLOOM_FAST
    # Loops over elements.
    "^kernels/"
    "_eval\\.cc$"
    "^ops/elementwise/elementwise\\.cc$"
    "^literal/(literal\\.|convert|number_)"
    # The machine: every instruction of every run passes here.
    "^runtime/"
    # Characters and bytes, one by one: JSON, HLO text, numbers, protobuf.
    "^base/"
    "^text/hlo/.*parser"
    "^text/proto/"
    # Every operation that is built or read passes here.
    "^shape/"
    "^hlo/[^/]*$"
    "^ops/[^/]*$"
    "^ops/verify/"
    "^builder/(xla_builder|broadcasting)")

# hloom_split_by_speed(FAST SMALL SOURCE...): sets the variables FAST and SMALL to the sources of each kind.
function(hloom_split_by_speed fast_out small_out)
  list(JOIN HLOOM_FAST "|" fast_pattern)
  foreach(source IN LISTS ARGN)
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR}/core OUTPUT_VARIABLE path)
    if(path MATCHES "${fast_pattern}")
      list(APPEND fast ${source})
    else()
      list(APPEND small ${source})
    endif()
  endforeach()
  set(${fast_out} ${fast} PARENT_SCOPE)
  set(${small_out} ${small} PARENT_SCOPE)
endfunction()
