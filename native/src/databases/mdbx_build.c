// Builds libmdbx with its defaults and with no symbol visible outside this library.
// scripts/setup/database-sources.mjs fetches the source.

#define __dll_export
// Constant texts, so that the binary does not depend on the time or place of the build.
#define MDBX_BUILD_TIMESTAMP "none"
#define MDBX_BUILD_FLAGS "none"
#define MDBX_BUILD_METADATA "driveproof"
// Disables CPU feature detection, so that every processor runs the same code. Cross-compilers also
// lack the built-in function that the detection needs.
#define MDBX_HAVE_BUILTIN_CPU_SUPPORTS 0
// Keeps libmdbx from writing debug messages to standard error.
#define MDBX_DEBUG -1
#ifndef NDEBUG
#define NDEBUG 1
#endif

#ifdef __linux__
// Skips a header that only MIPS needs and that does not compile elsewhere with the cross-compiler.
#define _SYS_CACHECTL_H 1
#endif
#if defined(_WIN32) && defined(__aarch64__) && !defined(_MSC_VER)
// Gives the program counter in a Windows CONTEXT its x86-64 name, which libmdbx uses everywhere.
#define Rip Pc
#endif

#include "../platform/noted_calls.h"

#include "mdbx.c"
