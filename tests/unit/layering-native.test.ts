import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const folder = path.resolve(__dirname, "../../native/src");

/**
 * What the files of each folder of the addon may include beside the folder's own files and C++'s
 * standard headers.
 */
const rooms: Record<string, readonly string[]> = {
  napi: ["napi.h", "databases/", "power-cut/", "engine/", "platform"],
  databases: ["sqlite3.h", "mdbx.h", "sqlite3.c", "mdbx.c", "engine/", "platform"],
  "power-cut": ["engine/", "platform"],
  engine: ["platform"],
  platform: ["system"],
};

/**
 * Headers of `platform` that other folders may include; its other headers are for the files of one
 * system.
 */
const platform = [
  "cycle_counter",
  "file_handle",
  "first_failure",
  "folder",
  "leftovers",
  "mapped_memory",
  "named_numbers",
  "noted_calls",
  "old_file",
  "platform",
  "private_folder",
  "raw_facts",
  "removal",
  "threads",
  "timed_write",
].map((name) => `platform/${name}.h`);

/** For `_aligned_malloc` on Windows, whose C++ library has no std::aligned_alloc. */
const exceptions = ["engine/aligned_buffer.h <malloc.h>"];

describe("the layering of the addon", () => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => path.extname(file) !== "");

  it("applies to every source file, because each lies directly in a folder that has rules", () => {
    expect(files.length).toBeGreaterThan(50);
    expect(files.filter((file) => !((file.split("/")[0] as string) in rooms))).toEqual([]);
    expect(files.filter((file) => file.split("/").length !== 2)).toEqual([]);
  });

  it.each(Object.keys(rooms))("allows every include directive in the folder %s", (room) => {
    const own = files.filter((file) => file.startsWith(`${room}/`));
    const refused = own.flatMap((file) =>
      refusedIn(file, readFileSync(path.join(folder, file), "utf8")),
    );
    expect(refused).toEqual([]);
  });

  it("lets only platform/posix_threads.cpp call std::this_thread::sleep_for() or sleep_until()", () => {
    // On Windows the sleep of std is too coarse.
    const sleeping = files.filter((file) =>
      /std::this_thread::sleep_/.test(readFileSync(path.join(folder, file), "utf8")),
    );
    expect(sleeping).toEqual(["platform/posix_threads.cpp"]);
  });

  it("resolves each included path in a folder of the addon to an existing source file", () => {
    const included = files.flatMap((file) =>
      includesOf(file, readFileSync(path.join(folder, file), "utf8")),
    );
    const inRooms = included.filter((target) => (target.split("/")[0] as string) in rooms);
    expect(inRooms.filter((target) => !files.includes(target))).toEqual([]);
  });

  it.each([
    ["engine/session.cpp", '#include "../napi/values.h"'],
    ["engine/session.cpp", '#include "../databases/database.h"'],
    ["engine/session.cpp", '#include "../power-cut/record.h"'],
    ["engine/session.cpp", '#include "../platform/posix.h"'],
    ["engine/session.cpp", "#include <unistd.h>"],
    ["engine/session.cpp", "#  include <napi.h>"],
    ["databases/commit_session.cpp", '#include "../power-cut/record.h"'],
    ["databases/commit_session.cpp", "#include <napi.h>"],
    ["power-cut/writer.cpp", '#include "../databases/database.h"'],
    ["power-cut/writer.cpp", '#include "../napi/values.h"'],
    ["power-cut/writer.cpp", "#include <windows.h>"],
    ["napi/values.h", '#include "../platform/windows_common.h"'],
    ["napi/values.h", "#include <sqlite3.h>"],
    ["platform/linux.cpp", '#include "../engine/transfer.h"'],
    ["platform/linux.cpp", "#include <napi.h>"],
    ["platform/linux.cpp", "#include <node_api.h>"],
    ["engine/session.cpp", '#include"../napi/values.h"'],
    ["engine/session.cpp", "#include <mdbx.h++>"],
    ["engine/session.cpp", "#include PLATFORM_HEADER"],
    ["engine/session.cpp", '#include_next "../napi/values.h"'],
    ["engine/session.cpp", 'import "../napi/values.h";'],
    ["databases/commit_session.cpp", '/* late */ #include "../power-cut/record.h"'],
    ["power-cut/writer.cpp", '#import "../databases/database.h"'],
  ])("does not permit in the file %s the line %s", (file, line) => {
    expect(refusedIn(file, `#pragma once\n\n${line}\n`)).toHaveLength(1);
  });

  it("does not permit a forbidden include directive whose header stands in the next line", () => {
    const directive = '#include \\\n  "../databases/database.h"\n';
    expect(refusedIn("power-cut/writer.cpp", directive)).toHaveLength(1);
  });
});

/** The forbidden includes of this file. */
function refusedIn(file: string, text: string): string[] {
  const [room = ""] = file.split("/");
  const permitted = rooms[room] ?? [];
  return includesOf(file, text)
    .filter((target) => {
      if (target.startsWith("platform/") && room !== "platform") {
        return !(permitted.includes("platform") && platform.includes(target));
      }
      const isSystems = target.endsWith(".h>") && !isLibrarys(target);
      return !(
        target.startsWith(`${room}/`) ||
        /^<[a-z_]+>$/.test(target) ||
        (isSystems && permitted.includes("system")) ||
        permitted.some((may) => target.startsWith(may) || target === `<${may}>`)
      );
    })
    .map((target) => `${file} ${target}`)
    .filter((refused) => !exceptions.includes(refused));
}

/** Whether a header is Node.js' or a database's; only one folder each may include these. */
function isLibrarys(target: string): boolean {
  return /^<(napi|node|js_native|v8|uv|sqlite|mdbx)/.test(target);
}

/**
 * The included files: relative to native/src, or as written if in angle brackets or named by a
 * macro.
 */
function includesOf(file: string, text: string): string[] {
  const joined = text.replace(/\\\r?\n/g, "");
  const code = joined.replace(/\/\*[\s\S]*?\*\//g, " ");
  const include =
    /^\s*(?:#\s*(?:include|include_next|import)\b|(?:export\s+)?import\b)\s*(<[^>\n]+>|"[^"\n]+"|\w+)/gm;
  return [...code.matchAll(include)].map(([, target = ""]) => {
    const name = target.replaceAll('"', "");
    const isBeside = name !== target && !/\.c$/.test(name);
    return isBeside ? path.posix.join(path.dirname(file), name) : name;
  });
}
