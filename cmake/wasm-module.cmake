# The WebAssembly module, linked twice (for Node and for browsers) and written to dist/wasm under stable names.
#
# Two emissions, because Emscripten's ES module output does not start in Node and its CommonJS output is of no use to
# a browser. The wasm itself is byte-identical, so dist holds one .wasm a variant.

set(HLOOM_DIST_DIR "${PROJECT_SOURCE_DIR}/dist/wasm" CACHE PATH "Where the wasm emissions go")
set(HLOOM_MAX_MEMORY 4GB CACHE STRING "Upper bound of the wasm memory")
find_program(HLOOM_NODE node REQUIRED)

# What every wasm program of ours is linked with, the test suite included.
add_library(hloom_wasm_link INTERFACE)
if(EMSCRIPTEN_VERSION VERSION_LESS 3.1.27)
  set(stack_option -sTOTAL_STACK)
else()
  set(stack_option -sSTACK_SIZE)
endif()
target_link_options(
  hloom_wasm_link
  INTERFACE
  -sALLOW_MEMORY_GROWTH
  -sMAXIMUM_MEMORY=${HLOOM_MAX_MEMORY}
  # A failed malloc answers null: the core turns it into RESOURCE_EXHAUSTED.
  -sABORTING_MALLOC=0
  ${stack_option}=1MB
  -Wno-pthreads-mem-growth)
if(HLOOM_THREADS)
  # A thread beyond the pool fails to start instead of being waited for on a thread that blocks.
  target_link_options(hloom_wasm_link INTERFACE -sPTHREAD_POOL_SIZE_STRICT=2 -sDEFAULT_PTHREAD_STACK_SIZE=1MB)
endif()
# Both emissions are optimised once, where the tools of cmake/wasm-opt-once.sh are there. Emscripten takes Binaryen's tools
# from one directory, and Debian's from PATH: ours has all of them, and the script for wasm-opt.
find_program(HLOOM_WASM_OPT wasm-opt HINTS ${EMSCRIPTEN_ROOT_PATH}/../bin)
find_program(HLOOM_FLOCK flock)
find_program(HLOOM_SHA256SUM sha256sum)
if(HLOOM_WASM_OPT AND HLOOM_FLOCK AND HLOOM_SHA256SUM)
  cmake_path(GET HLOOM_WASM_OPT PARENT_PATH binaryen)
  set(tools ${PROJECT_BINARY_DIR}/binaryen/bin)
  file(MAKE_DIRECTORY ${tools})
  file(GLOB binaryen_tools ${binaryen}/wasm-*)
  foreach(tool IN LISTS binaryen_tools)
    cmake_path(GET tool FILENAME name)
    file(CREATE_LINK ${tool} ${tools}/${name} SYMBOLIC)
  endforeach()
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/cmake/wasm-opt-once.sh ${tools}/wasm-opt SYMBOLIC)
  list(APPEND HLOOM_LINK_ENV --modify PATH=path_list_prepend:${tools} EM_BINARYEN_ROOT=${PROJECT_BINARY_DIR}/binaryen
       HLOOM_WASM_OPT=${HLOOM_WASM_OPT} HLOOM_WASM_OPT_KEPT=${PROJECT_BINARY_DIR}/binaryen/kept)
endif()
if(HLOOM_LINK_ENV)
  list(JOIN HLOOM_LINK_ENV " " HLOOM_LINK_ENV)
  set_property(GLOBAL PROPERTY RULE_LAUNCH_LINK "${CMAKE_COMMAND} -E env ${HLOOM_LINK_ENV}")
endif()

if(HLOOM_THREADS)
  set(variant simd-threads)
else()
  set(variant simd)
endif()

set(runtime_methods HEAPU8)
if(HLOOM_THREADS)
  list(APPEND runtime_methods PThread wasmMemory)
endif()
list(JOIN runtime_methods "," runtime_methods)

add_library(hloom_bindings OBJECT wasm/bindings.cc)
if(HLOOM_THREADS)
  target_sources(hloom_bindings PRIVATE wasm/worker_threads.cc)
