# SPDX-License-Identifier: GPL-3.0-or-later
# What `cmake --install` puts where: programs, desktop entry, application data, licence and sample.

include(GNUInstallDirs)

foreach(program IN ITEMS stepscope-cli stepscope)
    if(TARGET ${program})
        install(TARGETS ${program} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
    endif()
endforeach()
install(FILES LICENSE README.md packaging/CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY resources/samples resources/record DESTINATION ${CMAKE_INSTALL_DATADIR}/stepscope)
if(WITH_GUI)
    install(FILES packaging/stepscope.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
    install(FILES packaging/stepscope.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
endif()
