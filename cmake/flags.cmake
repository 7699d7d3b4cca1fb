# hloom_flags: how every target of this project is compiled. It is not installed: users choose their own flags.

add_library(hloom_flags INTERFACE)
target_compile_options(
  hloom_flags INTERFACE -fno-exceptions -fno-rtti -Wall -Wextra
                        # Tables of constants leave out trailing fields on purpose.
                        -Wno-missing-field-initializers)
# WebAssembly has no fused multiply-add that rounds once. On processors that have one, a compiler may use it, and
# results would then differ from one machine to the next.
target_compile_options(hloom_flags INTERFACE -ffp-contract=off)
# Debug information and __FILE__ must not depend on the path of the checkout.
target_compile_options(hloom_flags INTERFACE -ffile-prefix-map=${PROJECT_SOURCE_DIR}=.)
target_link_options(hloom_flags INTERFACE -fno-rtti)

# GCC takes the unnamed namespace of a source that is compiled together with others for one of a header. Its warnings after
# inlining depend on which sources are together: without CMAKE_UNITY_BUILD it warns.
if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(
    hloom_flags INTERFACE -Wno-subobject-linkage -Wno-maybe-uninitialized -Wno-free-nonheap-object -Wno-array-bounds
                          -Wno-stringop-overflow -Wno-stringop-overread -Wno-dangling-pointer -Wno-use-after-free
                          -Wno-restrict)
endif()

if(HLOOM_WERROR)
  target_compile_options(hloom_flags INTERFACE -Werror)
endif()

# A target whose property HLOOM_UNWATCHED is set is compiled without the sanitizers of the build.
set(watched $<NOT:$<BOOL:$<TARGET_PROPERTY:HLOOM_UNWATCHED>>>)
if(HLOOM_ASAN)
  set(sanitizers -fsanitize=address,undefined -fno-sanitize=vptr -fno-sanitize-recover=all)
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # Its prefix of each function cannot be assembled after clang 14 splits a coroutine.
    list(APPEND sanitizers -fno-sanitize=function)
  endif()
  target_compile_options(hloom_flags INTERFACE "$<${watched}:${sanitizers}>" -fno-omit-frame-pointer)
  target_compile_definitions(hloom_flags INTERFACE _GLIBCXX_ASSERTIONS)
  target_link_options(hloom_flags INTERFACE ${sanitizers})
endif()

if(HLOOM_TSAN)
  target_compile_options(hloom_flags INTERFACE -fsanitize=thread -fno-omit-frame-pointer)
  target_link_options(hloom_flags INTERFACE -fsanitize=thread)
endif()

# libFuzzer needs coverage here; the fuzzers themselves link it. Tracing comparisons helps it to find words that no seed
# has, but the tests, which run the same code, would take 1.65 times as long (488 of them: 105 s for 64).
if(HLOOM_FUZZ)
  if(HLOOM_FUZZ_COMPARISONS)
    set(coverage -fsanitize=fuzzer-no-link)
  else()
    set(coverage -fsanitize-coverage=inline-8bit-counters,pc-table)
  endif()
  target_compile_options(hloom_flags INTERFACE $<${watched}:${coverage}>)
endif()

if(EMSCRIPTEN)
  target_compile_options(hloom_flags INTERFACE -msimd128)
  target_compile_options(hloom_flags INTERFACE -pthread)
  target_compile_definitions(hloom_flags INTERFACE HLOOM_HAS_THREADS)
  target_link_options(hloom_flags INTERFACE -pthread)
elseif(HLOOM_THREADS)
  find_package(Threads REQUIRED)
  target_link_libraries(hloom_flags INTERFACE Threads::Threads)
  if(CMAKE_USE_PTHREADS_INIT)
    target_compile_definitions(hloom_flags INTERFACE HLOOM_HAS_THREADS)
  endif()
endif()
