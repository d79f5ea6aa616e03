import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import Ajv from "ajv/dist/2020";
import { afterEach, describe, expect, it } from "vitest";
import reportJsonSchema from "#assets/report.schema.json";
import { flushModesOf } from "#contract/flush-mode";
import type { Report } from "#contract/report";
import { folderOfEach } from "../helpers/folders";
import {
  type InspectEnd,
  type InspectOptions,
  inspect,
  reportOf,
  startInspect,
} from "../helpers/inspect-process";
import { onLoopVolume, onTmpfs } from "../helpers/native-volumes";
import { reachableProgram } from "../helpers/reachable-program";
import { skipFor, skipped } from "../helpers/skipped";

const wholeSmoke = ["--profile", "smoke", "--tests", "flush", "--json", "-"];
/**
 * Options without the measurement of a growing file, because these tests need only the rewrites.
 */
const flushOnly = (profile: string, json = "-") => [
  ...["--profile", profile, "--tests", "flush", "--json", json, "--no-append"],
];
const smoke = flushOnly("smoke");
const isRoot = process.getuid?.() === 0;
const folder = folderOfEach();

afterEach(() => {
  chmodSync(folder(), 0o700);
});

const inside = (name: string) => path.join(folder(), name);

const noChildren = process.platform !== "linux" && "the engine's process is found in /proc";
const noOtherUser = isRoot
  ? "no folder for temporary files that another user reaches"
  : "needs root to run as another user";

/**
 * Validates the report against the published JSON schema, not against the program's own Zod schema.
 */
function expectValid({ stdout }: InspectEnd): void {
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(reportJsonSchema);
  expect(validate(JSON.parse(stdout)), JSON.stringify(validate.errors)).toBe(true);
}

describe("the command line", () => {
  it.for([
    ["with a home folder", "HOME"],
    ["without a home folder", undefined],
  ])(
    "runs an inspection for a user %s who has no entry in /etc/passwd",
    async ([, home], { skip }) => {
      const program = isRoot ? reachableProgram() : null;
      if (!program) {
        return skip(skipped(`a user without an entry (${noOtherUser})`));
      }
      const uid = 12_345;
      const directory = mkdtempSync(path.join(program.folder, "theirs-"));
      chownSync(directory, uid, uid);
      const end = await inspect([...smoke, "--modes", "none", "--path", directory], {
        as: { uid, program },
        // Removes XDG_RUNTIME_DIR as well, which does not exist in a container either.
        environment: { HOME: home && directory, XDG_RUNTIME_DIR: undefined, TMPDIR: directory },
      });
      expect(end.code, end.stderr).toBe(0);
      expect(reportOf(end).flushModes.map(({ status }) => status)).toEqual(["measured"]);
    },
  );

  it("lists every mode, verifies the test file, writes a valid report and a CSV row per round, and leaves no file behind", async () => {
    const directory = inside("a folder with ümlauts and 中文");
    mkdirSync(directory);
    const end = await inspect([...wholeSmoke, "--path", directory, "--csv", inside("rounds.csv")]);
    expect(end.code).toBe(0);
    const report = reportOf(end);
    expectValid(end);
    expect(report.flushModes.map(({ mode }) => mode)).toEqual(flushModesOf(report.host.os));
    for (const mode of report.flushModes.filter(({ status }) => status === "measured")) {
      expect(mode.rounds).toHaveLength(report.plan.workloads["flush-modes"].rounds);
      expect(mode.operations).toBe(mode.rounds.reduce((sum, round) => sum + round.operations, 0));
    }
    const rounds = report.flushModes.flatMap((mode) => mode.rounds);
    const measuredBytes = rounds.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(report.bytesWritten).toBeGreaterThanOrEqual(
      measuredBytes + report.plan.workloads["flush-modes"].fileBytes,
    );
    expect(report.verification).toMatchObject({
      mismatchCount: 0,
      blocksChecked:
        report.plan.workloads["flush-modes"].fileBytes /
        report.plan.workloads["flush-modes"].blockBytes,
    });
    expect(readdirSync(directory)).toEqual([]);
    expect(readFileSync(inside("rounds.csv"), "utf8").trimEnd().split("\r\n").length).toBe(
      1 +
        [...report.flushModes, ...(report.appendModes ?? [])].reduce(
          (sum, mode) => sum + Math.max(1, mode.rounds.length),
          0,
        ) +
        (report.spacedSaves?.rounds.length ?? 0) +
        (report.plainWrites?.refilledRounds.length ?? 0),
    );
  });

  it("inspects the current folder if no path is given", async () => {
    const end = await inspect([...smoke, "--modes", "none"], { cwd: folder() });
    expect(end.code).toBe(0);
    expect(end.stderr).toContain(folder());
  });

  it("follows a symbolic link to a folder and keeps the files that the folder already contains", async () => {
    mkdirSync(inside("real"));
    writeFileSync(inside("real/keep"), "mine");
    symlinkSync(inside("real"), inside("link"));
    const end = await inspect([...smoke, "--path", inside("link"), "--modes", "none"]);
    expect(end.code).toBe(0);
    expect(readdirSync(inside("real"))).toEqual(["keep"]);
  });

  it("prints its help and its version", async () => {
    const help: unknown = expect.stringContaining("--path");
    expect(await inspect(["--help"])).toMatchObject({ code: 0, stdout: help, stderr: "" });
    expect((await inspect(["--version"])).stdout).toMatch(/^DriveProof \d+\.\d+\.\d+\n$/);
  });
});

