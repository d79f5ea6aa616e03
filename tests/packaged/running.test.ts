import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { reportSchema } from "#contract/report";
import { resourcesOf } from "../../scripts/package/size.mjs";
import { folderOfEach } from "../helpers/folders";
import { appFolder, executableIn, runApp } from "./packaged-app";
import { openPackagedWindow } from "./packaged-window";

const folder = folderOfEach();

describe("the packaged program", () => {
  it("inspects a folder from the command line and writes a PDF", async () => {
    const inspected = path.join(folder(), "inspected");
    const pdf = path.join(folder(), "report.pdf");
    mkdirSync(inspected);
    const end = await runApp([
      ...["--inspect", "--path", inspected, "--profile", "smoke", "--tests", "flush"],
      ...["--json", "-", "--pdf", pdf],
    ]);
    expect(end.code, end.stderr).toBe(0);
    const report = reportSchema.parse(JSON.parse(end.stdout));
    expect(report.partial).toBe(false);
    expect(report.error).toBeNull();
    expect(report.verification?.mismatchCount).toBe(0);
    expect(report.verification?.blocksChecked).toBeGreaterThan(0);
    const measured = report.flushModes.filter(({ status }) => status === "measured");
    expect(measured.length).toBeGreaterThan(1);
    for (const { operations } of measured) {
      expect(operations).toBeGreaterThan(0);
    }
    for (const { status, reason } of report.flushModes) {
      expect(status === "measured" || (reason ?? "") !== "").toBe(true);
    }
    expect(readdirSync(inspected)).toEqual([]);
    const bytes = readFileSync(pdf);
    expect(bytes.toString("latin1", 0, 5)).toBe("%PDF-");
    expect(bytes.length).toBeGreaterThan(20_000);
  });

  it("opens its window, whose page has no Node.js, and offers to choose a folder", async () => {
    const window = await openPackagedWindow(folder());
    try {
      await expect
        .poll(() => window.evaluate("document.body.innerText"), { timeout: 30_000 })
        .toContain("Choose a folder");
      const page = await window.evaluate("location.href");
      expect(page).toBe("driveproof://window/index.html");
      // The page belongs to the program: it has the bridge, and no Node.js.
      expect(await window.evaluate("typeof require + typeof process")).toBe("undefinedundefined");
      expect(await window.evaluate("typeof driveproof.listVolumes")).toBe("function");
    } finally {
      await window.close();
    }
  });
});

describe("the packaged program", () => {
  const marker = () => path.join(folder(), "marker");
  const evil = () => `require("node:fs").writeFileSync(${JSON.stringify(marker())}, "ran");`;

  /** Expects that the program printed its version, and that the foreign code did not run. */
  const expectItself = (end: Awaited<ReturnType<typeof runApp>>) => {
    expect(end.stdout, end.stderr).toMatch(/^DriveProof \d+\.\d+\.\d+$/m);
    expect(existsSync(marker())).toBe(false);
  };

  it("does not run as Node.js, even if ELECTRON_RUN_AS_NODE is set", async () => {
    const script = path.join(folder(), "script.cjs");
    writeFileSync(script, evil());
    const end = await runApp([script, "--inspect", "--version"], {
      environment: { ELECTRON_RUN_AS_NODE: "1" },
    });
    expectItself(end);
  });

  it("treats --inspect as its own option and opens no debugger", async () => {
    const end = await runApp(["--inspect", "--version"]);
    expectItself(end);
    expect(end.stderr).not.toContain("Debugger listening");
  });

  it("runs no code from a folder in place of its archive", async () => {
    const copy = path.join(folder(), "copy");
    cpSync(appFolder, copy, { recursive: true, verbatimSymlinks: true });
    const inside = resourcesOf(copy);
    rmSync(path.join(inside, "app.asar"));
    const intruder = path.join(inside, "app");
    mkdirSync(intruder);
    writeFileSync(path.join(intruder, "package.json"), '{"main":"main.cjs"}');
    writeFileSync(path.join(intruder, "main.cjs"), `${evil()}process.exit(0);`);
    const end = await runApp(["--inspect", "--version"], { program: executableIn(copy) });
    expect(end.stdout).toBe("");
    expect(existsSync(marker())).toBe(false);
  });
});
