import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { drives } from "./drives";
import { checksOf } from "./judging/expectations";
import { matrixText, type Row } from "./judging/matrix";
import { checkPending } from "./judging/pending";
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
  let pendingCount = 0;

  beforeAll(async () => {
    workshop = await Workshop.open();
  });
  afterAll(async () => {
    process.stdout.write(matrixText([...rows.values()], pendingCount));
    await workshop?.close();
  });

  describe.each(drives.map((drive) => [drive.id, drive] as const))("%s", (_, drive) => {
    it(`is judged by what is true: ${drive.title}`, async ({ signal }) => {
      const startMs = performance.now();
      const outcome = await inspectDrive(workshop, drive, signal);
      const checks = checksOf(drive, outcome);
      rows.set(drive.id, { drive, outcome, checks, elapsedMs: performance.now() - startMs });
      const unmet = checks.filter(({ ok }) => !ok);
      expect(unmet.map(({ what, seen }) => `expected ${what}; seen: ${seen}`)).toEqual([]);
    });

    for (const pending of drive.pending ?? []) {
      it(`still to be learned: ${pending.expectation}`, (context) => {
        const outcome = rows.get(drive.id)?.outcome;
        const check = outcome === undefined ? null : checkPending(pending, outcome);
        if (check === null) {
          pendingCount += 1;
          return context.skip(`not yet checked: needs ${pending.needs}`);
        }
        expect(check).toMatchObject({ ok: true });
      });
    }
  });
}
