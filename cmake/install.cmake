# `cmake --install` and `find_package(hloom)` for C++ users: the target is hloom::core.

include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/hloom)
set_target_properties(hloom_core PROPERTIES EXPORT_NAME core)
target_compile_features(hloom_core PUBLIC cxx_std_20)

install(TARGETS hloom_core EXPORT hloom-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY core/ DESTINATION include/hloom FILES_MATCHING PATTERN "*.h" PATTERN "*.def" PATTERN "*.inc")
install(EXPORT hloom-targets NAMESPACE hloom:: DESTINATION ${package_dir} FILE hloom-config.cmake)
write_basic_package_version_file(hloom-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/hloom-config-version.cmake DESTINATION ${package_dir})
