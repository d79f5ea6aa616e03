import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { folderOfEach } from "../helpers/folders";
import { inspect, reportOf } from "../helpers/inspect-process";
import { loopVolumeProblem, withLoopVolume } from "../helpers/native-volumes";

/**
 * The user "games", who exists on every Linux and runs no programs, so that only processes of the
 * test count.
 */
const gamesUser = 5;

const isLinux = process.platform === "linux";
const isRoot = process.getuid?.() === 0;
if (!isRoot) {
  console.warn("SKIPPED: limits on the processes of an ordinary user need root to be tried");
}

/**
 * A limit of the operating system is no defect of the drive, and no inspection may hang because of
 * it.
 */
describe.skipIf(!isLinux)("an inspection under a system limit", () => {
  let directory: string;
  const runtime = folderOfEach();
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "driveproof-limits-"));
  });
  afterEach(() => {
    rmSync(directory, { recursive: true, force: true });
  });

  /**
   * Runs an inspection under these limits; an inspection that still runs after 100 s is killed and
   * ends with code 137.
   */
  async function inspectUnder(limits: readonly string[], tests: readonly string[]) {
    const args = ["--path", directory, "--profile", "smoke", ...tests, "--json", "-"];
    const end = await inspect(args, {
      through: ["timeout", "--signal=KILL", "100", "prlimit", ...limits],
      environment: { HOME: directory, XDG_RUNTIME_DIR: runtime() },
    });
    return { ...end, report: end.stdout === "" ? null : reportOf(end) };
  }

  type End = Awaited<ReturnType<typeof inspectUnder>>;

  function expectNoAccusation({ report, stderr }: End): void {
    expect(report?.verdict.findings.map(({ severity }) => severity)).not.toContain("bad");
    expect(`${JSON.stringify(report)} ${stderr}`).not.toMatch(/Save copies|show this report/);
    expect(report?.verdict.grade).not.toBe("poor");
  }

  it("on the file size reports a quota, exit code 3 and no fault of the drive (RLIMIT_FSIZE)", async () => {
    const end = await inspectUnder(["--fsize=300000"], ["--tests", "commits"]);
    expectNoAccusation(end);
    expect(end.report?.error).toMatchObject({ code: "quota-reached" });
    expect(end.code).toBe(3);
    const reasons = end.report?.commits?.map(({ reason }) => reason ?? "").join(" ");
    expect(reasons).toMatch(/SQLITE_IOERR.*EFBIG/);
  });

  it("on open files reports the limit, exit code 1 and no fault of the drive (RLIMIT_NOFILE)", async () => {
    const end = await inspectUnder(["--nofile=25"], ["--tests", "commits"]);
    expectNoAccusation(end);
    expect(end.report?.error).toMatchObject({ code: "system-limit" });
    expect(end.code).toBe(1);
  });

  it.skipIf(loopVolumeProblem("ext4") !== null)(
    "on the volume's space is refused with exit code 3 and with the space that it needs, and accuses no drive",
    async () => {
      await withLoopVolume("ext4", 24, async ({ mountPoint }) => {
        rmSync(directory, { recursive: true });
        directory = mountPoint;
        const end = await inspectUnder([], ["--tests", "commits"]);
        directory = mkdtempSync(join(tmpdir(), "driveproof-limits-"));
        expect(end.code).toBe(3);
        expect(end.stderr).toMatch(/Only 2\d MB are free here; even the smallest inspection needs/);
        expect(end.stderr).not.toMatch(/Save copies|show this report/);
      });
    },
  );

  it.skipIf(!isRoot).each([23, 18, 16])(
    "of %i processes ends and reports no fault of the drive",
    async (processes) => {
      chownSync(directory, gamesUser, gamesUser);
      chownSync(runtime(), gamesUser, gamesUser);
      const user = ["setpriv", `--reuid=${gamesUser}`, `--regid=${gamesUser}`, "--clear-groups"];
      const limits = [...user, "prlimit", `--nproc=${processes}`];
      const end = await inspectUnder(limits, ["--tests", "commits"]);
      expect(end.code).not.toBe(4);
      // the inspection ended by itself and was not killed by the time limit
      expect([null, 137]).not.toContain(end.code);
      // Without a thread for its output the program cannot write a report.
      if (end.report !== null) {
        expectNoAccusation(end);
      }
    },
    120_000,
  );
});