it("the command line writes its whole result to /dev/stderr, even if its messages go to the same file", async () => {
  const log = inside("all.log");
  const args = [...flushOnly("smoke", "/dev/stderr"), "--modes", "none"];
  const end = await inspect([...args, "--path", folder()], {
    outputTo: { file: log, errorsToo: true },
  });
  expect(end.code).toBe(0);
  const text = readFileSync(log, "utf8");
  const [json = ""] = /^\{\n.*?^\}$/ms.exec(text) ?? [];
  expect(JSON.parse(json)).toMatchObject({ flushModes: [{ mode: "none", status: "measured" }] });
});

describe("the database test", () => {
  const commits = ["--profile", "smoke", "--tests", "commits", "--json", "-"];

  it("finds every confirmed record again, reports each database as measured or unavailable, and leaves no file behind", async () => {
    const directory = inside("a folder with ümlauts and 中文");
    mkdirSync(directory);
    const end = await inspect([...commits, "--path", directory, "--csv", inside("rows.csv")]);
    expect(end.code).toBe(0);
    const report = reportOf(end);
    expectValid(end);
    const { shapes, engines, keyBytes, valueBytes } = report.plan.workloads.commits;
    const results = report.commits ?? [];
    expect(new Set(results.map(({ engine }) => engine))).toEqual(new Set(engines));
    expect(results.filter(({ engine }) => engine === "append-log")).toHaveLength(shapes.length);
    const measured = results.filter(({ status }) => status === "measured");
    expect(measured.length).toBeGreaterThanOrEqual(shapes.length);
    for (const { status, reason } of results.filter((result) => !measured.includes(result))) {
      expect(`${status}: ${reason}`).toMatch(/^unavailable: ./);
    }
    for (const { recordsPerTransaction, durable, normal, relaxed, records } of measured) {
      const planned = shapes.find((shape) => shape.recordsPerTransaction === recordsPerTransaction);
      // Only SQLite with a write-ahead log has a normal setting between durable and relaxed.
      const sides = [durable, relaxed, ...(normal === null ? [] : [normal])];
      expect(records).toBe(sides.reduce((sum, side) => sum + (side?.records ?? 0), 0));
      for (const side of sides) {
        expect(side?.recordsFound).toBe(side?.records);
        expect(side?.records).toBe((side?.transactions ?? 0) * recordsPerTransaction);
        expect(side?.cutShort).toBe((side?.transactions ?? 0) < (planned?.transactions ?? 0));
      }
    }
    const records = measured.reduce((sum, result) => sum + result.records, 0);
    const asked = records * (keyBytes + valueBytes);
    if (process.platform === "linux") {
      // A database's journal writes the records a second time.
      expect(report.bytesWritten).toBeGreaterThan(asked);
    } else {
      expect(report.bytesWritten).toBe(asked);
      expect(report.warnings.map(({ code }) => code)).toContain("database-bytes-not-counted");
    }
    expect(readdirSync(directory)).toEqual([]);
    const rows = readFileSync(inside("rows.csv"), "utf8").trimEnd().split("\r\n");
    const between = results.filter(({ normal }) => normal !== null);
    expect(rows).toHaveLength(1 + 2 * results.length + between.length);
  });

  it("runs only the database that --engines names", async () => {
    const end = await inspect([...commits, "--path", folder(), "--engines", "append-log"]);
    expect(end.code).toBe(0);
    const engines = reportOf(end).commits?.map(({ engine }) => engine);
    expect(new Set(engines)).toEqual(new Set(["append-log"]));
  });
});

