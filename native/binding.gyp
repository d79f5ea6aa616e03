{
  "targets": [
    {
      "target_name": "driveproof",
      "sources": [
        "src/addon.cpp",
        "src/arguments.cpp",
        "src/results.cpp",
        "src/session_object.cpp",
        "src/engine/background_sync.cpp",
        "src/engine/block_content.cpp",
        "src/engine/histogram.cpp",
        "src/engine/preparation.cpp",
        "src/engine/sequential_writer.cpp",
        "src/engine/session.cpp",
        "src/engine/test_file.cpp",
        "src/engine/verification.cpp",
        "src/engine/write_loop.cpp"
      ],
      "include_dirs": ["<!@(node -p \"require('node-addon-api').include_dir\")"],
      "defines": [
        "NAPI_VERSION=8",
        "NAPI_DISABLE_CPP_EXCEPTIONS",
        # A worker that is being terminated cannot take an exception any more.
        "NODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS",
        "DRIVEPROOF_VERSION=\"<!(node -p \"require('../package.json').version\")\""
      ],
      "cflags": ["-Wall", "-Wextra", "-Wpedantic", "-fvisibility=hidden"],
      "cflags_cc": ["-std=c++20", "-fno-exceptions"],
      "cflags_cc!": ["-std=gnu++14", "-std=gnu++17", "-std=gnu++20"],
      "xcode_settings": {
        "MACOSX_DEPLOYMENT_TARGET": "11.0",
        "CLANG_CXX_LANGUAGE_STANDARD": "c++20",
        "CLANG_CXX_LIBRARY": "libc++",
        "GCC_ENABLE_CPP_EXCEPTIONS": "NO",
        "GCC_SYMBOLS_PRIVATE_EXTERN": "YES",
        "WARNING_CFLAGS": ["-Wall", "-Wextra", "-Wpedantic"]
      },
      "msvs_settings": {
        "VCCLCompilerTool": {
          "AdditionalOptions": ["/std:c++20", "/W4", "/permissive-", "/utf-8"],
          "ExceptionHandling": 0
        }
      },
      "conditions": [
        ["OS=='linux'", {
          "sources": [
            "src/platform/linux.cpp",
            "src/platform/posix_common.cpp",
            "src/platform/posix_file_name.cpp",
            "src/platform/posix_guardian.cpp"
          ]
        }],
        ["OS=='mac'", {
          "sources": [
            "src/platform/macos.cpp",
            "src/platform/posix_common.cpp",
            "src/platform/posix_file_name.cpp",
            "src/platform/posix_guardian.cpp"
          ]
        }],
        ["OS=='win'", {
          "sources": [
            "src/platform/windows.cpp",
            "src/platform/windows_errors.cpp",
            "src/platform/windows_file_name.cpp"
          ],
          "defines": ["UNICODE", "_UNICODE"]
        }]
      ]
    }
  ]
}
