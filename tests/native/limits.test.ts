import { spawn } from "node:child_process";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Report, reportSchema } from "#contract/report";
import { folderOfEach } from "../helpers/folders";
import { loopVolumeProblem, withLoopVolume } from "../helpers/native-volumes";

const cli = resolve(__dirname, "../../out/main/inspect-cli.cjs");

/** A user of every Linux who owns nothing and runs nothing, so that no other test counts. */
const gamesUser = 5;

const isLinux = process.platform === "linux";
const isRoot = process.getuid?.() === 0;
if (!isRoot) {
  console.warn("SKIPPED: limits on the processes of an ordinary user need root to be tried");
}

/** Limits of the system are no defects of a drive, and no inspection may hang on them. */
describe.skipIf(!isLinux)("an inspection under a system limit", () => {
  let directory: string;
  const runtime = folderOfEach();
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "driveproof-limits-"));
  });
  afterEach(() => {
    rmSync(directory, { recursive: true, force: true });
  });

  interface End {
    readonly code: number | null;
    readonly report: Report | null;
    readonly stderr: string;
  }

  function inspectUnder(limits: readonly string[], tests: readonly string[]): Promise<End> {
    const program = [cli, "--path", directory, "--profile", "smoke", ...tests, "--json", "-"];
    const child = spawn("prlimit", [...limits, process.execPath, ...program], {
      stdio: ["ignore", "pipe", "pipe"],
      cwd: tmpdir(),
      timeout: 100_000,
      killSignal: "SIGKILL",
      env: { ...process.env, HOME: directory, XDG_RUNTIME_DIR: runtime() },
    });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    return new Promise((ended, failed) => {
      child.once("error", failed);
      child.once("close", (code) => {
        const report = stdout === "" ? null : reportSchema.parse(JSON.parse(stdout));
        ended({ code, report, stderr });
      });
    });
  }

  function expectNoAccusation({ report, stderr }: End): void {
    expect(report?.verdict.findings.map(({ severity }) => severity)).not.toContain("bad");
    expect(`${JSON.stringify(report)} ${stderr}`).not.toMatch(/Save copies|show this report/);
    expect(report?.verdict.grade).not.toBe("poor");
  }

  it("on the file size reports a quota instead of a database error (RLIMIT_FSIZE)", async () => {
    const end = await inspectUnder(["--fsize=300000"], ["--tests", "commits"]);
    expectNoAccusation(end);
    expect(end.report?.error).toMatchObject({ code: "quota-reached" });
    expect(end.code).toBe(3);
    const reasons = end.report?.commits?.map(({ reason }) => reason ?? "").join(" ");
    expect(reasons).toMatch(/SQLITE_IOERR.*EFBIG/);
  });

  it("on open files reports the limit (RLIMIT_NOFILE)", async () => {
    const end = await inspectUnder(["--nofile=25"], ["--tests", "commits"]);
    expectNoAccusation(end);
    expect(end.report?.error).toMatchObject({ code: "system-limit" });
    expect(end.code).toBe(1);
  });

  it.skipIf(loopVolumeProblem("ext4") !== null)(
    "on the volume's space does not accuse the drive",
    async () => {
      await withLoopVolume("ext4", 24, async ({ mountPoint }) => {
        rmSync(directory, { recursive: true });
        directory = mountPoint;
        const end = await inspectUnder([], ["--tests", "commits"]);
        directory = mkdtempSync(join(tmpdir(), "driveproof-limits-"));
        expect(end.code).not.toBe(4);
        expect(end.stderr).not.toMatch(/Save copies|show this report/);
      });
    },
  );

  it.skipIf(!isRoot).each([23, 18, 16])(
    "of %i processes ends and does not accuse the drive",
    async (processes) => {
      chownSync(directory, gamesUser, gamesUser);
      chownSync(runtime(), gamesUser, gamesUser);
      const user = ["setpriv", `--reuid=${gamesUser}`, `--regid=${gamesUser}`, "--clear-groups"];
      const end = await inspectUnder(
        [...user, "prlimit", `--nproc=${processes}`],
        ["--tests", "commits"],
      );
      expect(end.code).not.toBe(4);
      expect(end.code).not.toBeNull(); // ended by itself, and not by this test
      if (end.report !== null) {
        expectNoAccusation(end);
      }
    },
    120_000,
  );
});