it("the command line refuses, before it measures, to write its result to a closed standard output, but writes it to a file", async (context) => {
  skipFor(
    context.skip,
    process.platform === "win32" && "a closed standard output (the shell's >&-)",
  );
  const closed = { through: ["sh", "-c", 'exec "$@" >&-', "sh"] };
  const run = [...smoke, "--modes", "none", "--path", folder()];
  for (const lost of [
    run,
    ["--plug-test", "start", "--path", folder()],
    ["--plug-test", "finish", "--acknowledged", "none=1", "--csv", "-", "--path", folder()],
  ]) {
    const end = await inspect(lost, closed);
    expect(end.code).toBe(2);
    expect(end.stderr).toMatch(/^Standard output is closed or leads to \/dev\/null.*\n$/);
  }
  expect(readdirSync(folder())).toEqual([]);
  const toFile = [...flushOnly("smoke", inside("report.json")), "--modes", "none"];
  const unused = await inspect([...toFile, "--path", folder()], closed);
  expect(unused.code).toBe(0);
});

it("the command line ends with exit code 2 if the reader of its output has ended, and with 0 if the reader reads everything", async (context) => {
  skipFor(
    context.skip,
    process.platform === "win32" && "a reader that has gone (the shell's pipe)",
  );
  const run = [...smoke, "--modes", "none", "--path", folder()];
  const read = (reader: string) =>
    inspect(run, { through: ["bash", "-c", `set -o pipefail; "$@" | ${reader}`, "bash"] });
  const gone = await read("true");
  expect(gone.code).toBe(2);
  expect(gone.stderr).toMatch(/cannot be written to standard output \(EPIPE\)/);
  const whole = await read("cat");
  expect(whole.code).toBe(0);
  expect(JSON.parse(whole.stdout)).toMatchObject({ partial: false });
});

it("the command line reports a full standard output with a message and exit code 2, without a stack trace", async (context) => {
  skipFor(
    context.skip,
    process.platform !== "linux" && "standard output that takes nothing (/dev/full is Linux's)",
  );
  const run = [...smoke, "--modes", "none", "--path", folder()];
  for (const args of [["--help"], run]) {
    const end = await inspect(args, { outputTo: { file: "/dev/full", errorsToo: false } });
    expect({ args, code: end.code }).toEqual({ args, code: 2 });
    expect(end.stderr).toMatch(/^The result cannot be written to standard output \(ENOSPC\)\.$/m);
    expect(end.stderr).not.toMatch(/^\s+at /m);
  }
});

