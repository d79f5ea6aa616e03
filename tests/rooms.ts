/**
 * What the files of each room (a folder with its own rules) may import from outside the room. A
 * name is a room beside this one, a room or file of `electron`, a file from the project's root, or
 * else a package; `node` means all of Node.js. Under `/*` each folder is a separate room.
 * `tests/unit/layering.test.ts` checks the product against this table, and ARCHITECTURE.md shows
 * its first part; the addon has a separate table in `tests/unit/layering-native.test.ts`.
 */
export const rooms: Readonly<Record<string, string>> = {
  "electron/contract": "zod",
  "electron/analysis":
    "contract, assets, facts, workloads, health, power-cut, verdict, types of text",
  "electron/text": "contract, intl-messageformat, types of @schummar/icu-type-parser",
  "electron/tables": "contract, analysis, text",
  "electron/preload": "contract, electron",
  "electron/engine-host": "contract, analysis, native/index, node, types of text",
  "electron/witness-host":
    "contract, analysis/say, engine-host/port, witness-page, node, types of text",
  "electron/history-host": "contract, analysis, engine-host/port, main/files/own-json, node",
  "electron/witness-page": "contract",
  native: "node, types of contract",

  // Each of these rooms may import the ones above it in this list: facts, then findings on single
  // workloads and on the drive, then the verdict.
  "electron/analysis/facts": "contract, guarantee, reasons, reference-drives, say, types of text",
  "electron/analysis/health":
    "contract, facts, change-point, endurance, guarantee, say, types of text",
  "electron/analysis/power-cut": "contract, drive-identity, say, types of text",
  "electron/analysis/workloads": "contract, facts, effort, statistics, workloads",
  "electron/analysis/workloads/*":
    "contract, assets, facts, health, workloads/collect, workloads/home, assumed-drive, buffered-direct, change-point, confidence, disturbance, effort, fat, grouped, guarantee, progress-trace, read-back, reasons, reference-curves, say, statistics, timeline, units, types of text",
  "electron/analysis/verdict":
    "contract, assets, facts, health, power-cut, workloads/index, alike-modes, buffered-direct, disturbance, fat, guarantee, plan, read-back, reasons, reference-drives, say, statistics, types of text",

  "electron/main":
    "contract, text, files, hosts, volumes, health, inspection, power-cut, export, cli, window, package.json, electron, node",
  "electron/main/files": "contract, text, package.json, node, types of zod",
  "electron/main/hosts": "contract, analysis/say, text, electron, node",
  "electron/main/volumes": "contract, analysis, text, files, node, zod",
  "electron/main/health": "contract, analysis, files, hosts, volumes, zod",
  "electron/main/witness": "contract, analysis, text, hosts, node",
  "electron/main/inspection": "contract, analysis, text, files, hosts, volumes, node, zod",
  "electron/main/power-cut":
    "contract, analysis, text, files, hosts, volumes, witness, inspection, node, zod",
  "electron/main/export": "contract, analysis, text, tables, files, node, zod, types of electron",
  "electron/main/cli":
    "contract, analysis, text, tables, files, inspection, power-cut, export, node, zod",
  "electron/main/window":
    "contract, analysis, text, files, volumes, witness, inspection, power-cut, export, create-inspection, electron, node, types of hosts, types of first-screen",

  renderer: "renderer/src/main, renderer/src/report/main, @fontsource-variable/inter",
  "renderer/src/api": "contract, text, react",
  "renderer/src/ui":
    "contract, analysis, text, assets/icon.svg, @fontsource-variable/inter, react, react-aria-components",
  "renderer/src/charts": "contract, text, react, recharts",
  "renderer/src/workloads": "contract, workloads, types of text, types of ui, types of react",
  "renderer/src/workloads/parts": "contract, text, tables, types of react",
  "renderer/src/workloads/*":
    "contract, analysis, text, tables, ui, charts, words, workloads/parts, workloads/home, react, recharts",
  "renderer/src/document":
    "contract, analysis, text, tables, ui, charts, words, workloads/home, workloads/index, workloads/parts/hidden-table, react, react-aria-components",
  "renderer/src/report":
    "contract, analysis, text, tables, ui, charts, api, words, language, workloads/home, workloads/index, document, react, react-dom",
  "renderer/src/features": "text, ui, api, features/history/file-problem",
  "renderer/src/features/*":
    "contract, analysis, text, tables, ui, api, workloads/index, workloads/choice, document, features/data-notices, features/started-run, qrcode.react, react, react-aria-components",
  "renderer/src":
    "contract, text, ui, charts, api, workloads, document, features, react, react-dom",
};
