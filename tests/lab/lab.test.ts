import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { drives, furtherDrives } from "./drives";
import { checksOf } from "./judging/expectations";
import { matrixText, type Row } from "./judging/matrix";
import { inspectDrive } from "./rig/inspect-drive";
import { labProblem, Workshop } from "./rig/workshop";

const problem = labProblem();

if (problem === null) {
  describe("the laboratory of simulated drives", inspectAll);
} else {
  // One line for all of them.
  it("the laboratory of simulated drives", (context) => {
    const line = `${drives.length} simulated drives were NOT inspected: ${problem}`;
    console.warn(`SKIPPED: ${line}`);
    context.skip(line);
  });
}

function inspectAll(): void {
  const rows = new Map<string, Row>();
  let workshop: Workshop;

  beforeAll(async () => {
    workshop = await Workshop.open();
  });
  afterAll(async () => {
    process.stdout.write(matrixText([...rows.values()]));
    await workshop?.close();
  });

  describe.each([...drives, ...furtherDrives].map((drive) => [drive.id, drive] as const))(
    "%s",
    (_, drive) => {
      it(`is judged by what is true: ${drive.title}`, async ({ signal }) => {
        const startMs = performance.now();
        const outcome = await inspectDrive(workshop, drive, signal);
        const checks = checksOf(drive, outcome);
        rows.set(drive.id, { drive, outcome, checks, elapsedMs: performance.now() - startMs });
        const unmet = checks.filter(({ ok }) => !ok);
        expect(unmet.map(({ what, seen }) => `expected ${what}; seen: ${seen}`)).toEqual([]);
      });
    },
  );
}
