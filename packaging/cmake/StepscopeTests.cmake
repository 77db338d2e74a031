# SPDX-License-Identifier: GPL-3.0-or-later
# The test binaries: core_tests, widgets_tests and app_tests, one for each folder of tests/ that holds sources.
#
# tests/core/tst_foo_bar.cpp must register the class TestFooBar (see tests/support/test_registry.h); it becomes the
# ctest entry core.TestFooBar with the label core.

find_package(Qt6 6.4 REQUIRED COMPONENTS Core Test)
# Found once more because core keeps its libraries to itself; tests only make compressed inputs with them.
find_package(ZLIB REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)

set(tests_dir ${PROJECT_SOURCE_DIR}/tests)
set(test_timeout 300) # a loaded machine is no failure
# A crash must end a test: the stack dump starts a debugger that waits for ever.
set(test_environment QT_QPA_PLATFORM=offscreen LC_ALL=C.UTF-8 QTEST_DISABLE_STACK_DUMP=1)
if(WITH_SANITIZER)
    set(test_timeout 600)
endif()
if(WITH_SANITIZER STREQUAL "thread")
    list(APPEND test_environment TSAN_OPTIONS=suppressions=${tests_dir}/support/tsan.supp)
endif()

# Qt and definitions that every test source is compiled with.
add_library(test_options INTERFACE)
target_link_libraries(test_options INTERFACE core Qt6::Core Qt6::Test)
target_compile_definitions(test_options INTERFACE
    STEPSCOPE_SOURCE_DIR="${PROJECT_SOURCE_DIR}" QT_NO_KEYWORDS QT_NO_FOREACH QT_DISABLE_DEPRECATED_BEFORE=0x060400)

# A third of their build is saved; what they test is compiled as it is shipped.
target_compile_options(test_options INTERFACE $<$<CONFIG:Release>:-O1>)