describe("the command line refuses, with a message and without a stack trace,", () => {
  const refused = async (args: readonly string[], code: number, sentence: RegExp) => {
    const end = await inspect(args);
    expect(end.code).toBe(code);
    expect(end.stderr).toMatch(sentence);
    expect(end.stderr).not.toMatch(/^\s+at /m);
    expect(end.stdout).toBe("");
  };

  it("a result path that it cannot write to", async () => {
    await refused(
      ["--path", folder(), "--json", inside("no/such/place.json")],
      2,
      /cannot be written/,
    );
    expect(readdirSync(folder())).toEqual([]);
  });

  it("a path that does not exist or is not a folder", async () => {
    await refused(["--path", inside("missing")], 3, /./);
    writeFileSync(inside("file"), "mine");
    await refused(["--path", inside("file")], 3, /folder/);
    expect(readFileSync(inside("file"), "utf8")).toBe("mine");
  });

  it("a folder that it may not write to", async (context) => {
    const program = isRoot ? reachableProgram() : null;
    if (!program) {
      return context.skip(skipped(`no permission (${noOtherUser})`));
    }
    chmodSync(folder(), 0o755);
    const end = await inspect([...smoke, "--path", folder()], { as: { uid: 65534, program } });
    expect(end.code).toBe(3);
    expect(end.stderr).toMatch(/may not|permission|write/i);
    expect(end.stderr).not.toMatch(/^\s+at /m);
    expect(readdirSync(folder())).toEqual([]);
  });

  it("a read-only mount and a volume that is too small", async (context) => {
    await onTmpfs(context.skip, 16, async (mountPoint) => {
      await refused([...smoke, "--path", mountPoint], 3, /are free here/);
      execFileSync("mount", ["-o", "remount,ro", mountPoint]);
      await refused([...smoke, "--path", mountPoint], 3, /only be read|read-only/i);
    });
  });

  it("a second inspection at the same time", async () => {
    const shared = { environment: { XDG_RUNTIME_DIR: folder() } };
    const target = inside("target");
    mkdirSync(target);
    // With "thorough" the first inspection still runs when the second one starts, even on a busy
    // computer.
    const first = startInspect([...flushOnly("thorough"), "--path", target], shared);
    await first.saying(/Preparing/);
    const second = await inspect([...smoke, "--path", target], shared);
    expect(second.code).toBe(3);
    expect(second.stderr).toMatch(/Another DriveProof inspection/);
    expect(second.stderr).not.toMatch(/^\s+at /m);
    first.process.kill("SIGINT");
    expect((await first.ended).code).toBe(130);
  });
});

