# Eigen, headers only, for the files of the core that include it. The directory holds nothing else, so that compilers
# for WebAssembly may search it too.
find_path(EIGEN_INCLUDE_DIR Eigen/Core PATHS /usr/include/eigen3 /usr/local/include/eigen3 NO_CMAKE_FIND_ROOT_PATH)
if(NOT EIGEN_INCLUDE_DIR)
  message(FATAL_ERROR "Eigen is missing: install libeigen3-dev, or set EIGEN_INCLUDE_DIR")
endif()
