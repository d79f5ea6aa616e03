import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "electron-vite";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Everything is bundled, so the packaged app carries no node_modules. Targets are those of the
 * oldest runtime the sources must run on (Electron 22: Node 16, Chrome 108).
 */
export default defineConfig({
  main: {
    build: {
      target: "node16",
      externalizeDeps: false,
      rollupOptions: {
        input: {
          index: at("electron/main/index.ts"),
          "inspect-cli": at("electron/main/inspect-cli.ts"),
          "engine-host": at("electron/engine-host/index.ts"),
          "history-host": at("electron/history-host/index.ts"),
          "witness-host": at("electron/witness-host/index.ts"),
        },
        output: {
          format: "cjs",
          entryFileNames: "[name].cjs",
          chunkFileNames: "[name]-[hash].cjs",
        },
      },
    },
  },
  preload: {
    build: {
      target: "node16",
      externalizeDeps: false,
      rollupOptions: {
        input: { index: at("electron/preload/index.ts") },
        output: { format: "cjs", entryFileNames: "[name].cjs" },
      },
    },
  },
  renderer: {
    root: at("renderer"),
    plugins: [react()],
    css: { transformer: "lightningcss", lightningcss: { targets: { chrome: 108 << 16 } } },
    build: {
      target: "chrome108",
      cssMinify: "lightningcss",
      rollupOptions: {
        input: { index: at("renderer/index.html"), report: at("renderer/report.html") },
      },
    },
  },
});
