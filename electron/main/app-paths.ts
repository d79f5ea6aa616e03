import path from "node:path";

/**
 * Paths of the program's parts, relative to the built main process (`out/main`). The packaged app
 * keeps the addon outside the asar archive, because the system's loader cannot read archives.
 */
export function appPaths(mainFolder: string) {
  const root = path.resolve(mainFolder, "..", "..");
  const unpacked = root.replace(/app\.asar$/, "app.asar.unpacked");
  return {
    engineHost: path.join(mainFolder, "engine-host.cjs"),
    historyHost: path.join(mainFolder, "history-host.cjs"),
    witnessHost: path.join(mainFolder, "witness-host.cjs"),
    preload: path.join(root, "out", "preload", "index.cjs"),
    rendererFolder: path.join(root, "out", "renderer"),
    native: path.join(unpacked, "native"),
  };
}
