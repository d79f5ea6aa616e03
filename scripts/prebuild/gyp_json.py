"""A gyp generator that prints the evaluated targets as JSON.

Called through gyp's own `-f FILE.py`, so that sources, defines and conditions of native/binding.gyp
are read by the very program that node-gyp uses, and nothing about them is repeated here.
"""

import json
import sys

# Variables that every gyp generator must define; empty, since binding.gyp does not use them.
generator_default_variables = dict.fromkeys(
    [
        "CONFIGURATION_NAME",
        "EXECUTABLE_PREFIX",
        "EXECUTABLE_SUFFIX",
        "INTERMEDIATE_DIR",
        "LIB_DIR",
        "PRODUCT_DIR",
        "RULE_INPUT_DIRNAME",
        "RULE_INPUT_PATH",
        "RULE_INPUT_ROOT",
        "SHARED_INTERMEDIATE_DIR",
        "SHARED_LIB_DIR",
        "SHARED_LIB_PREFIX",
        "SHARED_LIB_SUFFIX",
        "STATIC_LIB_PREFIX",
        "STATIC_LIB_SUFFIX",
    ],
    "",
)


def GenerateOutput(target_list, target_dicts, data, params):
    json.dump([target_dicts[name] for name in target_list], sys.stdout)
