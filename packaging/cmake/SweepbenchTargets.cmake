# SPDX-License-Identifier: GPL-3.0-or-later
# How every target of the project is compiled: language level, warnings, sanitizers, include root.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "Build type" FORCE)
endif()
if(SWEEPBENCH_SANITIZE)
    add_compile_options(-fsanitize=${SWEEPBENCH_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=undefined)
    add_link_options(-fsanitize=${SWEEPBENCH_SANITIZE})
endif()

# Warnings and the include root, for our own code only (third-party sources are built without them).
function(sweepbench_configure target)
    target_include_directories(${target} PUBLIC "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>")
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wconversion -Wshadow)
    if(CMAKE_UNITY_BUILD)
        # Sources that are compiled as one take each other for headers, and each other's names for their own.
        target_compile_options(${target} PRIVATE -Wno-shadow $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-subobject-linkage>)
    endif()
    if(SWEEPBENCH_WERROR)
        target_compile_options(${target} PRIVATE -Werror)
    endif()
    target_compile_definitions(${target} PRIVATE
        QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_URL_CAST_FROM_STRING QT_STRICT_ITERATORS
        QT_DISABLE_DEPRECATED_BEFORE=0x060400)
endfunction()

# What most sources read anyway, parsed once for each target; of little use where CMAKE_UNITY_BUILD compiles several sources as one.
set(SWEEPBENCH_PCH <QByteArray> <QDateTime> <QFile> <QJsonObject> <QList> <QString> <QStringList>
    <algorithm> <chrono> <cmath> <functional> <map> <memory> <optional> <vector>)

# sweepbench_precompile(TARGET [HEADERS…]): those, and what is named here beyond them.
function(sweepbench_precompile target)
    if(NOT CMAKE_UNITY_BUILD)
        target_precompile_headers(${target} PRIVATE ${SWEEPBENCH_PCH} ${ARGN})
    endif()
endfunction()

# sweepbench_library(NAME SOURCES … LINK … PCH …): one static library of the project; PCH names the headers to parse once beyond those
# of every library.
function(sweepbench_library name)
    cmake_parse_arguments(arg "MOC" "" "SOURCES;LINK;PRIVATE_LINK;PCH" ${ARGN})
    add_library(${name} STATIC ${arg_SOURCES})
    sweepbench_configure(${name})
    target_link_libraries(${name} PUBLIC ${arg_LINK} PRIVATE ${arg_PRIVATE_LINK})
    sweepbench_precompile(${name} ${arg_PCH})
    if(arg_MOC)
        set_target_properties(${name} PROPERTIES AUTOMOC ON)
    endif()
endfunction()
