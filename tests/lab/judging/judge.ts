import { afterAll, describe, expect, it } from "vitest";
import type { DriveCase } from "../drives/drive-case";
import { inLaboratory } from "../fixture/in-laboratory";
import { inspectDrive } from "../fixture/inspect-drive";
import { checksOf } from "./expectations";
import { matrixText, type Row } from "./matrix";

/** Adds a test for each of these drives. */
export function judge(which: string, drives: readonly DriveCase[]): void {
  inLaboratory(`among ${which},`, (laboratory) => {
    const rows = new Map<string, Row>();
    afterAll(() => void process.stdout.write(matrixText([...rows.values()])));

    describe.each(drives.map((drive) => [drive.id, drive] as const))("%s", (_, drive) => {
      it(`gets the expected exit code, findings and grade: ${drive.title}`, async ({ signal }) => {
        const startMs = performance.now();
        const outcome = await inspectDrive(laboratory(), drive, signal);
        const checks = checksOf(drive, outcome);
        rows.set(drive.id, { drive, outcome, checks, elapsedMs: performance.now() - startMs });
        const unmet = checks.filter(({ ok }) => !ok);
        expect(unmet.map(({ what, seen }) => `expected ${what}; seen: ${seen}`)).toEqual([]);
      });
    });
  });
}