describe("in the middle of an inspection,", () => {
  const databases = ["--profile", "standard", "--tests", "commits", "--json", "-"];
  const someCommits = /database commits, step ([4-9]|1\d) of/i;

  /** Disturbs an inspection when its output matches `when`; returns its exit code and report. */
  async function endOf(
    args: readonly string[],
    when: RegExp,
    disturb: (pid: number) => void,
    options: InspectOptions = {},
  ): Promise<{ code: number | null; report: Report }> {
    const run = startInspect(args, options);
    await run.saying(when);
    disturb(run.process.pid ?? 0);
    const end = await run.ended;
    return { code: end.code, report: reportOf(end) };
  }

  it.each([
    ["preparing", /Preparing/, flushOnly("thorough")],
    ["measuring", /measuring/i, wholeSmoke],
    ["committing to databases", someCommits, databases],
  ])(
    "Ctrl-C while %s leads to a partial report and exit code 130, and leaves no file behind",
    async (_, when, args) => {
      const interrupt = (pid: number) => process.kill(pid, "SIGINT");
      const { code, report } = await endOf([...args, "--path", folder()], when, interrupt);
      expect(code).toBe(130);
      expect(report).toMatchObject({ partial: true, error: null });
      expect(readdirSync(folder())).toEqual([]);
    },
  );

  it.skipIf(process.platform === "win32").each([
    ["Ctrl-C in a terminal", "SIGINT", /measuring, round 2/i, "smoke"],
    // The profile is "thorough", because a shorter inspection may already measure when the test
    // reads "Preparing".
    ["Ctrl-C while the engine starts", "SIGINT", /Preparing/, "thorough"],
    ["the end of the terminal", "SIGHUP", /measuring, round 2/i, "smoke"],
    ["the time limit of a script", "SIGTERM", /measuring, round 2/i, "smoke"],
  ])(
    "a signal that also reaches the engine does not count as an engine failure: %s",
    async (_, signal, when, profile) => {
      const args = [...flushOnly(profile), "--path", folder()];
      const toAll = (pid: number) => process.kill(-pid, signal);
      const { code, report } = await endOf(args, when, toAll, { ownGroup: true });
      expect(code).toBe(130);
      expect(report).toMatchObject({ partial: true, error: null });
      expect(readdirSync(folder())).toEqual([]);
    },
  );

  it("the kill of the engine leads to a partial report and exit code 1, and leaves no file behind", async (context) => {
    skipFor(context.skip, noChildren);
    const killEngine = (pid: number) => killChildOf(pid, "engine");
    const args = [...smoke, "--path", folder()];
    const { code, report } = await endOf(args, /measuring, round 2/i, killEngine);
    expect(code).toBe(1);
    expect(report).toMatchObject({ partial: true, error: { code: "engine-died" } });
    expect(report.flushModes.some(({ status }) => status === "measured")).toBe(true);
    expect(readdirSync(folder())).toEqual([]);
  });

  it("the kill of the process that holds the run lock adds a warning to the report of the complete inspection", async (context) => {
    skipFor(context.skip, noChildren);
    const killHolder = (pid: number) => killChildOf(pid, "lock");
    const args = [...smoke, "--path", folder()];
    const { code, report } = await endOf(args, /measuring, round 2/i, killHolder);
    expect(code).toBe(0);
    expect(report.warnings).toContainEqual(
      expect.objectContaining({
        code: "lock-unavailable",
        message:
          "From some moment on DriveProof could not keep a second inspection away any more. This inspection was made all the same; if another one ran beside it, the figures are too low.",
      }),
    );
  });

  it.for([
    ["saves", /measuring/i, smoke],
    ["databases", someCommits, databases],
  ] as const)(
    "the loss of the volume while %s are measured leads to a partial report with a bad finding and to exit code 4",
    async ([, when, args], context) => {
      await onLoopVolume(context.skip, "ext4", 512, async ({ mountPoint }) => {
        const breakVolume = () => shutDown(mountPoint);
        const { code, report } = await endOf([...args, "--path", mountPoint], when, breakVolume);
        expect(code).toBe(4);
        expect(report).toMatchObject({ partial: true, error: { code: "drive-error" } });
        expect(report.verdict.findings.some(({ severity }) => severity === "bad")).toBe(true);
      });
    },
  );

  it("a volume that fills up does not end an inspection whose test file is already allocated", async (context) => {
    await onTmpfs(context.skip, 256, async (mountPoint) => {
      // "quick" measures long enough for a busy computer to fill the volume meanwhile.
      const quick = ["--profile", "quick", "--tests", "flush", "--json", "-"];
      const run = startInspect([...quick, "--path", mountPoint]);
      await run.saying(/measuring/i);
      fill(path.join(mountPoint, "filler"));
      const end = await run.ended;
      expect(end.code).toBe(0);
      expect(readdirSync(mountPoint)).toEqual(["filler"]);
    });
  });
});

/**
 * Kills a child of the program (Linux): the first child holds the run lock, the last is the engine.
 */
function killChildOf(pid: number, child: "lock" | "engine"): void {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
  process.kill(Number(children.at(child === "lock" ? 0 : -1)), "SIGKILL");
}

/**
 * Shuts the file system down by EXT4_IOC_SHUTDOWN without a log flush: from now on it returns EIO.
 */
function shutDown(mountPoint: string): void {
  execFileSync("python3", [
    "-c",
    "import fcntl,os,struct,sys\nfd=os.open(sys.argv[1],os.O_RDONLY)\nfcntl.ioctl(fd,0x8004587D,struct.pack('I',2))",
    mountPoint,
  ]);
}

function fill(file: string): void {
  try {
    execFileSync("dd", ["if=/dev/zero", `of=${file}`, "bs=1M"], { stdio: "pipe" });
  } catch {
    // dd is expected to end with "no space left on device".
  }
}
