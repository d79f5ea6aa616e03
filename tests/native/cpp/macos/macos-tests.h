#pragma once

#include <string>

/** How many files and folders are in the folder of this path. */
int entries_in(const std::string& path);

/** Everything about names in the folder of this path, which stays empty. */
void test_folders(const std::string& path);

/** Everything about files whose number changes, in the folder of this path, which stays empty. */
void test_numbers(const std::string& path);
