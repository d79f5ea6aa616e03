import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";

const root = path.resolve(__dirname, "../..");
const biome = path.join(root, "node_modules", "@biomejs", "biome", "bin", "biome");

const forbidden = [
  ["electron/contract", "electron"],
  ["electron/contract", "../analysis/verdict"],
  ["electron/contract", "node:fs"],
  ["electron/analysis", "node:fs"],
  ["electron/analysis", "../main/window/history-store"],
  ["electron/contract", "../text/history"],
  ["electron/text", "electron"],
  ["electron/text", "node:fs"],
  ["electron/text", "../analysis/verdict"],
  ["electron/text", "../tables/table"],
  ["electron/tables", "node:fs"],
  ["electron/tables", "../main/window/history-store"],
  ["electron/tables", "../../renderer/src/words"],
  ["electron/contract", "../tables/table"],
  ["electron/analysis", "../tables/table"],
  ["electron/preload", "../tables/table"],
  ["electron/engine-host", "../tables/table"],
  ["electron/text", "../main/window/history-store"],
  ["native", "../electron/text/history"],
  ["electron/main", "../engine-host/port"],
  ["electron/main", "../../native/index"],
  ["electron/main/volumes", "../../engine-host/port"],
  ["electron/main/files", "../volumes/udev"],
  ["electron/main/volumes", "../inspection/run-lock"],
  ["electron/main/inspection", "../power-cut/guide"],
  ["electron/main/power-cut", "../window/window-app"],
  ["electron/main/export", "../../renderer/src/app"],
  ["electron/main/cli", "../window/window-app"],
  ["electron/main/window", "../cli/terminal-text"],
  ["electron/main/witness", "../../witness-host/seal"],
  ["electron/preload", "../main/window/history-store"],
  ["electron/engine-host", "electron"],
  ["electron/engine-host", "../main/inspection/run-lock"],
  ["electron/witness-host", "electron"],
  ["electron/witness-host", "../main/inspection/run-lock"],
  ["electron/witness-host", "../../native/index"],
  ["electron/main", "../history-host/history-folder"],
  ["electron/history-host", "electron"],
  ["electron/history-host", "../main/inspection/run-lock"],
  ["native", "../electron/main/inspection/run-lock"],
  ["renderer/src/features/drive", "electron"],
  ["renderer/src/features/drive", "../../../../electron/main/window/history-store"],
  ["renderer/src/api", "../ui/notice"],
  ["renderer/src/ui", "../api/client"],
  ["renderer/src/ui", "../charts/parts/chart-key"],
  ["renderer/src/ui", "../words"],
  ["renderer/src/ui", "../../../electron/tables/table"],
  ["renderer/src/charts", "../features/drive/drive-screen"],
  ["renderer/src/charts/parts", "../../workloads/flush-modes/rounds"],
  ["renderer/src/charts/scale", "../../api/client"],
  ["renderer/src/workloads", "../document/figures"],
  ["renderer/src/workloads/commits", "../flush-modes/rounds"],
  ["renderer/src/workloads/commits", "../../features/drive/drive-screen"],
  ["renderer/src/workloads/commits", "../../../../electron/main/window/history-store"],
  ["renderer/src/document", "../features/verdict/verdict-screen"],
  ["renderer/src/document", "../workloads/commits/words"],
  ["renderer/src/document", "../api/client"],
  ["renderer/src/report", "../features/verdict/verdict-screen"],
  ["renderer/src/features/drive", "../verdict/verdict-screen"],
  ["renderer/src/features/drive", "../../report/report-page"],
  ["renderer/src/features/verdict", "../../workloads/commits/words"],
] as const;

