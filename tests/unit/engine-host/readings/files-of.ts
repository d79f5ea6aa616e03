import type { SystemFiles } from "../../../../electron/engine-host/readings/system-files";

/** A fake /proc and /sys with these files; a folder lists the paths that begin with its own. */
export function filesOf(files: Readonly<Record<string, string>>): SystemFiles {
  return {
    read: async (path) => {
      const text = files[path];
      if (text === undefined) throw new Error(`ENOENT ${path}`);
      return text;
    },
    list: async (path) => {
      const below = Object.keys(files).filter((file) => file.startsWith(`${path}/`));
      if (below.length === 0) throw new Error(`ENOENT ${path}`);
      return [...new Set(below.map((file) => file.slice(path.length + 1).split("/")[0] ?? ""))];
    },
  };
}
