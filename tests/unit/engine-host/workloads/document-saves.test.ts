import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import type { HostEvent } from "#contract/engine-messages";
import { HostFault } from "../../../../electron/engine-host/fault";
import {
  documentSteps,
  run,
  stepCount,
} from "../../../../electron/engine-host/workloads/document-saves";
import { benchOver, ofType } from "../../../helpers/fake-bench";
import { FakeDocumentSession, fakeDocumentWays } from "../../../helpers/fake-document-session";
import { fakeNativeEngine } from "../../../helpers/fake-native-engine";
import { eio } from "../../../helpers/fake-session";
import { planWith } from "../../../helpers/plan-with";

const plan = planWith(planFor("smoke", "linux", ["document-saves"]), {
  "document-saves": { sizesBytes: [4096, 65_536], rounds: 2 },
});
const { roundNs, warmupNs } = plan.workloads["document-saves"];

function benchWith(session: FakeDocumentSession) {
  const engine = fakeNativeEngine({
    documentWays: fakeDocumentWays,
    openDocumentSession: () => session,
  });
  const evidence = { levels: [{ device: "sda", flushes: 0, bytesWritten: 0 }] };
  return benchOver(engine, plan, { evidence: { read: async () => evidence } as never });
}

const rounds = (events: readonly HostEvent[]) => ofType(events, "document-round");

describe("the document test", () => {
  it("measures every way of saving with every document size in every round, each after an uncounted warm-up, and checks the document after each", async () => {
    const session = new FakeDocumentSession();
    const { bench, events } = benchWith(session);
    await run(bench);
    const every = [0, 1].flatMap((round) =>
      [4096, 65_536].flatMap((bytes) => ["none", "fsync"].map((way) => [round, bytes, way])),
    );
    const measured = rounds(events).map((one) => [one.round, one.documentBytes, one.way]);
    expect(measured).toEqual(expect.arrayContaining(every));
    expect(measured).toHaveLength(every.length);
    expect(rounds(events)).toHaveLength(stepCount(plan.workloads["document-saves"], bench.engine));
    expect(session.saves.map(({ durationNs }) => durationNs)).toEqual(
      rounds(events).flatMap(() => [warmupNs, roundNs]),
    );
    expect(session.checks).toBe(rounds(events).length);
    const [first, ...warmups] = ofType(events, "written");
    expect(first?.bytes).toBe(4096); // the document's first version, which the first save replaces
    expect(warmups).toHaveLength(rounds(events).length);
    expect(session.closed).toBe(true);
  });

  it("creates its files in a folder that is named after the run, as .driveproof-run-1-1.docs", async () => {
    const session = new FakeDocumentSession();
    await run(benchWith(session).bench);
    expect(session.prepared).toMatchObject([
      { folderName: ".driveproof-run-1-1.docs", mostBytes: 65_536 },
    ]);
  });

  it("tries a refused way of saving only once, but reports the refusal in every round", async () => {
    const session = new FakeDocumentSession();
    const refused = documentSteps(plan.workloads["document-saves"], fakeDocumentWays).findIndex(
      ({ way }) => way === "fsync",
    );
    session.faultAtSave = 2 * refused + 1;
    session.fault = { ...eio, code: "EINVAL", message: "Invalid argument" };
    const { bench, events } = benchWith(session);
    await run(bench);
    const told = rounds(events).filter(({ way }) => way === "fsync");
    expect(told).toHaveLength(4);
    for (const event of told) {
      expect(event).toMatchObject({ refusal: "fsync: EINVAL, Invalid argument", counts: null });
    }
    expect(session.saves.filter(({ way }) => way === "fsync")).toHaveLength(1);
    expect(rounds(events).filter(({ counts }) => counts !== null)).toHaveLength(4);
  });

  it.each([1, 2])("ends with the drive's error if save %d fails", async (save) => {
    const session = new FakeDocumentSession();
    session.faultAtSave = save;
    session.fault = eio;
    const { bench, events } = benchWith(session);
    const error = await run(bench).catch((cause: HostFault) => cause.error);
    expect(error).toMatchObject({ code: "drive-error", syscall: "fsync" });
    expect(rounds(events)).toMatchObject([{ error: { code: "drive-error" } }]);
    expect(session.closed).toBe(true);
  });

  it('ends with the error "wrong-data" if the drive does not return the last version of a document', async () => {
    const session = new FakeDocumentSession();
    session.isIntact = false;
    const { bench } = benchWith(session);
    const fault = await run(bench).catch((cause: unknown) => cause);
    expect(fault).toBeInstanceOf(HostFault);
    expect((fault as HostFault).error).toMatchObject({
      code: "wrong-data",
      statements: [{ code: "error.document-differs" }],
    });
  });

  it("starts no further round after a stop", async () => {
    const session = new FakeDocumentSession();
    const { bench, events } = benchWith(session);
    session.onSave = () => session.saves.length === 4 && bench.stop();
    await run(bench);
    expect(session.saves).toHaveLength(4);
    expect(rounds(events).map(({ counts }) => counts?.endedBy)).toEqual(["time", "stopped"]);
  });
});
