#pragma once

#include <string>

/** Number of files and folders in the folder at this path. */
int entries_in(const std::string& path);

/** Tests of names in the folder at this path, which is empty afterwards. */
void test_folders(const std::string& path);

/** Tests of files whose number changes, in the folder at this path, which is empty afterwards. */
void test_numbers(const std::string& path);
