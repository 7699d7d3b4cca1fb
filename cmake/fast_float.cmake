# fast_float, which reads decimal numbers: only headers, of Debian's libfast-float-dev or from the directory
# HLOOM_FAST_FLOAT. They are copied, because -I/usr/include would put the system's C library before Emscripten's.

find_path(
  HLOOM_FAST_FLOAT fast_float/fast_float.h
  DOC "The directory that has fast_float/fast_float.h"
  PATHS /usr/include /usr/local/include
  NO_CMAKE_FIND_ROOT_PATH)
if(NOT HLOOM_FAST_FLOAT)
  message(FATAL_ERROR "fast_float is missing: install libfast-float-dev, or set HLOOM_FAST_FLOAT to the directory "
                      "that has fast_float/fast_float.h")
endif()
file(COPY ${HLOOM_FAST_FLOAT}/fast_float DESTINATION ${PROJECT_BINARY_DIR}/third_party)

# Only one file includes them, and no header does, so that users of an installed hloom do not need them.
set_source_files_properties(
  ${PROJECT_SOURCE_DIR}/core/base/float_parser.cc
  PROPERTIES COMPILE_OPTIONS "-isystem;${PROJECT_BINARY_DIR}/third_party")
