# What `cmake --install` copies, and how other projects find it: find_package(mixseed) or pkg-config.
option(MIXSEED_INSTALL "Install the library, its headers and the program" ${PROJECT_IS_TOP_LEVEL})
if(NOT MIXSEED_INSTALL)
  return()
endif()

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# Before 1.0 a minor version may change the interface.
set_target_properties(mixseed PROPERTIES
  VERSION ${PROJECT_VERSION}
  SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})

install(TARGETS mixseed EXPORT mixseedTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/mixseed DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h")

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/mixseed)
install(EXPORT mixseedTargets NAMESPACE mixseed:: DESTINATION ${package_dir})
get_target_property(library_type mixseed TYPE)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/mixseedConfig.cmake.in
  ${PROJECT_BINARY_DIR}/mixseedConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/mixseedConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/mixseedConfig.cmake ${PROJECT_BINARY_DIR}/mixseedConfigVersion.cmake
  DESTINATION ${package_dir})

# The prefix is found from the place of the .pc file, because `cmake --install --prefix` may still change it.
set(pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
  set(pc_prefix ${CMAKE_INSTALL_PREFIX})
else()
  file(RELATIVE_PATH way_up "/${pkgconfig_dir}" "/")
  string(REGEX REPLACE "/$" "" way_up "${way_up}")
  set(pc_prefix "\${pcfiledir}/${way_up}")
endif()
foreach(kind LIB INCLUDE)
  string(TOLOWER ${kind} name)
  set(pc_${name}dir "${CMAKE_INSTALL_${kind}DIR}")
  if(NOT IS_ABSOLUTE "${pc_${name}dir}")
    string(PREPEND pc_${name}dir "\${prefix}/")
  endif()
endforeach()
configure_file(${CMAKE_CURRENT_LIST_DIR}/mixseed.pc.in ${PROJECT_BINARY_DIR}/mixseed.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/mixseed.pc DESTINATION ${pkgconfig_dir})

if(TARGET mixseed_cli)
  # A program of a shared build finds the library from its own place, in the build tree and installed. The same RPATH
  # in both: CMake would pad the shorter one with empty entries, and those mean the current directory.
  if(BUILD_SHARED_LIBS AND NOT IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
    file(RELATIVE_PATH to_library "/${CMAKE_INSTALL_BINDIR}" "/${CMAKE_INSTALL_LIBDIR}")
    set_target_properties(mixseed_cli PROPERTIES BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH "$ORIGIN/${to_library};$ORIGIN")
  endif()
  install(TARGETS mixseed_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})

  # The program writes its own manual page and completions.
  set(share ${PROJECT_BINARY_DIR}/share)
  file(MAKE_DIRECTORY ${share})
  function(install_what_it_prints file folder)
    add_custom_command(OUTPUT ${share}/${file} DEPENDS mixseed_cli VERBATIM
      COMMAND sh -c "out=$1; shift; \"$@\" >\"$out\"" sh ${share}/${file} $<TARGET_FILE:mixseed_cli> ${ARGN})
    set_property(GLOBAL APPEND PROPERTY mixseed_share_files ${share}/${file})
    install(FILES ${share}/${file} DESTINATION ${folder})
  endfunction()
  install_what_it_prints(mixseed.1 ${CMAKE_INSTALL_MANDIR}/man1 help --man)
  install_what_it_prints(mixseed ${CMAKE_INSTALL_DATADIR}/bash-completion/completions completions bash)
  install_what_it_prints(_mixseed ${CMAKE_INSTALL_DATADIR}/zsh/site-functions completions zsh)
  install_what_it_prints(mixseed.fish ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d completions fish)
  get_property(share_files GLOBAL PROPERTY mixseed_share_files)
  add_custom_target(mixseed_share ALL DEPENDS ${share_files})
endif()
