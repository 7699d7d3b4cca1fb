# Chooses between speed and size for each file of the WebAssembly build. A page downloads all of it, so rarely executed
# code is compiled for size (-Oz).
#
# -Oz inlines next to nothing, which is slow where short functions call each other. Measured in Node 20 (milliseconds of
# building 10,000 additions, of reading 427 KB of HLO text, and of reading the same program's bytes; microseconds of
# runSync on f32[8]; size and size compressed):
#
#   -Oz except the list below                             72   21   21   34   1.88 MB  654 KB
#   -Oz too: ops/verify/, builder/broadcasting            79   29   29   36   1.85 MB  643 KB
#   -Oz too: those and wasm/                              94   33   35   45   1.80 MB  630 KB
#
# These are figures from before runs had slots, prepared steps and threads; the first line is 2.00 MB and 696 KB with
# these.
#
# Loops are not unrolled: that alone made 2.12 MB of 1.88 (and integers of either sign share loops where they can).

# Paths below core/, as regular expressions.
set(HLOOM_FAST
    # Loops over elements.
    "^kernels/"
    "_eval\\.cc$"
    "^literal/(literal\\.|convert|number_|relayout)"
    # The machine: every instruction of every run passes here.
    "^runtime/"
    # Characters and bytes, one by one: JSON, HLO text, numbers, protobuf.
    "^base/"
    "^text/hlo/.*parser"
    "^text/mlir/mlir_(cursor|operation_parser|part_parser|part_types|pretty_forms|tree)\\."
    "^text/stablehlo/(function_importer|import_scope|module_index)\\."
    "^text/proto/"
    # Every operation that is built or read passes here.
    "^shape/"
    "^hlo/[^/]*$"
    "^ops/[^/]*$"
    "^ops/verify/"
    "^builder/(xla_builder|broadcasting)")

# Exceptions within HLOOM_FAST: they cut work into pieces for the loops of other files, explain one element to people,
# compute rarely used functions of complex numbers, write messages, or run once a program and only in some programs.
set(HLOOM_SMALL
    "^kernels/windows/(apply_to_prefixes|long_windows|pick_by_comparison|reduce_apply)\\."
    "^kernels/map\\."
    "^kernels/elementwise/complex_(inverse|trigonometry)"
    "^kernels/fft/(axis_fft|fft|unit_roots)\\."
    "^kernels/linear_algebra/(cholesky|triangular_solve|wide_copy|decompose)\\."
    "_explain\\.cc$"
    "^hlo/rewriter\\."
    "^ops/verify/(call_verifier|config_verifier|context_flow|pairing_verifier|sharding_verifier)\\."
    "^ops/(mixed_precision|dynamic_dimension_inference|live_sizes_eval)"
    "^ops/collectives/.*_move_eval|^ops/collectives/ragged_all_to_all_eval"
    "^ops/host/.*_eval|^ops/linear_algebra/.*_eval|^ops/spectral/.*_eval"
    "^ops/contractions/(dynamic_convolution|ragged_dot|scaled_dot)_eval"
    "^runtime/(async_to_call|execution_devices|meeting_executor|transfer_executor)\\."
    "^base/(article|message)\\."
    "^shape/shape_(proto|rebuild)\\.")

# hloom_matches_any(RESULT PATH PATTERN...): sets the variable RESULT to whether PATH matches one of the patterns. CMake
# allows only ten parentheses in one expression.
function(hloom_matches_any result path)
  set(${result} FALSE PARENT_SCOPE)
  foreach(pattern IN LISTS ARGN)
    if(path MATCHES "${pattern}")
      set(${result} TRUE PARENT_SCOPE)
    endif()
  endforeach()
endfunction()

# hloom_split_by_speed(FAST SMALL SOURCE...): sets the variables FAST and SMALL to the sources of each kind.
function(hloom_split_by_speed fast_out small_out)
  foreach(source IN LISTS ARGN)
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR}/core OUTPUT_VARIABLE path)
    hloom_matches_any(is_fast ${path} ${HLOOM_FAST})
    hloom_matches_any(is_small ${path} ${HLOOM_SMALL})
    if(is_fast AND NOT is_small)
      list(APPEND fast ${source})
    else()
      list(APPEND small ${source})
    endif()
  endforeach()
  set(${fast_out} ${fast} PARENT_SCOPE)
  set(${small_out} ${small} PARENT_SCOPE)
endfunction()
