#pragma once

#include <string>

/** Everything about names in the folder of this path, which stays empty. */
void test_folders(const std::string& path);
