import path from "node:path";

/** `mainFolder`: the folder of the built main process (`out/main`). */
export function appPaths(mainFolder: string) {
  const root = path.resolve(mainFolder, "..", "..");
  return {
    engineHost: path.join(mainFolder, "engine-host.cjs"),
    historyHost: path.join(mainFolder, "history-host.cjs"),
    witnessHost: path.join(mainFolder, "witness-host.cjs"),
    preload: path.join(root, "out", "preload", "index.cjs"),
    rendererFolder: path.join(root, "out", "renderer"),
  };
}
