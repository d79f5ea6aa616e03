import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

/**
 * The modules that are loaded before the window can be used decide how soon it can be. This test
 * follows the imports in the sources: an import at the head of a file is loaded with the file,
 * `import()` is not.
 */

const root = path.resolve(__dirname, "../..");
const imports = /^(?:import|export)\s+(?!type\b)(?:([^"';]*?)\s+from\s+)?"([^"]+)";/gm;

/** Every file and package that is loaded when the program loads this file. */
function readWith(entry: string): Set<string> {
  const seen = new Set<string>();
  const waiting = [path.join(root, entry)];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    for (const [, names = "", from = ""] of readFileSync(file, "utf8").matchAll(imports)) {
      if (!hasValue(names)) {
        continue;
      }
      const found = /^[.#]/.test(from) ? sourceOf(placeOf(file, from)) : from;
      const name = path.isAbsolute(found) ? path.relative(root, found) : found;
      if (!seen.has(name)) {
        seen.add(name);
        if (/\.tsx?$/.test(found)) {
          waiting.push(found);
        }
      }
    }
  }
  return seen;
}

/** Whether an import names a value: an import of types only does not exist in the built program. */
function hasValue(names: string): boolean {
  const inBraces = /^\{(.*)\}$/s.exec(names.trim())?.[1];
  const each = inBraces?.split(",").flatMap((name) => name.trim() || []);
  return each === undefined || each.some((name) => !name.startsWith("type "));
}

function placeOf(file: string, from: string): string {
  return from.startsWith("#")
    ? path.join(root, from.startsWith("#assets/") ? "" : "electron", from.slice(1))
    : path.resolve(path.dirname(file), from);
}

function sourceOf(file: string): string {
  const known = ["", ".ts", ".tsx", "/index.ts"].map((end) => `${file}${end}`);
  const found = known.find((name) => existsSync(name) && /\.\w+$/.test(name));
  if (found === undefined) {
    throw new Error(`${file} was not found`);
  }
  return found;
}

it("readWith() returns the direct and the indirect imports of a file", () => {
  const page = readWith("renderer/src/main.tsx");
  expect(page).toContain("renderer/src/features/drive/drive-screen.tsx");
  expect(page).toContain("react-dom/client");
  expect(readWith("renderer/src/features/verdict/verdict-screen.tsx")).toContain("recharts");
  expect(readWith("electron/main/window-program.ts")).toContain("zod");
});

it("the preload bridge imports, directly or indirectly, only Electron and two files of electron/contract", () => {
  expect([...readWith("electron/preload/index.ts")].sort()).toEqual([
    "electron",
    "electron/contract/call-size.ts",
    "electron/contract/ipc-names.ts",
  ]);
});

it("the first screen imports neither charts nor a later screen, directly or indirectly", () => {
  const page = [...readWith("renderer/src/main.tsx")];
  const code = page.filter((name) => !name.endsWith(".css"));
  expect(page).not.toContain("recharts");
  expect(code.filter((name) => /\/(charts|document|report)\//.test(name))).toEqual([]);
  const features = code.filter((name) => /^renderer\/src\/features\/(?!drive\/)/.test(name));
  expect(features.sort()).toEqual([
    "renderer/src/features/data-notices.tsx",
    "renderer/src/features/history/file-problem.ts",
  ]);
});

it("the code in the main process that answers the first screen's calls imports no schema library", () => {
  expect(readWith("electron/main/first-screen.ts")).not.toContain("zod");
});

it("at its start the main process imports only Electron, Node and the five folders that open the window", () => {
  const main = [...readWith("electron/main/index.ts")];
  expect(main.filter((name) => !/^(electron|node:[\w/]+|electron\/.*)$/.test(name))).toEqual([]);
  const rooms = main.flatMap((name) => /^electron\/(?:main\/)?(\w[\w-]*)\//.exec(name)?.[1] ?? []);
  expect([...new Set(rooms)].sort()).toEqual(["contract", "files", "main", "text", "window"]);
});
