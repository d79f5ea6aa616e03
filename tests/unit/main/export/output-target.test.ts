import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import fsPromises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { createServer } from "node:net";
import path from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { resolvedOutputs } from "../../../../electron/main/cli/deliver-report";
import { checkOutput, writeOutput } from "../../../../electron/main/export/report-export";
import { eventually } from "../../../helpers/eventually";
import { folderOfEach } from "../../../helpers/folders";
import { skipped } from "../../../helpers/skipped";

const folder = folderOfEach();

afterEach(() => restore());

const { stat: realStat } = fsPromises;
function restore(): void {
  vi.restoreAllMocks();
  Object.assign(fsPromises, { stat: realStat });
  syncBuiltinESMExports();
}

const inside = (...names: string[]) => path.join(folder(), ...names);
const read = (...names: string[]) => readFileSync(inside(...names), "utf8");

/**
 * Path of a device file with the number of /dev/null or /dev/full. Root gets a new one, so that a
 * mistake cannot replace the computer's own; `null`: not possible here.
 */
function device(name: "null" | "full", minor: number): string | null {
  if (process.getuid?.() !== 0) {
    return existsSync(`/dev/${name}`) ? `/dev/${name}` : null;
  }
  try {
    execFileSync("mknod", [inside(name), "c", "1", String(minor)], { stdio: "pipe" });
    closeSync(openSync(inside(name), "w"));
    return inside(name);
  } catch {
    return null; // the file system is mounted with "nodev", or the system has other device numbers
  }
}

async function write(file: string): Promise<void> {
  await checkOutput(file);
  await writeOutput(file, "report");
}

