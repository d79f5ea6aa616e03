{
  "variables": {
    # Folders of the databases' sources, relative to this file; empty if they could not be fetched.
    "sqlite_sources%": "<!(node ../scripts/setup/print-database-sources.mjs sqlite)",
    "mdbx_sources%": "<!(node ../scripts/setup/print-database-sources.mjs mdbx)"
  },
  "targets": [
    {
      # Code of other projects, so warnings are off. See src/databases/*_build.c.
      "target_name": "databases",
      "type": "static_library",
      "sources": ["src/databases/none.c"],
      "cflags": ["-w", "-fvisibility=hidden"],
      "xcode_settings": {
        "MACOSX_DEPLOYMENT_TARGET": "11.0",
        "GCC_SYMBOLS_PRIVATE_EXTERN": "YES",
        "GCC_WARN_INHIBIT_ALL_WARNINGS": "YES"
      },
      "msvs_settings": {
        "VCCLCompilerTool": {"WarningLevel": 0, "AdditionalOptions": ["/utf-8"]}
      },
      "conditions": [
        ["sqlite_sources!=''", {
          "sources": ["src/databases/sqlite_build.c"],
          "include_dirs": ["<(sqlite_sources)"]
        }],
        ["mdbx_sources!=''", {
          "sources": ["src/databases/mdbx_build.c"],
          "include_dirs": ["<(mdbx_sources)"]
        }]
      ]
    },
    {
      "target_name": "driveproof",
      "dependencies": ["databases"],
      "sources": [
        "src/databases/append_log.cpp",
        "src/databases/commit_session.cpp",
        "src/databases/commit_variants.cpp",
        "src/databases/log_reader.cpp",
        "src/databases/mdbx.cpp",
        "src/databases/sqlite.cpp",
        "src/databases/sqlite_fault.cpp",
        "src/engine/background_sync.cpp",
        "src/engine/batch_clock.cpp",
        "src/engine/block_content.cpp",
        "src/engine/cached_write_loop.cpp",
        "src/engine/capacity_content.cpp",
        "src/engine/capacity_files.cpp",
        "src/engine/capacity_session.cpp",
        "src/engine/concurrent_io.cpp",
        "src/engine/document_tasks.cpp",
        "src/engine/histogram.cpp",
        "src/engine/parallel_tasks.cpp",
        "src/engine/preparation.cpp",
        "src/engine/progress.cpp",
        "src/engine/sequential_writer.cpp",
        "src/engine/session.cpp",
        "src/engine/test_file.cpp",
        "src/engine/timeline.cpp",
        "src/engine/transfer.cpp",
        "src/engine/verification.cpp",
        "src/engine/write_loop.cpp",
        "src/napi/addon.cpp",
        "src/platform/first_failure.cpp",
        "src/power-cut/mode_files.cpp",
        "src/power-cut/preparation.cpp",
        "src/power-cut/reader.cpp",
        "src/power-cut/record.cpp",
        "src/power-cut/removal.cpp",
        "src/power-cut/session.cpp",
        "src/power-cut/writer.cpp"
      ],
      "include_dirs": ["<!@(node -p \"require('node-addon-api').include_dir\")"],
      "defines": [
        "NAPI_VERSION=8",
        "NAPI_DISABLE_CPP_EXCEPTIONS",
        # Without this, an exception thrown into a terminating worker would end the process.
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
        ["OS=='linux'", {"sources": ["src/platform/linux.cpp"]}],
        ["OS=='mac'", {"sources": ["src/platform/macos.cpp"]}],
        ["OS!='win'", {
          "sources": [
            "src/platform/posix_common.cpp",
            "src/platform/posix_file_name.cpp",
            "src/platform/posix_folder.cpp",
            "src/platform/posix_guardian.cpp",
            "src/platform/posix_leftovers.cpp",
            "src/platform/posix_mapped_memory.cpp",
            "src/platform/posix_old_file.cpp",
            "src/platform/posix_private_folder.cpp",
            "src/platform/posix_raw_facts.cpp",
            "src/platform/posix_removal.cpp",
            "src/platform/posix_threads.cpp"
          ]
        }],
        ["OS=='win'", {
          "sources": [
            "src/platform/windows.cpp",
            "src/platform/windows_common.cpp",
            "src/platform/windows_drive_health.cpp",
            "src/platform/windows_errors.cpp",
            "src/platform/windows_file_name.cpp",
            "src/platform/windows_folder.cpp",
            "src/platform/windows_leftovers.cpp",
            "src/platform/windows_old_file.cpp",
            "src/platform/windows_private_folder.cpp",
            "src/platform/windows_removal.cpp",
            "src/platform/windows_threads.cpp",
            "src/platform/windows_volumes.cpp"
          ],
          "defines": ["UNICODE", "_UNICODE"],
          # The first row is for libmdbx, the second for the list of volumes.
          "libraries": [
            "-ladvapi32", "-lntdll", "-luser32",
            "-lcfgmgr32", "-lole32", "-lpropsys", "-lshell32", "-luuid"
          ]
        }],
        ["sqlite_sources!=''", {
          "defines": ["DRIVEPROOF_WITH_SQLITE"],
          "include_dirs": ["<(sqlite_sources)"]
        }],
        ["mdbx_sources!=''", {
          "defines": ["DRIVEPROOF_WITH_MDBX"],
          "include_dirs": ["<(mdbx_sources)"]
        }]
      ]
    }
  ]
}
