# `cmake --install` and `find_package(hloom)` for C++ users: the target is hloom::core.
#
# The headers go to include/hloom, which is the include directory: `#include "hloom.h"`, or one header as the core
# itself names it, `#include "builder/xla_builder.h"`.

target_compile_features(hloom_core PUBLIC cxx_std_20)
set_target_properties(hloom_core PROPERTIES EXPORT_NAME core)

# A project that includes this one with add_subdirectory() has its own installation.
option(HLOOM_INSTALL "Add the rules of `cmake --install`" ${PROJECT_IS_TOP_LEVEL})
if(NOT HLOOM_INSTALL)
  return()
endif()

include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/hloom)

install(TARGETS hloom_core EXPORT hloom-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY core/ DESTINATION include/hloom FILES_MATCHING PATTERN "*.h" PATTERN "*.def" PATTERN "*.inc")
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(EXPORT hloom-targets NAMESPACE hloom:: DESTINATION ${package_dir})
configure_file(${CMAKE_CURRENT_LIST_DIR}/hloom-config.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/hloom-config.cmake @ONLY)
write_basic_package_version_file(hloom-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/hloom-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/hloom-config-version.cmake
        DESTINATION ${package_dir})