endif()
target_link_libraries(hloom_bindings PRIVATE hloom_boundary hloom_flags)
# Embind prints types' names with RTTI, which is off here.
target_compile_definitions(hloom_bindings PRIVATE EMSCRIPTEN_HAS_UNBOUND_TYPE_NAMES=0)

function(hloom_add_emission target name suffix environment)
  add_executable(${target})
  target_link_libraries(${target} PRIVATE hloom_bindings hloom_boundary hloom_flags hloom_wasm_link)
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name} SUFFIX ${suffix} LINKER_LANGUAGE CXX)
  target_link_options(
    ${target}
    PRIVATE
    --bind
    -sMODULARIZE
    -sEXPORT_NAME=createHloom
    -sEXPORTED_RUNTIME_METHODS=${runtime_methods}
    -sENVIRONMENT=${environment}
    -sFILESYSTEM=0
    # No eval in the glue: it runs under a Content-Security-Policy that allows only wasm.
    -sDYNAMIC_EXECUTION=0
    # A library must not install handlers on the process of the program that uses it.
    -sNODEJS_CATCH_EXIT=0
    -sNODEJS_CATCH_REJECTION=0)
  if(HLOOM_THREADS)
    # The pool is sized by who loads the module, and is ready when the factory resolves.
    target_link_options(${target} PRIVATE -sALLOW_TABLE_GROWTH "-sPTHREAD_POOL_SIZE=Module[\"hloomPoolSize\"]")
  endif()
endfunction()

if(HLOOM_THREADS)
  hloom_add_emission(hloom_node hloom-${variant}.node .js node,worker)
else()
  hloom_add_emission(hloom_node hloom-${variant}.node .js node)
endif()
hloom_add_emission(hloom_web hloom-${variant}.web .mjs web,worker)
target_link_options(hloom_web PRIVATE -sEXPORT_ES6)

set(emitted ${HLOOM_DIST_DIR}/hloom-${variant}.wasm)
add_custom_command(
  OUTPUT ${emitted}
  COMMAND ${HLOOM_NODE} ${PROJECT_SOURCE_DIR}/scripts/emit-wasm.mjs hloom-${variant} ${CMAKE_CURRENT_BINARY_DIR}
          ${HLOOM_DIST_DIR}
  DEPENDS hloom_node hloom_web ${PROJECT_SOURCE_DIR}/scripts/emit-wasm.mjs
  COMMENT "Writing ${emitted} and its glue"
  VERBATIM)
add_custom_target(hloom ALL DEPENDS ${emitted})

# Two small programs whose sizes `npm run build` prints: one without the runtime, one with it. What the first holds of the
# runtime and of kernels, it was made to depend on by mistake: tests/js/house.test.ts reads the maps.
if(NOT HLOOM_THREADS)
  foreach(name IN ITEMS builder_and_text with_runtime)
    add_executable(${name} ${PROJECT_SOURCE_DIR}/tests/sizes/${name}.cc)
    target_link_libraries(${name} PRIVATE hloom_core hloom_flags hloom_wasm_link)
    # The linker drops what nothing reaches; -O1 spares the seconds that wasm-opt takes.
    target_link_options(${name} PRIVATE -O1 -sFILESYSTEM=0 -sENVIRONMENT=node
                        --emit-symbol-map)
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/sizes)
    add_dependencies(hloom ${name})
  endforeach()
endif()

# Examples in C++, as programs for Node: `npm start` runs them.
if(NOT HLOOM_THREADS)
  foreach(name IN ITEMS linear_algebra signals_and_chance)
    add_executable(${name} ${PROJECT_SOURCE_DIR}/examples/cpp/${name}.cc)
    target_link_libraries(${name} PRIVATE hloom_core hloom_flags hloom_wasm_link)
    target_link_options(${name} PRIVATE -O1 -sFILESYSTEM=0 -sENVIRONMENT=node -sEXIT_RUNTIME)
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/examples)
    add_dependencies(hloom ${name})
  endforeach()
endif()
