import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { workloadIds } from "#contract/workloads/index";
import {
  productFiles as files,
  type Import,
  importsIn,
  importsInPage,
  importsOf,
  namedPlaces,
  root,
  targetOf,
} from "../helpers/product-imports";
import { rooms } from "../rooms";

describe("the imports of the product", () => {
  it.each(Object.keys(rooms))("obey, in the folder %s, the table of permitted imports", (room) => {
    const own = files.filter((file) => roomOf(file)?.name === room);
    expect(own).not.toEqual([]);
    // The addon itself, whose place only the running program knows.
    const addon = room === "native" ? ["native/loader.ts: (path)"] : [];
    expect(own.flatMap((file) => refusedIn(file, importsOf(file)))).toEqual(addon);
  });

  it("are all checked, because every file lies in a folder with a row in the table of permitted imports", () => {
    expect(files.length).toBeGreaterThan(500);
    expect(files.filter((file) => roomOf(file) === null)).toEqual([]);
  });

  it("use each permission in the table of permitted imports at least once", () => {
    const unused = Object.entries(rooms).flatMap(([room, permitted]) => {
      const imports = files
        .filter((file) => roomOf(file)?.name === room)
        .flatMap((file) => importsOf(file).map((one) => targetOf(file, one.source)));
      return wordsOf(permitted)
        .filter(({ name }) => !imports.some((target) => isMeant(target, name, room)))
        .map(({ name }) => `${room}: ${name}`);
    });
    expect(unused).toEqual([]);
  });

  it("are not relative if they climb four folders or enter another folder that has a name in package.json", () => {
    const climbing = files.flatMap((file) =>
      importsOf(file)
        .filter(({ source }) => {
          const target = targetOf(file, source);
          const isNamed =
            roomOf(target) !== null &&
            namedPlaces.some((place) => target.startsWith(place) && !file.startsWith(place));
          return source.startsWith("../../../../") || (isNamed && !source.startsWith("#"));
        })
        .map(({ source }) => `${file}: ${source}`),
    );
    expect(climbing).toEqual([]);
    expect(namedPlaces).toContain("electron/contract/");
  });

  it("lead from no workload's files to those of another workload, in whichever room these are", () => {
    const between = files
      .flatMap((file) =>
        importsOf(file).map(({ source }) => ({
          line: `${file}: ${source}`,
          from: workloadOf(file),
          to: workloadOf(targetOf(file, source)),
        })),
      )
      .filter(({ from, to }) => from !== null && to !== null);
    expect(between.filter(({ from, to }) => from !== to).map(({ line }) => line)).toEqual([]);
    expect(between.length).toBeGreaterThan(100);
  });

  it("are permitted by a table that ARCHITECTURE.md repeats for native and for electron's folders except main", () => {
    const text = readFileSync(path.join(root, "ARCHITECTURE.md"), "utf8");
    const rows = [...text.matchAll(/^\| \[?`([\w/-]+)`.*\| ([^|]+) \|$/gm)];
    const shown = Object.fromEntries(rows.map(([, room = "", permitted]) => [room, permitted]));
    const first = Object.entries(rooms)
      .filter(([room]) => /^(electron\/(?!main)[^/]+|native)$/.test(room))
      .map(([room, permitted]) => [room, withoutParts(room, permitted)] as const);
    expect(shown).toMatchObject(Object.fromEntries(first));
  });
});

describe("the layering of texts", () => {
  it.each(["analysis", "engine-host", "witness-host"])(
    "lets %s import only types from electron/text",
    (room) => {
      expect(refused(`electron/${room}/some-file`, "../text/messages")).toBe(true);
      expect(refused(`electron/${room}/some-file`, "../text/messages", true)).toBe(false);
    },
  );
});

const forbidden = [
  ["electron/contract", "electron"],
  ["electron/contract", "../analysis/verdict"],
  ["electron/contract", "#analysis/verdict"],
  ["electron/contract", "node:fs"],
  ["electron/contract", "recharts"],
  ["electron/contract", "../text/history"],
  ["electron/contract", "../tables/table"],
  ["electron/analysis", "node:fs"],
  ["electron/analysis", "zod"],
  ["electron/analysis", "../main/window/history-store"],
  ["electron/analysis", "../tables/table"],
  ["electron/analysis/verdict", "../../engine-host/port"],
  ["electron/analysis/verdict", "../workloads/commits/commit-rate"],
  ["electron/analysis/facts", "../workloads"],
  ["electron/analysis/facts", "../verdict/saved"],
  ["electron/analysis/health", "../workloads"],
  ["electron/analysis/health", "../verdict/saved"],
  ["electron/analysis/power-cut", "../verdict"],
  ["electron/analysis/workloads", "../verdict/saved"],
  ["electron/analysis/workloads/commits", "../../verdict/saved"],
  ["electron/analysis/workloads/commits", "../reading/findings"],
  ["electron/analysis/workloads/commits", "../index"],
  ["electron/text", "electron"],
  ["electron/text", "node:fs"],
  ["electron/text", "react"],
  ["electron/text", "../analysis/verdict"],
  ["electron/text", "../tables/table"],
  ["electron/text", "../main/window/history-store"],
  ["electron/tables", "node:fs"],
  ["electron/tables", "../main/window/history-store"],
  ["electron/tables", "../../renderer/src/words"],
  ["electron/preload", "../tables/table"],
  ["electron/preload", "#text/history"],
  ["electron/preload", "node:fs"],
  ["electron/preload", "../main/window/history-store"],
  ["electron/engine-host", "electron"],
  ["electron/engine-host", "../witness-host/seal"],
  ["electron/engine-host", "../tables/table"],
  ["electron/engine-host", "../main/inspection/run-lock"],
  ["electron/witness-host", "electron"],
  ["electron/witness-host", "../engine-host/inspection-runner"],
  ["electron/witness-host", "../main/inspection/run-lock"],
  ["electron/witness-host", "../../native/index"],
  ["electron/history-host", "electron"],
  ["electron/history-host", "../main/inspection/run-lock"],
  ["electron/history-host", "../tables/csv"],
  ["electron/main", "../engine-host/port"],
  ["electron/main", "../history-host/history-folder"],
  ["electron/main", "../../native/index"],
  ["electron/main", "../../renderer/src/words"],
  ["electron/main", "recharts"],
  ["electron/main/volumes", "../../engine-host/port"],
  ["electron/main/volumes", "../inspection/run-lock"],
  ["electron/main/volumes", "electron"],
  ["electron/main/files", "../volumes/udev"],
  ["electron/main/health", "../window/window-app"],
  ["electron/main/inspection", "../power-cut/guide"],
  ["electron/main/inspection", "../create-inspection"],
  ["electron/main/power-cut", "../window/window-app"],
  ["electron/main/export", "../../../renderer/src/app"],
  ["electron/main/cli", "../window/window-app"],
  ["electron/main/window", "../cli/terminal-text"],
  ["electron/main/witness", "../../witness-host/seal"],
  ["native", "../electron/main/inspection/run-lock"],
  ["native", "../electron/text/history"],
  ["renderer/src", "electron"],
  ["renderer/src", "../../electron/main/window/history-store"],
  ["renderer/src/api", "../ui/notice"],
  ["renderer/src/ui", "../api/client"],
  ["renderer/src/ui", "../charts/parts/chart-key"],
  ["renderer/src/ui", "../words"],
  ["renderer/src/ui", "recharts"],
  ["renderer/src/ui", "../../../electron/tables/table"],
  ["renderer/src/charts", "../features/drive/drive-screen"],
  ["renderer/src/charts/parts", "../../workloads/flush-modes/rounds"],
  ["renderer/src/charts/scale", "../../api/client"],
  ["renderer/src/workloads", "../document/figures"],
  ["renderer/src/workloads/commits", "../flush-modes/rounds"],
  ["renderer/src/workloads/commits", "../../features/drive/drive-screen"],
  ["renderer/src/workloads/commits", "../../../../electron/main/window/history-store"],
  ["renderer/src/document", "../features/verdict/verdict-screen"],
  ["renderer/src/document", "../workloads/commits/panels"],
  ["renderer/src/document", "../api/client"],
  ["renderer/src/report", "../features/verdict/verdict-screen"],
  ["renderer/src/report", "recharts"],
  ["renderer/src/features/drive", "electron"],
  ["renderer/src/features/drive", "node:fs"],
  ["renderer/src/features/drive", "../verdict/verdict-screen"],
  ["renderer/src/features/drive", "../../report/report-page"],
  ["renderer/src/features/drive", "../../../../electron/main/window/history-store"],
  ["renderer/src/features/verdict", "../../workloads/commits/panels"],
  ["electron/tables", "#analysis/../main/health/read-health"],
  ["renderer/src/ui", "../../../node_modules/recharts/es6/index.js"],
] as const;

const permitted = [
  ["electron/contract", "zod"],
  ["electron/analysis", "../contract/report"],
  ["electron/analysis/verdict", "../workloads"],
  ["electron/analysis/workloads/commits", "../../facts/facts"],
  ["electron/text/workloads", "../messages"],
  ["electron/tables/workloads", "#text/format"],
  ["electron/main/power-cut", "../inspection/run-lock"],
  ["electron/main/cli", "../../tables/table"],
  ["electron/engine-host", "../../native/index"],
  ["electron/witness-host", "../engine-host/port"],
  ["electron/history-host", "../main/files/own-json"],
  ["electron/history-host", "../analysis/verdict/glance/glance"],
  ["renderer/src/charts/parts", "../scale/log-scale"],
  ["renderer/src/workloads/commits", "../parts/call-of"],
  ["renderer/src/document", "../workloads"],
  ["renderer/src/features/verdict", "../../document/figures"],
] as const;

describe("the layering check", () => {
  it.each(forbidden)("does not permit a file in %s to import %s", (room, source) => {
    expect(refused(`${room}/some-file`, source)).toBe(true);
  });

  it.each(permitted)("permits a file in %s to import %s", (room, source) => {
    expect(refused(`${room}/some-file`, source)).toBe(false);
  });

  it.each([
    ['import { thing } from "electron";', "electron", false],
    ['import type {\n  Thing,\n} from "electron";', "electron", true],
    ['export * from "../main/app-paths";', "../main/app-paths", false],
    ['export * as "buffer-sweep" from "./buffer-sweep";', "./buffer-sweep", false],
    ['import "../app.css";', "../app.css", false],
    ['const { thing } = await import("electron");', "electron", false],
    ["const { thing } = await import(`electron`);", "electron", false],
    ['const thing = require("electron");', "electron", false],
    ['type Thing = import("electron").App;', "electron", false],
    ['const { thing } = await import(/* late */ "electron");', "electron", false],
    ['const place = require.resolve("electron");', "electron", false],
    ['const place = import.meta.resolve("electron");', "electron", false],
    ['const thing = module.require("electron");', "electron", false],
    ["const load = module.createRequire(__filename);", "(__filename)", false],
    ['const pages = import.meta.glob("../*/*.tsx");', "../*/*.tsx", false],
    ['const worker = new URL("../engine.ts", import.meta.url);', "../engine.ts", false],
    ['import*as thing from"electron";', "electron", false],
    ["const thing = await import(named);", "(named)", false],
    ['import { "a-b" as thing } from "electron";', "electron", false],
    ['export { thing as "a-b" } from "electron";', "electron", false],
    ['export * as "a-b" from "electron";', "electron", false],
    ['import type from "electron";', "electron", false],
    ['/* late */ import { thing } from "electron";', "electron", false],
    ['start(); import { thing } from "electron";', "electron", false],
    ['const address = "https://localhost"; import "electron";', "electron", false],
    ['/// <reference types="electron" />', "electron", false],
    ['/// <reference path="../raw.d.ts" />', "../raw.d.ts", false],
    ['/// <reference lib="dom" />', "dom", false],
    ["const load = createRequire(__filename);", "(__filename)", false],
    ['const pages = import.meta.glob<Page>("../*/*.tsx");', "../*/*.tsx", false],
    ['const name = `file://` + (await import("electron")).app.name;', "electron", false],
    ['const is = /^a:\\/\\//.test(name) && (await import("electron"));', "electron", false],
  ])("finds the import in %j", (text, source, isType) => {
    expect(importsIn(text)).toEqual([{ source, isType }]);
  });

  it.each([
    ['@import "../drive.css";', "../drive.css"],
    ["@import url(drive.css);", "./drive.css"],
    ['<script type="module" src="../main.ts"></script>', "../main.ts"],
    ["<link href='drive.css' />", "./drive.css"],
    ['<script type="module">import "./main.ts";</script>', "./main.ts"],
  ])("finds in a style sheet or page the import in %j", (text, source) => {
    expect(importsInPage(text)).toEqual([{ source, isType: false }]);
  });

  it("finds no import in a comment", () => {
    expect(importsIn('// import "electron";\n/* require("electron") */')).toEqual([]);
    expect(importsInPage('/* @import "a.css"; */ <!-- <script src="a.ts"> -->')).toEqual([]);
  });
});

function refused(file: string, source: string, isType = false): boolean {
  return refusedIn(file, [{ source, isType }]).length > 0;
}

/** The forbidden imports of this file. */
function refusedIn(file: string, imports: readonly Import[]): string[] {
  const room = roomOf(file);
  const words = room === null ? [] : wordsOf(rooms[room.name] ?? "");
  return imports
    .filter(({ source, isType }) => {
      const target = targetOf(file, source);
      const isOwn = room !== null && roomOf(target)?.place === room.place;
      const may = ({ name, onlyTypes }: Word) =>
        (isType || !onlyTypes) && isMeant(target, name, room?.name ?? "");
      return !isOwn && !words.some(may);
    })
    .map(({ source }) => `${file}: ${source}`);
}

/** The permitted imports of a room, without subfolders that have a row of their own. */
function withoutParts(room: string, permitted: string): string {
  return permitted
    .split(", ")
    .filter((word) => !(`${room}/${word}` in rooms))
    .join(", ");
}

/** The workload whose folder or file this is, in any room; null if it belongs to none. */
function workloadOf(place: string): string | null {
  const [, name = ""] = place.split("/workloads/");
  const [id = ""] = name.split(/[/.]/);
  return (workloadIds as readonly string[]).includes(id) ? id : null;
}

interface Word {
  readonly name: string;
  readonly onlyTypes: boolean;
}

function wordsOf(permitted: string): Word[] {
  return permitted
    .split(", ")
    .filter((word) => word !== "")
    .map((word) => ({ name: word.replace("types of ", ""), onlyTypes: /^types of /.test(word) }));
}

/** Whether a word in the row of `room` permits an import of this target. */
function isMeant(target: string, word: string, room: string): boolean {
  if (word === "node" || target === "node") {
    return word === target;
  }
  const base = ["electron/analysis", "electron/main", "renderer/src"].find((one) =>
    `${room}/`.startsWith(`${one}/`),
  );
  const places = [...(base === undefined ? [] : [base]), "electron", ""].map((one) =>
    path.posix.join(one, word),
  );
  // "electron" names both a package and a top-level folder; in the table the word means the
  // package.
  const place = word === "electron" ? undefined : places.find(isThere);
  return place === undefined
    ? target === `package ${word}`
    : [place, `${place}.ts`, `${place}.tsx`, place.replace(/\/index$/, "")].includes(target) ||
        target.startsWith(`${place}/`);
}

function isThere(place: string): boolean {
  return ["", ".ts", ".tsx"].some((ending) => existsSync(path.join(root, place + ending)));
}

/**
 * The row of the table that applies to a file, and the folder of the file's room. Under
 * `features/*` each folder is a separate room.
 */
function roomOf(file: string): { readonly name: string; readonly place: string } | null {
  const parts = file.split("/");
  for (let length = parts.length; length > 0; length -= 1) {
    const place = parts.slice(0, length).join("/");
    const above = `${parts.slice(0, length - 1).join("/")}/*`;
    if (place in rooms) {
      return { name: place, place };
    }
    if (above in rooms && length < parts.length) {
      return { name: above, place };
    }
  }
  return null;
}
