#pragma once

#include <cstdio>
#include <cstdlib>

// Ends the program with the file, the line and the condition if the condition does not hold.
#define CHECK(condition)                                                        \
  do {                                                                          \
    if (!(condition)) {                                                         \
      std::fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition); \
      std::exit(1);                                                             \
    }                                                                           \
  } while (false)
