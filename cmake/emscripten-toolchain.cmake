# Finds Emscripten and hands over to its own toolchain file.
#
# An activated emsdk (EMSDK is set, or its emcc comes first in PATH) wins over the distribution's package.

if(DEFINED ENV{EMSDK} AND EXISTS "$ENV{EMSDK}/upstream/emscripten/emcc")
  set(hloom_emscripten_root "$ENV{EMSDK}/upstream/emscripten")
else()
  find_program(HLOOM_EMCC emcc REQUIRED)
  file(REAL_PATH "${HLOOM_EMCC}" hloom_emcc)
  get_filename_component(hloom_emscripten_root "${hloom_emcc}" DIRECTORY)
  if(NOT EXISTS "${hloom_emscripten_root}/cmake/Modules/Platform/Emscripten.cmake")
    # Debian's /usr/bin/emcc is a wrapper; the tree behind it lives here.
    set(hloom_emscripten_root /usr/share/emscripten)
  endif()
endif()

if(hloom_emscripten_root STREQUAL "/usr/share/emscripten")
  # Debian's emcc runs a JavaScript optimizer that needs Debian's acorn, which a Node that does not come from Debian
  # cannot see. The environment serves CMake's own link checks; HLOOM_LINK_ENV reaches the real links (wasm-module.cmake).
  set(ENV{NODE_PATH} /usr/share/nodejs)
  set(HLOOM_LINK_ENV NODE_PATH=/usr/share/nodejs)
endif()

include("${hloom_emscripten_root}/cmake/Modules/Platform/Emscripten.cmake")