const permitted = [
  ["electron/contract", "zod"],
  ["electron/analysis", "../contract/report"],
  ["electron/analysis", "../text/statements"],
  ["electron/text", "../contract/report"],
  ["electron/text/workloads", "../messages"],
  ["electron/main", "../text/history"],
  ["electron/tables/workloads", "../../text/format"],
  ["electron/tables/workloads", "../../analysis/verdict"],
  ["electron/main/cli", "../../tables/table"],
  ["renderer/src/workloads/commits", "../../../../electron/tables/table"],
  ["renderer/src/document", "../../../electron/tables/table"],
  ["electron/engine-host", "../text/history"],
  ["renderer/src/ui", "../../../electron/text/format"],
  ["electron/main", "../analysis/verdict"],
  ["electron/engine-host", "../../native/index"],
  ["electron/witness-host", "../engine-host/port"],
  ["electron/history-host", "../main/files/own-json"],
  ["electron/main", "./window/window-app"],
  ["electron/main/power-cut", "../inspection/run-lock"],
  ["electron/main/power-cut", "../../analysis/power-cut"],
  ["renderer/src/ui", "../../../electron/contract/verdict"],
  ["renderer/src/charts/parts", "../scale/log-scale"],
  ["renderer/src/charts/parts", "../../words"],
  ["renderer/src/workloads/commits", "../home"],
  ["renderer/src/workloads/commits", "../parts/words"],
  ["renderer/src/workloads/commits", "../../charts/parts/chart-key"],
  ["renderer/src/workloads/commits", "../../../../electron/text/format"],
  ["renderer/src/document", "../workloads"],
  ["renderer/src/report", "../document/figures"],
  ["renderer/src/features/drive", "../../api/client"],
  ["renderer/src/features/drive", "../../workloads"],
  ["renderer/src/features/verdict", "../../document/figures"],
] as const;

// The project's own rules over a tree of files with one import each, in one run of the linter.
const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "driveproof-layering-")));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
copyFileSync(path.join(root, "biome.json"), path.join(folder, "biome.json"));
writeFileSync(path.join(folder, ".gitignore"), "node_modules\n");
const refused = lint([...forbidden, ...permitted]);

describe("analysis and hosts speak in codes", () => {
  const rooms = ["analysis", "engine-host", "history-host", "witness-host"];
  it.each(rooms)("and %s takes nothing but types from the room of text", (room) => {
    const folder = path.join(root, "electron", room);
    const taking = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .filter((file) =>
        /^(?:im|ex)port (?!type )[^;]*?from "[^"]*\/text\//m.test(
          readFileSync(path.join(folder, file), "utf8"),
        ),
      );
    expect(taking).toEqual([]);
  });
});

describe("arrows run one way", () => {
  it("in every folder of the renderer, each of which is tried below", () => {
    const source = path.join(root, "renderer", "src");
    const folders = readdirSync(source, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `renderer/src/${name}`);
    const tried = (folder: string) =>
      forbidden.some(([room]) => `${room}/`.startsWith(`${folder}/`));
    expect(folders.filter((folder) => !tried(folder))).toEqual([]);
  });

  it.each(forbidden)("%s may not import %s", (room, source) => {
    expect(refused).toContain(fileOf(room, source));
  });

  it.each(permitted)("%s may import %s", (room, source) => {
    expect(refused).not.toContain(fileOf(room, source));
  });
});

/** The files in which the linter refused an import. */
function lint(cases: readonly (readonly [string, string])[]): string[] {
  for (const [room, source] of cases) {
    const file = path.join(folder, fileOf(room, source));
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `import { thing } from "${source}";\n\nexport const other = thing;\n`);
  }
  const run = spawnSync(
    process.execPath,
    [
      biome,
      "lint",
      "--only=style/noRestrictedImports",
      "--max-diagnostics=none",
      "--reporter=github",
    ],
    { cwd: folder, encoding: "utf8" },
  );
  return [...run.stdout.matchAll(/noRestrictedImports,file=([^,]+),/g)].map(([, file]) =>
    path.relative(folder, path.resolve(folder, file ?? "")),
  );
}

/** The native façade is one file by name; elsewhere the name does not matter. */
function fileOf(room: string, source: string): string {
  const name = room === "native" ? "index" : source.replace(/\W+/g, "-");
  return path.join(room, `${name}.ts`);
}
