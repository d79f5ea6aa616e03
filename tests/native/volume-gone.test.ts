import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { exitCodes } from "#contract/exit-codes";
import type { Report } from "#contract/report";
import { type InspectEnd, reportOf, startInspect } from "../helpers/inspect-process";
import { loopVolumeProblem, withLoopVolume } from "../helpers/native-volumes";

const problem = loopVolumeProblem("ext4");
if (problem !== null) {
  console.warn(`SKIPPED: volumes that are removed while they are measured: ${problem}`);
}

const unmount = (mountPoint: string) => execFileSync("umount", ["--lazy", mountPoint]);
const mount = (what: string, where: string) => execFileSync("mount", ["--bind", what, where]);

const changedAt = (folder: string) => statSync(folder, { bigint: true }).mtimeNs;

/**
 * Takes a volume away while the program measures it. Returns the report, and whether the program
 * wrote to the folder that is at the volume's path afterwards.
 */
async function removeDuring(
  doing: RegExp,
  tests: readonly string[],
  { another, folder = "" }: { readonly another: boolean; readonly folder?: string },
): Promise<{ end: InspectEnd; report: Report; wasWritten: boolean; reactionMs: number }> {
  const other = mkdtempSync(join(tmpdir(), "driveproof-other-"));
  try {
    return await withLoopVolume("ext4", 512, async ({ mountPoint }) => {
      const directory = join(mountPoint, folder);
      mkdirSync(directory, { recursive: true });
      mkdirSync(join(other, folder), { recursive: true });
      const before = changedAt(join(other, folder));
      const program = startInspect(["--path", directory, ...tests, "--json", "-"]);
      await program.saying(doing);
      const removedAt = Date.now();
      unmount(mountPoint);
      if (another) {
        mount(other, mountPoint);
      }
      const end = await program.ended;
      const reactionMs = Date.now() - removedAt;
      // The folder's change time also shows files that were made there and removed again.
      const wasWritten = changedAt(join(other, folder)) !== before;
      if (!another) {
        // Mounts again, because withLoopVolume() unmounts this folder at its end.
        mount(other, mountPoint);
      }
      return { end, report: reportOf(end), wasWritten, reactionMs };
    });
  } finally {
    rmSync(other, { recursive: true, force: true });
  }
}

function expectSilence({
  end,
  report,
  wasWritten,
}: Awaited<ReturnType<typeof removeDuring>>): void {
  expect(report.error).toMatchObject({ code: "volume-gone" });
  expect(end.code).toBe(exitCodes.untestable);
  expect(report.verdict.grade).toBe("unknown");
  expect(report.verdict.findings.map(({ code }) => code)).toContain("volume-gone");
  expect(report.verdict.findings.map(({ severity }) => severity)).not.toContain("bad");
  expect(JSON.stringify(report)).not.toMatch(/Save copies|show this report|returned an error/);
  expect(wasWritten).toBe(false);
}

const databases = ["--profile", "smoke", "--tests", "commits"];
const saves = ["--profile", "standard", "--tests", "flush", "--modes", "none,fdatasync"];

describe.skipIf(problem !== null)("a volume removed or covered while it is measured", () => {
  it.each([
    ["nothing takes its place", { another: false }],
    ["another volume takes its path", { another: true }],
    ["the inspected folder goes with the volume", { another: false, folder: "chosen" }],
    [
      "another volume with a folder of the same name takes its path",
      { another: true, folder: "chosen" },
    ],
  ])("is not reported as a fault of the drive by the database test: %s", async (_, how) => {
    const outcome = await removeDuring(/Database commits, step/, databases, how);
    expectSilence(outcome);
    expect(outcome.report.error?.during).toBe("commits");
    expect(outcome.report.verdict.headline).toBe(
      "The volume was removed or unmounted during the test of databases; nothing is said about it.",
    );
  });

  it("is not reported as removed, but the path as missing, if only the inspected folder is covered", async () => {
    await withLoopVolume("ext4", 512, async ({ mountPoint }) => {
      const directory = join(mountPoint, "chosen");
      const other = join(mountPoint, "other");
      mkdirSync(directory);
      mkdirSync(other);
      execFileSync("mount", ["-t", "tmpfs", "tmpfs", other]);
      try {
        const program = startInspect(["--path", directory, ...databases, "--json", "-"]);
        await program.saying(/Database commits, step/);
        mount(other, directory);
        const end = await program.ended;
        const { error, verdict } = reportOf(end);
        expect(error).toMatchObject({ code: "path-missing", during: "commits" });
        expect(end.code).toBe(exitCodes.untestable);
        expect(verdict.findings.map(({ severity }) => severity)).not.toContain("bad");
        unmount(directory);
        expect(readdirSync(directory)).toEqual([]);
      } finally {
        unmount(other);
      }
    });
  });

  it("ends the test of saves in less than half its planned time", async () => {
    const outcome = await removeDuring(/round 1/, saves, { another: true });
    expectSilence(outcome);
    expect(outcome.report.error?.during).toBe("flush-modes");
    const plannedMs =
      outcome.report.plan.workloads["flush-modes"].rounds *
      2 *
      (outcome.report.plan.workloads["flush-modes"].roundNs / 1e6);
    expect(outcome.reactionMs).toBeLessThan(plannedMs / 2);
  });
});
