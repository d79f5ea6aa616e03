// libmdbx as it is measured here: its defaults, inside this library and not seen from outside. The
// source is fetched at set-up; see scripts/setup/database-sources.mjs.

#define __dll_export
// Its own texts: nothing that changes with the time or the place of the build.
#define MDBX_BUILD_TIMESTAMP "none"
#define MDBX_BUILD_FLAGS "none"
#define MDBX_BUILD_METADATA "driveproof"
// The same code on every processor: figures can be compared, and cross-compilers lack the other way.
#define MDBX_HAVE_BUILTIN_CPU_SUPPORTS 0
// No output to the standard error of a program with a window.
#define MDBX_DEBUG -1
#ifndef NDEBUG
#define NDEBUG 1
#endif

#ifdef __linux__
// A header that only MIPS needs; the cross-compiler has it for all, with a part that only MIPS has.
#define _SYS_CACHECTL_H 1
#endif
#if defined(_WIN32) && defined(__aarch64__) && !defined(_MSC_VER)
// libmdbx knows the register that says where a thread goes on by the name of x86-64 alone.
#define Rip Pc
#endif

#include "mdbx.c"
