import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { PowerCutTest } from "#contract/power-cut/test";
import { reportSchema } from "#contract/report";
import { folderOfEach } from "../helpers/folders";
import { inspect, startInspect } from "../helpers/inspect-process";
import { until } from "../helpers/native-engine";
import { plainModes } from "../helpers/power-cut-run";

const [control = "none", safe = "fsync"] = plainModes;
const folder = folderOfEach();
const state = folderOfEach();
let files: string;
beforeEach(() => {
  files = path.join(folder(), "DriveProof plug test");
});

const powerCutTest = (action: string, ...more: string[]) =>
  inspect(["--plug-test", action, "--path", folder(), ...more]);
const start = (...more: string[]) =>
  powerCutTest("start", "--modes", plainModes.join(","), ...more);

interface Line {
  readonly type: "state" | "acknowledged";
  readonly state?: { readonly stage: string };
  readonly numbers?: readonly { readonly mode: string; readonly number: number }[];
}
const linesOf = (stdout: string): Line[] =>
  stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
const lastNumber = (stdout: string, mode: string) =>
  linesOf(stdout)
    .at(-2)
    ?.numbers?.find((held) => held.mode === mode)?.number ?? 0;
/** The plug test in the report on standard output. */
const resultOf = (stdout: string): PowerCutTest => {
  const [result] = reportSchema.parse(JSON.parse(stdout)).powerCut?.tests ?? [];
  if (result === undefined) {
    throw new Error("the report has no plug test");
  }
  return result;
};
const finish = (acknowledged: string, ...more: string[]) =>
  powerCutTest("finish", "--acknowledged", acknowledged, "--json", "-", ...more);

/** Writes the lines that a witness has stored to a file, and returns its path. */
function witnessOf(lines: string): string {
  const file = path.join(folder(), "lines.jsonl");
  writeFileSync(file, lines);
  return file;
}

async function refused(args: readonly string[], code: number, sentence: RegExp): Promise<void> {
  const end = await inspect([...args, "--path", folder()]);
  expect({ code: end.code, stderr: end.stderr }).toEqual({
    code,
    stderr: expect.stringMatching(sentence),
  });
  expect(end.stderr).not.toMatch(/^\s+at /m);
}

