import fsPromises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import path from "node:path";

/**
 * The calls that make files durable, in the order in which they were made and returned, recorded in
 * front of the real file system. A test adds other events to `calls` to check their order.
 */
export const calls: string[] = [];
/** The flags of the last open() of each file, by name. */
export const flagsOf = new Map<string, unknown>();

/** The file's name without the random part of a temporary name. */
function nameOf(file: string): string {
  return path.basename(file).replace(/[0-9a-f]{16}\.part$/, "part");
}

/** Starts recording in all modules; returns the function that ends it. */
export function recordCalls(): () => void {
  const real = { ...fsPromises };
  calls.length = 0;
  Object.assign(fsPromises, recorded(real));
  syncBuiltinESMExports();
  return () => {
    Object.assign(fsPromises, real);
    syncBuiltinESMExports();
  };
}

function recorded(real: typeof fsPromises): Partial<typeof fsPromises> {
  return {
    open: async (file, flags, mode) => {
      const handle = await real.open(file, flags, mode);
      const name = nameOf(String(file));
      flagsOf.set(name, flags);
      return new Proxy(handle, {
        get: (target, property) => {
          const value: unknown = Reflect.get(target, property);
          if (typeof value !== "function") {
            return value;
          }
          return async (...args: unknown[]) => {
            const result: unknown = await value.apply(target, args);
            if (["writeFile", "appendFile", "sync"].includes(String(property))) {
              calls.push(`${property === "sync" ? "flush" : "write"} ${name}`);
            }
            return result;
          };
        },
      });
    },
    rename: async (from, to) => {
      await real.rename(from, to);
      calls.push(`rename ${nameOf(String(from))} to ${nameOf(String(to))}`);
    },
    mkdir: (async (folder: string, options: Parameters<typeof real.mkdir>[1]) => {
      const made = await real.mkdir(folder, options);
      calls.push(`make ${nameOf(folder)}`);
      return made;
    }) as typeof fsPromises.mkdir,
    unlink: async (file) => {
      await real.unlink(file);
      calls.push(`remove ${nameOf(String(file))}`);
    },
    writeFile: async (file, content, options) => {
      await real.writeFile(file, content, options);
      calls.push(`write ${nameOf(String(file))}`);
    },
  };
}

/**
 * The calls by which `writeDurably` writes a file, in order: write, flush, rename, flush of the
 * folder.
 */
export function durably(name: string, folder: string): string[] {
  return [
    `write ${name}.part`,
    `flush ${name}.part`,
    `rename ${name}.part to ${name}`,
    `flush ${folder}`,
  ];
}