file(GLOB support_sources CONFIGURE_DEPENDS ${tests_dir}/support/*.cpp)
list(FILTER support_sources EXCLUDE REGEX "/test_main_")
add_library(test_support STATIC ${support_sources})
set_target_properties(test_support PROPERTIES AUTOMOC OFF AUTOUIC OFF)
target_link_libraries(test_support PUBLIC test_options PRIVATE ZLIB::ZLIB PkgConfig::ZSTD)

if(WITH_SANITIZER)
    target_compile_definitions(test_options INTERFACE STEPSCOPE_SANITIZED) # for tests that would take minutes
endif()

# tst_foo_bar.cpp -> TestFooBar
function(test_class_of source result)
    get_filename_component(name ${source} NAME_WE)
    string(REGEX REPLACE "^tst_" "" name ${name})
    string(REPLACE "_" ";" words ${name})
    set(class Test)
    foreach(word IN LISTS words)
        string(SUBSTRING ${word} 0 1 first)
        string(SUBSTRING ${word} 1 -1 rest)
        string(TOUPPER ${first} first)
        string(APPEND class ${first}${rest})
    endforeach()
    set(${result} ${class} PARENT_SCOPE)
endfunction()

# add_qt_tests(core MAIN core LINK lib… [EXCLUDE prefix_]): the binary core_tests of tests/core and its ctest entries,
# without the files whose names begin with the prefix.
function(add_qt_tests folder)
    cmake_parse_arguments(arg "" "MAIN;EXCLUDE" "LINK" ${ARGN})
    file(GLOB sources CONFIGURE_DEPENDS ${tests_dir}/${folder}/*.cpp ${tests_dir}/${folder}/*.h)
    file(GLOB test_files CONFIGURE_DEPENDS ${tests_dir}/${folder}/tst_*.cpp)
    if(arg_EXCLUDE)
        list(FILTER sources EXCLUDE REGEX "/${arg_EXCLUDE}")
        list(FILTER test_files EXCLUDE REGEX "/${arg_EXCLUDE}")
    endif()
    if(NOT test_files)
        return()
    endif()
    set(binary ${folder}_tests)
    add_executable(${binary} ${sources} ${tests_dir}/support/test_main_${arg_MAIN}.cpp)
    # Without the explicit dependency moc does not see files that are added to an existing build.
    # Fewer as one than elsewhere: their helpers have short names.
    set_target_properties(${binary} PROPERTIES
        AUTOMOC ON AUTOUIC OFF AUTOGEN_TARGET_DEPENDS "${test_files}" UNITY_BUILD_BATCH_SIZE 4)
    target_precompile_headers(${binary} PRIVATE ${tests_dir}/support/precompiled_${arg_MAIN}.h)
    target_link_libraries(${binary} PRIVATE test_support ${arg_LINK})
    foreach(file IN LISTS test_files)
        test_class_of(${file} class)
        add_test(NAME ${folder}.${class} COMMAND ${binary} ${class})
        set_tests_properties(${folder}.${class} PROPERTIES
            LABELS ${folder} TIMEOUT ${test_timeout} ENVIRONMENT "${test_environment}")
    endforeach()
endfunction()

add_qt_tests(core MAIN core LINK ZLIB::ZLIB PkgConfig::ZSTD)
if(TARGET widgets)
    add_qt_tests(widgets MAIN widgets LINK widgets)
endif()
if(TARGET stepscope_gui)
    add_qt_tests(app MAIN widgets LINK stepscope_gui)
else()
    add_qt_tests(app MAIN core EXCLUDE tst_gui_)
endif()

# The end-to-end tests run the binaries that were built.
if(TARGET app_tests)
    foreach(pair IN ITEMS "stepscope-cli|STEPSCOPE_CLI_PATH" "stepscope|STEPSCOPE_GUI_PATH")
        string(REPLACE "|" ";" pair ${pair})
        list(GET pair 0 program)
        list(GET pair 1 definition)
        if(TARGET ${program})
            target_compile_definitions(app_tests PRIVATE ${definition}="$<TARGET_FILE:${program}>")
            add_dependencies(app_tests ${program})
        endif()
    endforeach()
endif()

# Checks written in Python: the rules of the sources, and the cases with their expected figures.
find_package(Python3 COMPONENTS Interpreter)
if(Python3_FOUND)
    set(violations ${tests_dir}/data/violations)
    add_test(NAME check.layers COMMAND Python3::Interpreter ${tests_dir}/support/check_layers.py)
    add_test(NAME check.layers_finds COMMAND Python3::Interpreter ${tests_dir}/support/check_layers.py ${violations})
    add_test(NAME check.sources COMMAND Python3::Interpreter ${tests_dir}/support/check_sources.py)
    add_test(NAME check.sources_finds COMMAND Python3::Interpreter ${tests_dir}/support/check_sources.py ${violations})
    # A check that finds nothing proves nothing: these trees break each rule a known number of times.
    set_tests_properties(check.layers_finds PROPERTIES PASS_REGULAR_EXPRESSION "6 files, 10 violations")
    set_tests_properties(check.sources_finds PROPERTIES PASS_REGULAR_EXPRESSION "6 files, 2 violations")
    # With a real PyTorch, where tests/recordings/torch_tree.py has installed one.
    add_test(NAME check.recorder COMMAND Python3::Interpreter ${tests_dir}/recordings/torch_tree.py run
        ${tests_dir}/recordings/check_recorder.py)
    set_tests_properties(check.recorder PROPERTIES TIMEOUT 300 SKIP_RETURN_CODE 77)
    # A sanitizer makes a program five to ten times slower: the same checks on fewer files.
    if(WITH_SANITIZER)
        set(fewer_seeds --seeds 8)
        set(fewer_rounds --rounds 150)
    endif()
    if(TARGET stepscope-cli)
        add_test(NAME app.recordings COMMAND Python3::Interpreter ${tests_dir}/recordings/record_all.py
            $<TARGET_FILE:stepscope-cli> --only healthy starved recompiled)
        set_tests_properties(app.recordings PROPERTIES LABELS app TIMEOUT 600 SKIP_RETURN_CODE 77)
        add_test(NAME app.cases COMMAND Python3::Interpreter ${tests_dir}/support/check_cases.py
            $<TARGET_FILE:stepscope-cli> ${tests_dir}/data/cases)
        set_tests_properties(app.cases PROPERTIES LABELS app TIMEOUT ${test_timeout})
        add_test(NAME app.damage COMMAND Python3::Interpreter ${tests_dir}/support/check_damage.py
            $<TARGET_FILE:stepscope-cli> ${PROJECT_SOURCE_DIR}/resources/samples/gpt_step.pt.trace.json.gz ${fewer_rounds})
        set_tests_properties(app.damage PROPERTIES LABELS app TIMEOUT 300)
        add_test(NAME app.findings COMMAND Python3::Interpreter ${tests_dir}/support/check_findings.py
            $<TARGET_FILE:stepscope-cli> ${fewer_seeds})
        set_tests_properties(app.findings PROPERTIES LABELS app TIMEOUT 600)
        add_test(NAME app.ranks COMMAND Python3::Interpreter ${tests_dir}/support/check_ranks.py
            $<TARGET_FILE:stepscope-cli> --world 4 --why host)
        set_tests_properties(app.ranks PROPERTIES LABELS app TIMEOUT 300)
        add_test(NAME app.compare COMMAND Python3::Interpreter ${tests_dir}/support/check_compare.py
            $<TARGET_FILE:stepscope-cli> --quick)
        set_tests_properties(app.compare PROPERTIES LABELS app TIMEOUT 600)
        add_test(NAME app.cut COMMAND Python3::Interpreter ${tests_dir}/support/check_cut.py
            $<TARGET_FILE:stepscope-cli> ${PROJECT_SOURCE_DIR} --largest 150000)
        set_tests_properties(app.cut PROPERTIES LABELS app TIMEOUT 600)
        add_test(NAME app.cluster COMMAND ${tests_dir}/cluster/run.sh $<TARGET_FILE:stepscope-cli>)
        set_tests_properties(app.cluster PROPERTIES LABELS app TIMEOUT 300 SKIP_RETURN_CODE 77)
        add_test(NAME app.memory_truth COMMAND Python3::Interpreter ${tests_dir}/support/check_memory.py
            $<TARGET_FILE:stepscope-cli>)
        set_tests_properties(app.memory_truth PROPERTIES LABELS app TIMEOUT 600)
        add_test(NAME app.snapshots COMMAND Python3::Interpreter ${tests_dir}/support/check_snapshots.py
            $<TARGET_FILE:stepscope-cli> ${PROJECT_SOURCE_DIR})
        set_tests_properties(app.snapshots PROPERTIES LABELS app TIMEOUT 600)
        add_test(NAME app.memory_findings COMMAND Python3::Interpreter ${tests_dir}/support/check_memory_findings.py
            $<TARGET_FILE:stepscope-cli>)
        set_tests_properties(app.memory_findings PROPERTIES LABELS app TIMEOUT 600)
        add_test(NAME app.real_snapshots COMMAND Python3::Interpreter ${tests_dir}/support/check_real_snapshots.py
            $<TARGET_FILE:stepscope-cli> ${PROJECT_SOURCE_DIR})
        set_tests_properties(app.real_snapshots PROPERTIES LABELS app TIMEOUT 300 SKIP_RETURN_CODE 77)
        add_test(NAME app.real_files COMMAND Python3::Interpreter ${tests_dir}/support/check_real_files.py
            $<TARGET_FILE:stepscope-cli> ${PROJECT_SOURCE_DIR})
        set_tests_properties(app.real_files PROPERTIES LABELS app TIMEOUT 600 SKIP_RETURN_CODE 77)
    endif()
else()
    message(STATUS "Python 3 was not found: the source checks and the cases are not run")
endif()
