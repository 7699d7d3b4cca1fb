# The WebAssembly module, linked twice: for Node and for browsers. Both are written to dist/wasm under stable names.
#
# Two emissions, because Emscripten's ES module output does not start in Node and its CommonJS output is of no use to
# a browser. The wasm itself is byte-identical, so dist holds one .wasm.
#
# It is compiled with -pthread. In dist, threads do not share the memory that it imports; atomic operations work there, too.
# For threads, the loader changes one byte of the file: js/src/instance/memory-type.ts.

set(HLOOM_DIST_DIR "${PROJECT_SOURCE_DIR}/dist/wasm" CACHE PATH "Where the wasm emissions go")
set(HLOOM_MAX_MEMORY 4GB CACHE STRING "Upper bound of the wasm memory")
find_program(HLOOM_NODE node REQUIRED)

if(EMSCRIPTEN_VERSION VERSION_LESS 3.1.27)
  set(stack_option -sTOTAL_STACK)
else()
  set(stack_option -sSTACK_SIZE)
endif()

# Every wasm program of this project is linked with this.
add_library(hloom_wasm_link INTERFACE)
target_link_libraries(hloom_wasm_link INTERFACE hloom_flags)
target_link_options(
  hloom_wasm_link
  INTERFACE
  -sALLOW_MEMORY_GROWTH
  -sMAXIMUM_MEMORY=${HLOOM_MAX_MEMORY}
  # A failed malloc returns null: the core turns it into RESOURCE_EXHAUSTED.
  -sABORTING_MALLOC=0
  ${stack_option}=1MB
  -Wno-pthreads-mem-growth)

# hloom_link_threads(TARGET): a thread beyond the pool fails to start instead of being waited for on a thread that blocks.
function(hloom_link_threads target)
  target_link_libraries(${target} PRIVATE hloom_wasm_link)
  target_link_options(${target} PRIVATE -sPTHREAD_POOL_SIZE_STRICT=2 -sDEFAULT_PTHREAD_STACK_SIZE=1MB)
endfunction()

# Both emissions are optimized once, if the tools of cmake/wasm-opt-once.sh are installed. Emscripten takes Binaryen's
# tools from one directory, and Debian's from PATH: our directory has all of them, and the script in place of wasm-opt.
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

add_library(hloom_bindings OBJECT wasm/bindings.cc wasm/worker_threads.cc)
target_link_libraries(hloom_bindings PRIVATE hloom_boundary hloom_flags)
# Embind prints types' names with RTTI, which is off here.
target_compile_definitions(hloom_bindings PRIVATE EMSCRIPTEN_HAS_UNBOUND_TYPE_NAMES=0)

# hloom_add_emission(PLATFORM SUFFIX ENVIRONMENT): hloom_PLATFORM.
function(hloom_add_emission platform suffix environment)
  set(target hloom_${platform})
  add_executable(${target})
  target_link_libraries(${target} PRIVATE hloom_bindings hloom_boundary)
  hloom_link_threads(${target})
  set_target_properties(${target} PROPERTIES OUTPUT_NAME hloom.${platform} SUFFIX ${suffix} LINKER_LANGUAGE CXX)
  target_link_options(
    ${target}
    PRIVATE
    --bind
    -sMODULARIZE
    -sEXPORT_NAME=createHloom
    -sEXPORTED_RUNTIME_METHODS=HEAPU8,PThread,wasmMemory
    -sENVIRONMENT=${environment}
    -sFILESYSTEM=0
    # A second round of Binaryen's optimizer, for size: 20 KB less of 1,155 compressed, and no kernel slower.
    -sBINARYEN_EXTRA_PASSES=-Os
    # No eval in the glue: it runs under a Content-Security-Policy that allows only wasm.
    -sDYNAMIC_EXECUTION=0
    # A library must not install handlers on the process of the program that uses it.
    -sNODEJS_CATCH_EXIT=0
    -sNODEJS_CATCH_REJECTION=0
    -sALLOW_TABLE_GROWTH
    # wasm/worker_threads.cc
    -Wl,--wrap=pthread_mutex_lock,--wrap=pthread_mutex_unlock
    # The loader of the module chooses the pool's size; the pool is ready when the factory resolves.
    "-sPTHREAD_POOL_SIZE=Module[\"hloomPoolSize\"]")
  if(platform STREQUAL web)
    target_link_options(${target} PRIVATE -sEXPORT_ES6)
  endif()
endfunction()

hloom_add_emission(node .js node,worker)
hloom_add_emission(web .mjs web,worker)
set(emitted ${HLOOM_DIST_DIR}/hloom.wasm)
add_custom_command(
  OUTPUT ${emitted}
  COMMAND ${HLOOM_NODE} ${PROJECT_SOURCE_DIR}/scripts/emit-wasm.mjs ${CMAKE_CURRENT_BINARY_DIR} ${HLOOM_DIST_DIR}
  DEPENDS hloom_node hloom_web ${PROJECT_SOURCE_DIR}/scripts/emit-wasm.mjs
  COMMENT "Writing ${emitted} and its glue"
  VERBATIM)
add_custom_target(hloom ALL DEPENDS ${emitted})

# hloom_add_program(NAME SOURCE FOLDER OPTION...): a small program for Node. -O1 spares the seconds that wasm-opt takes.
function(hloom_add_program name source folder)
  add_executable(${name} ${source})
  target_link_libraries(${name} PRIVATE hloom_core)
  hloom_link_threads(${name})
  target_link_options(${name} PRIVATE -O1 -sFILESYSTEM=0 -sENVIRONMENT=node ${ARGN})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/${folder})
endfunction()

# Two programs whose sizes `npm run build` prints: one without the runtime, one with it. tests/js/house.test.ts reads the
# symbols: the first must not hold the runtime and its kernels.
add_custom_target(hloom_sizes ALL)
foreach(name IN ITEMS builder_and_text with_runtime)
  hloom_add_program(${name} ${PROJECT_SOURCE_DIR}/tests/sizes/${name}.cc sizes --emit-symbol-map)
  add_dependencies(hloom_sizes ${name})
endforeach()

# Examples in C++, which `npm start` runs.
foreach(name IN ITEMS linear_algebra signals_and_chance)
  hloom_add_program(${name} ${PROJECT_SOURCE_DIR}/examples/cpp/${name}.cc examples -sEXIT_RUNTIME)
  add_dependencies(hloom ${name})
endforeach()
