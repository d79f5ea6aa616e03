import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "electron-vite";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Everything is bundled, so the packaged app carries no node_modules. Development and tests may run on
 * the fallback Electron 22 (Node 16, Chrome 108) and are compiled down for it; what people get is
 * built for the declared Electron, whose targets electron-vite takes where none are named.
 */
const isRelease = process.env.DRIVEPROOF_BUILD === "release";
const node = isRelease ? {} : { target: "node16" };
const chrome = isRelease ? {} : { target: "chrome108" };

export default defineConfig({
  main: {
    build: {
      ...node,
      minify: true,
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
      ...node,
      minify: true,
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
    resolve: { alias: { zod: at("renderer/no-schemas.ts") } },
    css: { transformer: "lightningcss", lightningcss: { targets: { chrome: 108 << 16 } } },
    build: {
      ...chrome,
      minify: true,
      cssMinify: "lightningcss",
      rollupOptions: {
        input: { index: at("renderer/index.html"), report: at("renderer/report.html") },
      },
    },
  },
});