describe("a plug test on the command line", () => {
  it("stops writing after --seconds, finishes without a failed save, and removes its files", async () => {
    const written = await start("--seconds", "1.3");
    expect(written.code).toBe(0);
    const stages = linesOf(written.stdout).flatMap(({ state }) => (state ? [state.stage] : []));
    expect(stages).toEqual(["preparing", "ready", "writing", "stopped"]);
    expect(readdirSync(files).sort()).toEqual([...plainModes, "plug-test.json"].sort());

    const witness = witnessOf(written.stdout);
    const csv = path.join(folder(), "result.csv");
    const finished = await finish(witness, "--csv", csv);
    expect(finished.code).toBe(0);
    expect(readFileSync(csv, "utf8").trimEnd().split("\r\n")).toHaveLength(1 + plainModes.length);
    const result = resultOf(finished.stdout);
    expect(result).toMatchObject({ outcome: "not-proven", control: "kept" });
    for (const { mode, counts, failed } of result.modes) {
      expect({ mode, failed, acknowledged: counts.acknowledged }).toEqual({
        mode,
        failed: 0,
        acknowledged: lastNumber(written.stdout, mode),
      });
      expect(counts.acknowledged).toBeGreaterThan(0);
    }
    expect((await powerCutTest("remove")).code).toBe(0);
    expect(existsSync(files)).toBe(false);
  });

  /**
   * Changes the test's state file as if the computer had restarted since: gives it another boot id
   * or, on Windows, which has none, a time of writing before the computer's start.
   */
  function restart(): void {
    const file = path.join(files, "plug-test.json");
    const state = JSON.parse(readFileSync(file, "utf8"));
    const writingSince = new Date(Date.now() - (os.uptime() + 60) * 1000).toISOString();
    const changes = process.platform === "win32" ? { writingSince } : { bootId: "before" };
    writeFileSync(file, JSON.stringify({ ...state, ...changes }));
  }

  it("does not blame the drive for missing records if no power cut is known", async () => {
    const { stdout } = await start("--seconds", "1.3");
    const more = lastNumber(stdout, safe) + 100;
    restart();
    const finished = await finish(`${safe}=${more},${control}=1`);
    expect(finished.code).toBe(0);
    expect(finished.stderr).toMatch(/no power cut is known/);
    expect(resultOf(finished.stdout).outcome).toBe("not-proven");
  });

  it("ends with exit code 4 if acknowledged records are missing after a power cut that --cut names", async () => {
    const { stdout } = await start("--seconds", "1.3");
    const more = lastNumber(stdout, safe) + 100;
    restart();
    const finished = await finish(`${safe}=${more},${control}=1`, "--cut", "power-button");
    expect(finished.code).toBe(4);
    expect(finished.stderr).toMatch(/saves that had been confirmed did not survive/);
    const mode = resultOf(finished.stdout).modes.find((one) => one.mode === safe);
    expect(mode?.verdict).toBe("lost");
    expect(mode?.failed).toBeGreaterThan(90);
    expect(mode?.failed).toBeLessThanOrEqual(100);
  });

  it("can be finished again if its report could not be written", async () => {
    const { stdout } = await start("--seconds", "1.3");
    const held = `${safe}=${lastNumber(stdout, safe)}`;
    const nowhere = path.join(folder(), "missing", "result.csv");
    const failed = await powerCutTest("finish", "--acknowledged", held, "--csv", nowhere);
    expect(failed.code).not.toBe(0);
    expect(failed.stderr).toContain(nowhere);
    expect((await finish(held)).code).toBe(0);
  });

  it("calls lost saves of a mode without a flush no fault, and cannot be finished twice", async () => {
    const { stdout } = await start("--seconds", "1.3");
    const more = lastNumber(stdout, control) + 50;
    restart();
    const cut = ["--cut", "power-button"];
    const finished = await powerCutTest("finish", "--acknowledged", `${control}=${more}`, ...cut);
    expect(finished.code).toBe(0);
    // Without options for output files the command prints the result as text that begins with a
    // sentence in plain words.
    expect(finished.stdout).toMatch(/^\nWith writes that nothing confirms this computer lost/);
    expect(finished.stdout).toMatch(/That is no fault/);
    await refused(
      ["--plug-test", "finish", "--acknowledged", `${control}=5`],
      3,
      /has been finished already/,
    );
  });

  it("stops on Ctrl-C and keeps its files", async () => {
    const modes = ["--modes", plainModes.join(",")];
    const running = startInspect(["--plug-test", "start", "--path", folder(), ...modes]);
    await running.saying(/^Writing records$/m);
    running.process.kill("SIGINT");
    const { code, stdout } = await running.ended;
    expect(code).toBe(130);
    expect(linesOf(stdout).at(-1)?.state?.stage).toBe("stopped");
    expect(readdirSync(files)).toContain("plug-test.json");
  });

  it("leaves no file behind if Ctrl-C comes before the first record", async () => {
    const running = startInspect(["--plug-test", "start", "--path", folder(), "--wait"], {
      keepsInputOpen: true,
    });
    await running.saying(/^The test files are ready$/m);
    running.process.kill("SIGINT");
    expect((await running.ended).code).toBe(130);
    expect(readdirSync(folder())).toEqual([]);
  });
});

