import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DriveCase } from "../drives/drive-case";
import { inspectDrive } from "../fixture/inspect-drive";
import { Laboratory, labProblem } from "../fixture/laboratory";
import { checksOf } from "./expectations";
import { matrixText, type Row } from "./matrix";

/** A test for each of these drives, or one line that says why none of them is inspected. */
export function judge(which: string, drives: readonly DriveCase[]): void {
  const problem = labProblem();
  if (problem === null) {
    describe(`among ${which},`, () => inspectAll(drives));
  } else {
    it(`the laboratory judges ${which}`, (context) => {
      const line = `${drives.length} simulated drives were NOT inspected: ${problem}`;
      console.warn(`SKIPPED: ${line}`);
      context.skip(line);
    });
  }
}

function inspectAll(drives: readonly DriveCase[]): void {
  const rows = new Map<string, Row>();
  let laboratory: Laboratory;

  beforeAll(async () => {
    laboratory = await Laboratory.open();
  });
  afterAll(async () => {
    process.stdout.write(matrixText([...rows.values()]));
    await laboratory?.close();
  });

  describe.each(drives.map((drive) => [drive.id, drive] as const))("%s", (_, drive) => {
    it(`gets the verdict that its truth demands: ${drive.title}`, async ({ signal }) => {
      const startMs = performance.now();
      const outcome = await inspectDrive(laboratory, drive, signal);
      const checks = checksOf(drive, outcome);
      rows.set(drive.id, { drive, outcome, checks, elapsedMs: performance.now() - startMs });
      const unmet = checks.filter(({ ok }) => !ok);
      expect(unmet.map(({ what, seen }) => `expected ${what}; seen: ${seen}`)).toEqual([]);
    });
  });
}
