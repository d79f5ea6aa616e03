import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { printInElectron } from "../../../../electron/main/export/print-in-electron";
import type { PrintReport } from "../../../../electron/main/export/report-export";
import { eventually } from "../../../helpers/eventually";
import { folderOfEach } from "../../../helpers/folders";

const folder = folderOfEach();
afterEach(() => vi.unstubAllEnvs());

const anyDocument = {} as Parameters<PrintReport>[0];

/** Replaces Electron by this program, whose last argument is the file for the page. */
function useProgram(source: string) {
  const script = join(folder(), "electron.cjs");
  writeFileSync(script, source);
  const launcher = { executable: process.execPath, args: [script] };
  vi.stubEnv("DRIVEPROOF_ELECTRON", JSON.stringify(launcher));
  vi.stubEnv("DRIVEPROOF_XVFB", "0");
}

const groupOf = (stat: string) => stat.slice(stat.lastIndexOf(")") + 2).split(" ")[2];

it.runIf(process.platform === "linux")(
  "printInElectron() starts its program in a process group other than the caller's",
  async () => {
    useProgram(
      'const fs = require("fs"); fs.writeFileSync(process.argv.at(-1), fs.readFileSync("/proc/self/stat"));',
    );
    const drawn = `${Buffer.from(await printInElectron(anyDocument))}`;
    expect(groupOf(drawn)).not.toBe(groupOf(readFileSync("/proc/self/stat", "utf8")));
  },
);

it("printInElectron() rejects with the print process's last line, or else with its exit code or start error", async () => {
  useProgram('console.error("first\\nno display"); process.exitCode = 1;');
  await expect(printInElectron(anyDocument)).rejects.toThrow(/no display/);
  useProgram("process.exitCode = 3;");
  await expect(printInElectron(anyDocument)).rejects.toThrow(/3/);
  vi.stubEnv(
    "DRIVEPROOF_ELECTRON",
    JSON.stringify({ executable: join(folder(), "none"), args: [] }),
  );
  await expect(printInElectron(anyDocument)).rejects.toThrow(/ENOENT/);
});

it("printInElectron() removes its temporary folder if the program ends while a page is printed", async () => {
  // The program makes a folder in TMPDIR and does not end, like a virtual display (Xvfb).
  useProgram(
    'require("fs").mkdtempSync(process.env.TMPDIR + "/display-"); setInterval(() => undefined, 1000);',
  );
  vi.stubEnv("TMPDIR", folder());
  vi.stubEnv("TEMP", folder());
  const folders = () => readdirSync(folder()).filter((name) => !name.endsWith(".cjs"));
  const inside = () => folders().flatMap((name) => readdirSync(join(folder(), name)));
  const known = process.listeners("exit");
  const drawn = printInElectron(anyDocument);
  const rejected = expect(drawn).rejects.toThrow(/SIGTERM/);
  const ends = () => process.listeners("exit").filter((listener) => !known.includes(listener));
  await eventually(() => expect(inside().join()).toContain("display-"));
  expect(folders()).toHaveLength(1);
  for (const end of ends()) {
    end.call(process, 130);
  }
  expect(folders()).toEqual([]);
  await rejected;
});