describe("the plug test refuses, with a message and without a stack trace,", () => {
  it("a second test in the same folder", async () => {
    await start("--seconds", "0.2");
    const before = readdirSync(files);
    await refused(["--plug-test", "start"], 3, /There is a plug test here already/);
    expect(readdirSync(files)).toEqual(before);
  });

  it("to finish without a test, a state file or a readable witness, and an unknown action", async () => {
    await refused(["--plug-test", "finish", "--acknowledged", `${safe}=5`], 3, /no plug test/);
    mkdirSync(files);
    await refused(
      ["--plug-test", "finish", "--acknowledged", `${safe}=5`],
      3,
      /noted of itself is missing or cannot be read/,
    );
    await refused(["--plug-test", "finish"], 2, /--acknowledged/);
    await refused(["--plug-test", "finish", "--acknowledged", "missing"], 2, /cannot be read/);
    await refused(["--plug-test", "begin"], 2, /start, finish, remove/);
  });

  it.each([
    ["with its state file", () => undefined],
    ["with an unreadable state file", (notes: string) => truncateSync(notes, 300)],
    ["without its state file", (notes: string) => unlinkSync(notes)],
  ])("to remove a foreign folder in a test, and then to finish the test %s", async (_, damage) => {
    const { stdout } = await start("--seconds", "0.3");
    const witness = witnessOf(stdout.replaceAll(/"bootId":("[^"]*"|null)/g, '"bootId":"before"'));
    damage(path.join(files, "plug-test.json"));
    // Adds an entry that the removal must leave: a folder with the name of a test file.
    mkdirSync(path.join(files, safe, "9.created"));
    await refused(["--plug-test", "remove"], 3, /stays: it is or holds something/);
    expect(readdirSync(path.join(files, safe))).toEqual(["9.created"]);
    const finishing = ["--plug-test", "finish", "--acknowledged", witness, "--cut", "plug"];
    await refused(finishing, 3, /removed already/);
  });

  // Windows has no signals: an ended program has an exit code.
  const killed = process.platform === "win32" ? 1 : null;
  it.each([
    [
      "Ctrl-C, sent to all its processes",
      (pid: number): boolean => process.kill(-pid, "SIGINT"),
      0,
    ],
    [
      "SIGKILL of the command alone",
      (pid: number): boolean => process.kill(pid, "SIGKILL"),
      killed,
    ],
  ] as const)("to finish a test whose removal was interrupted by %s", async (_, end, code) => {
    const { stdout } = await start("--seconds", "0.3");
    const witness = witnessOf(stdout.replaceAll(/"bootId":("[^"]*"|null)/g, '"bootId":"before"'));
    for (let number = 1; number <= 10_000; number += 1) {
      writeFileSync(path.join(files, safe, `${1_000_000 + number}.created`), "");
    }
    const environment = { XDG_CONFIG_HOME: state() };
    const removal = startInspect(["--plug-test", "remove", "--path", folder()], {
      environment,
      ownGroup: true,
    });
    await until("the removal has begun", () => existsSync(path.join(files, "removal-begun")));
    end(removal.process.pid ?? 0);
    expect((await removal.ended).code).toBe(code);
    // On Windows the engine ends with the command, because Node.js puts both into one job object,
    // and the file that marks a begun removal stays. On other systems the engine completes the
    // removal.
    const staysInPart = process.platform === "win32";
    if (staysInPart) {
      expect(readdirSync(files)).toContain("removal-begun");
    } else {
      await until("the folder is gone", () => !existsSync(files));
    }
    const finishing = ["--plug-test", "finish", "--acknowledged", witness, "--cut", "plug"];
    const finished = await inspect([...finishing, "--path", folder()], { environment });
    expect(finished.stderr).toMatch(
      staysInPart ? /is removed already/ : /DriveProof has removed this plug test/,
    );
    expect(finished.code).toBe(3);
  });

  it("to write with --wait if standard input is closed", async () => {
    const end = await powerCutTest("start", "--modes", plainModes.join(","), "--wait");
    expect(end.code).toBe(2);
    expect(end.stderr).toMatch(/Standard input ended .* nothing was written\. Try --help\.\n$/);
    expect(linesOf(end.stdout).map((line) => line.state?.stage)).not.toContain("writing");
    expect(existsSync(files)).toBe(false);
  });

  it("a witness of another test", async () => {
    const other = await start("--seconds", "0.2");
    await powerCutTest("remove");
    await start("--seconds", "0.2");
    const finishing = ["--plug-test", "finish", "--acknowledged", witnessOf(other.stdout)];
    await refused(finishing, 2, /another test/);
  });
});
