#pragma once

#include <string>

/** Everything about files whose number changes, in the folder of this path, which stays empty. */
void test_numbers(const std::string& path);
