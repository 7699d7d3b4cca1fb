# Compiles through ccache where there is one. Its settings travel with the command, so that nobody's own configuration
# is needed: basedir and nohashdir keep the checkout's path out of what is hashed, and the sloppiness is what ccache asks
# for when a precompiled header is in use. In a second checkout clang's files still miss, for its header holds the path. With CCACHE_DEPEND, ccache learns from the compiler which headers a file includes,
# and does not run the preprocessor first: that took a quarter of what compiling a file for WebAssembly takes.

find_program(HLOOM_CCACHE ccache)
if(HLOOM_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 CCACHE_DEPEND=1
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime)
  if(EMSCRIPTEN)
    # em++ is a wrapper script: ccache can tell from it neither what kind of compiler stands behind, nor its version.
    list(APPEND CMAKE_CXX_COMPILER_LAUNCHER CCACHE_COMPILERTYPE=clang
         CCACHE_COMPILERCHECK=string:emscripten-${EMSCRIPTEN_VERSION})
  endif()
  list(APPEND CMAKE_CXX_COMPILER_LAUNCHER HLOOM_CCACHE=${HLOOM_CCACHE}
       ${CMAKE_CURRENT_LIST_DIR}/launch-compiler.sh)
endif()
