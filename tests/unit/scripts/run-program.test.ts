import { closeSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { runInForeground } from "../../../scripts/commands/foreground.mjs";
import { lastLines, runProgram } from "../../../scripts/setup/run-program.mjs";
import { eventually } from "../../helpers/eventually";
import { foldersOfEach } from "../../helpers/folders";

const newFolder = foldersOfEach();
let cwd: string;
let logFile: string;
const node = (script: string) => ({
  command: process.execPath,
  args: ["-e", script],
  cwd,
  logFile,
});

beforeEach(() => {
  cwd = newFolder();
  logFile = path.join(cwd, "log");
});

describe("runProgram()", () => {
  it("logs all output, of which lastLines() returns the last lines without colours", async () => {
    const script =
      "console.log('one'); console.error('\\x1b[31mtwo\\x1b[0m'); process.exitCode = 3";
    const ended = await runProgram(node(script));
    expect(ended).toEqual({ ok: false, stalled: false, problem: "exit code 3" });
    expect(lastLines(logFile, 1)).toBe("two");
    expect(readFileSync(logFile, "utf8")).toContain("one");
  });

  it("returns the problem ENOENT for a missing program", async () => {
    const ended = await runProgram({ ...node(""), command: "no-such-program" });
    expect(ended.ok).toBe(false);
    expect(ended.problem).toContain("ENOENT");
  });

  it("ends a stalled download and the processes that the download started", async () => {
    const script = `
      const { spawn } = require("node:child_process");
      const helper = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)"]);
      console.log(helper.pid);
      setTimeout(() => {}, 60000);`;
    const ended = await runProgram({
      ...node(script),
      watch: { afterMs: 500, measureBytes: () => 7 },
    });
    expect(ended).toEqual({ ok: false, stalled: true, problem: "nothing arrived any more" });
    const helper = Number(lastLines(logFile, 1));
    expect(helper).toBeGreaterThan(0);
    await eventually(() => expect(isRunning(helper)).toBe(false));
  });

  it("lets a download continue as long as bytes arrive", async () => {
    let bytes = 0;
    const told: number[] = [];
    const ended = await runProgram({
      ...node("setTimeout(() => {}, 2500)"),
      watch: {
        afterMs: 1500,
        measureBytes: () => {
          bytes += 10;
          return bytes;
        },
        onBytes: (arrived) => told.push(arrived),
      },
    });
    expect(ended.ok).toBe(true);
    expect(told.slice(0, 2)).toEqual([10, 20]);
  });
});

/** A process that has ended but was not collected by its parent yet does not run any more. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (process.platform !== "linux") return true;
  return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
}

describe("runInForeground()", () => {
  const run = (script: string) =>
    runInForeground(process.execPath, ["-e", script], { cwd, env: process.env });

  it.each([0, 3, 130])("returns the program's exit code %i", async (code) => {
    expect(await run(`process.exitCode = ${code}`)).toBe(code);
  });

  // Windows knows six classes of priority instead of forty steps.
  it.skipIf(process.platform === "win32")(
    "runs the program with the requested niceness",
    async () => {
      const program = "process.exitCode = os.getPriority()";
      const options = { cwd, env: process.env, niceness: 7 };
      expect(await runInForeground(process.execPath, ["-e", program], options)).toBe(7);
    },
  );

  it("writes the program's output to a given file", async () => {
    const file = path.join(cwd, "printed");
    const output = openSync(file, "w");
    const program = 'console.log("out"); console.error("error")';
    try {
      const options = { cwd, env: process.env, output };
      expect(await runInForeground(process.execPath, ["-e", program], options)).toBe(0);
    } finally {
      closeSync(output);
    }
    expect(readFileSync(file, "utf8")).toBe("out\nerror\n");
  });

  it.skipIf(process.platform === "win32")(
    "returns 128 plus the number of a deadly signal",
    async () => {
      expect(await run('process.kill(process.pid, "SIGKILL")')).toBe(137);
    },
  );

  it.skipIf(process.platform === "win32")(
    "forwards SIGTERM to the program and waits for the program's end",
    async () => {
      const ready = path.join(cwd, "ready");
      const child = run(`
      process.on("SIGTERM", () => setTimeout(() => process.exit(42), 50));
      require("node:fs").writeFileSync(${JSON.stringify(ready)}, "");
      setInterval(() => {}, 1000);`);
      await eventually(() => readFileSync(ready));
      // Emits the event in this process, where only the code under test listens; it forwards the
      // signal to the child.
      process.emit("SIGTERM", "SIGTERM");
      expect(await child).toBe(42);
      await sleep(0);
      expect(process.listenerCount("SIGHUP")).toBe(0);
    },
  );
});