describe.skipIf(process.platform === "win32")("an output path", () => {
  it("that is a symbolic link stays a link, and the write replaces the link's target in the target's folder", async () => {
    mkdirSync(inside("reports", "old"), { recursive: true });
    writeFileSync(inside("reports", "r.json"), "before");
    symlinkSync("reports/old", inside("current"));
    symlinkSync("current/../r.json", inside("latest.json"));
    symlinkSync(inside("latest.json"), inside("r.json"));
    const before = lstatSync(inside("reports", "r.json")).ino;
    await write(inside("r.json"));
    expect(read("reports", "r.json")).toBe("report");
    expect(lstatSync(inside("reports", "r.json")).ino).not.toBe(before);
    expect(readlinkSync(inside("r.json"))).toBe(inside("latest.json"));
    expect(readdirSync(folder()).sort()).toEqual(["current", "latest.json", "r.json", "reports"]);
    expect(readdirSync(inside("reports"))).toEqual(["old", "r.json"]);
  });

  it("that is a dangling link makes the write create the link's target, or fails the check if the target's folder is missing", async () => {
    mkdirSync(inside("reports"));
    symlinkSync("reports/new.json", inside("r.json"));
    await write(inside("r.json"));
    expect(read("reports", "new.json")).toBe("report");
    expect(lstatSync(inside("r.json")).isSymbolicLink()).toBe(true);
    symlinkSync("missing/new.json", inside("s.json"));
    await expect(checkOutput(inside("s.json"))).rejects.toThrow(/ENOENT/);
  });

  it("that is a circular link, a folder or a socket fails the check", async () => {
    symlinkSync("b", inside("a"));
    symlinkSync("a", inside("b"));
    await expect(checkOutput(inside("a"))).rejects.toThrow(/in a circle/);
    await expect(checkOutput(folder())).rejects.toThrow(/it is a folder/);
    expect(readdirSync(folder())).toEqual(["a", "b"]);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(inside("socket"), resolve));
    try {
      await expect(checkOutput(inside("socket"))).rejects.toThrow(/it is a socket/);
    } finally {
      server.close();
    }
  });

  it("that is a device, or a link to one, stays so when written to, and the write fails if the device is full", async (context) => {
    const devices = { null: device("null", 3), full: device("full", 7) };
    if (devices.null === null || devices.full === null) {
      context.skip(skipped("no folder in which devices work"));
      return;
    }
    const numberOf = (file: string) => lstatSync(file).rdev;
    const before = numberOf(devices.null);
    symlinkSync(devices.null, inside("r.json"));
    await write(devices.null);
    await write(inside("r.json"));
    await expect(write(devices.full)).rejects.toThrow(/ENOSPC/);
    expect(numberOf(devices.null)).toBe(before);
    expect(lstatSync(devices.full).isCharacterDevice()).toBe(true);
    expect(lstatSync(inside("r.json")).isSymbolicLink()).toBe(true);
  });

  it("that is a pipe receives the whole output, and the write fails with ENXIO if the pipe has no reader", async () => {
    execFileSync("mkfifo", [inside("pipe")]);
    await expect(write(inside("pipe"))).rejects.toThrow(/ENXIO/);
    const reader = spawn("cat", [inside("pipe")], { stdio: ["ignore", "pipe", "inherit"] });
    let text = "";
    reader.stdout.on("data", (piece) => {
      text += piece;
    });
    const ended = new Promise((resolve) => reader.once("close", resolve));
    const content = "drive ".repeat(200_000);
    await eventually(() => writeOutput(inside("pipe"), content));
    await ended;
    expect(text === content).toBe(true);
    expect(lstatSync(inside("pipe")).isFIFO()).toBe(true);
  });

  it("that names an open file descriptor receives the output after the content already in the file", async (context) => {
    if (process.platform !== "linux") {
      return context.skip("elsewhere these are devices");
    }
    writeFileSync(inside("log"), "before, ");
    const descriptor = openSync(inside("log"), "a");
    await write(`/proc/self/fd/${descriptor}`);
    await write(`/dev/fd/${descriptor}`);
    closeSync(descriptor);
    expect(read("log")).toBe("before, reportreport");
    expect(readdirSync(folder())).toEqual(["log"]);
  });

  it('that is /dev/stdout or /dev/fd/1 becomes "-", the name of standard output', () => {
    const outputs = {
      paper: "A4" as const,
      withSerial: true,
      json: "/dev/stdout",
      csv: "-",
      pdf: "/dev/fd/1",
    };
    expect(resolvedOutputs(outputs, "/here")).toEqual({
      paper: "A4",
      withSerial: true,
      json: "-",
      csv: "-",
      pdf: "-",
    });
  });

  it("receives the output without a change to other files, even to those named like temporary files", async () => {
    const theirs = ["r.json.part", "r.json.tmp", "r.json~"];
    for (const name of theirs) {
      writeFileSync(inside(name), "mine");
    }
    await write(inside("r.json"));
    expect(theirs.map((name) => read(name))).toEqual(["mine", "mine", "mine"]);
    expect(readdirSync(folder())).toHaveLength(4);
  });

  it("fails the check and the write if another user owns a link or pipe on the way to it", async () => {
    mkdirSync(inside("private"));
    writeFileSync(inside("private", "secret"), "mine");
    mkdirSync(inside("shared"));
    symlinkSync(inside("private", "secret"), inside("shared", "r.json"));
    symlinkSync(inside("private"), inside("shared", "out"));
    execFileSync("mkfifo", [inside("shared", "pipe")]);
    chmodSync(inside("shared"), 0o1777);
    // Pretends to be another user who owns the folder, so that its links and pipes belong to a
    // stranger.
    const another = (process.geteuid?.() ?? 0) + 1;
    vi.spyOn(process, "geteuid").mockReturnValue(another);
    Object.assign(fsPromises, {
      stat: async (file: string) => Object.assign(await realStat(file), { uid: another }),
    });
    syncBuiltinESMExports();
    for (const place of ["r.json", "pipe", "out/secret", "out/new.json"]) {
      const file = inside("shared", place);
      await expect(checkOutput(file), place).rejects.toThrow(/another user has put that there/);
      await expect(writeOutput(file, "x"), place).rejects.toThrow(/another user has put that/);
    }
    restore();
    expect(read("private", "secret")).toBe("mine");
    expect(readdirSync(inside("private"))).toEqual(["secret"]);
    await write(inside("shared", "r.json")); // a link of the same user
    expect(read("private", "secret")).toBe("report");
  });
});
