# Compiles through ccache if it is installed. The settings are part of the command, so that no personal configuration is
# needed: basedir and nohashdir keep the checkout's path out of the hash, and ccache requires the sloppiness for a
# precompiled header. In a second checkout clang's files still miss, because its header contains the path. With
# CCACHE_DEPEND, ccache learns from the compiler which headers a file includes, and does not run the preprocessor first,
# which took a quarter of the time to compile a file for WebAssembly.

find_program(HLOOM_CCACHE ccache)
if(HLOOM_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 CCACHE_DEPEND=1
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime)
  if(EMSCRIPTEN)
    # em++ is a wrapper script, from which ccache cannot determine the kind of compiler, nor its version.
    list(APPEND CMAKE_CXX_COMPILER_LAUNCHER CCACHE_COMPILERTYPE=clang
         CCACHE_COMPILERCHECK=string:emscripten-${EMSCRIPTEN_VERSION})
  endif()
  list(APPEND CMAKE_CXX_COMPILER_LAUNCHER HLOOM_CCACHE=${HLOOM_CCACHE}
       ${CMAKE_CURRENT_LIST_DIR}/launch-compiler.sh)
endif()
