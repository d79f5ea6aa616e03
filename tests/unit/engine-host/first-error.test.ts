import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import type { HostEvent } from "#contract/engine-messages";
import type { WorkloadId } from "#contract/workloads/index";
import type { NativeFault } from "#native/index";
import { causeOf, HostFault, hostErrorOf } from "../../../electron/engine-host/fault";
import { PowerCutRunner } from "../../../electron/engine-host/power-cut/test";
import { fakeBench, fakeRunner, ofType } from "../../helpers/fake-bench";
import { fakeNativeEngine } from "../../helpers/fake-native-engine";
import { eio, FakeSession } from "../../helpers/fake-session";

const readOnly: NativeFault = {
  code: "EROFS",
  syscall: "unlinkat",
  osCode: 30,
  message: "Read-only file system",
  offset: null,
};
const asError = (fault: NativeFault) => Object.assign(new Error(fault.message), fault);

/** A session on a drive whose file system becomes read-only with the first error. */
class FailingSession extends FakeSession {
  override leftovers = [{ name: ".driveproof-run-1-1.db", held: false, fault: readOnly }];

  override async close(): Promise<void> {
    await super.close();
    throw asError(readOnly);
  }
}

function finished(events: readonly HostEvent[]) {
  return ofType(events, "finished")[0];
}

describe("the first error of a drive", () => {
  it.each([
    ["flush-modes", { faultAtMeasure: 1 }],
    ["flush-modes", { drainFault: eio }],
    ["flush-modes", { prepareFault: eio }],
    ["chunked-writes", { faultAtSequential: 1 }],
    ["buffer-sweep", { faultAtSequential: 2 }],
    ["sync-interval", { faultAtSequential: 1, extraModes: ["fdatasync"] }],
    ["sustained-write", { faultAtSequential: 1 }],
    ["reading", { faultAtConcurrent: 1 }],
  ] as const)(
    "is reported, with a warning about the file left, instead of the later error of closing that file on a read-only volume: %s, %o",
    async (workload, fault) => {
      const session = Object.assign(new FailingSession(), fault);
      const { inspection, events } = fakeRunner(session, planFor("smoke", "linux", [workload]));
      await inspection.run();
      expect(finished(events)?.error).toMatchObject({
        code: "drive-error",
        syscall: "fsync",
        osCode: 5,
        offset: 8192,
        during: workload,
      });
      expect(session.closed).toBe(true);
      expect(ofType(events, "warning").map(({ statements }) => statements)).toEqual([
        [
          {
            code: "leftovers-left.after-error",
            params: { files: ["/somewhere/.driveproof-run-1-1.db"] },
          },
        ],
      ]);
    },
  );

  it("is the error of removing the test file if no earlier call failed", async () => {
    const plan = planFor("smoke", "linux", ["chunked-writes"]);
    const { inspection, events } = fakeRunner(new FailingSession(), plan);
    await inspection.run();
    expect(finished(events)?.error).toMatchObject({ code: "read-only", syscall: "unlinkat" });
  });

  it("is sent to the main process before the engine closes the test file", async () => {
    const session = new FakeSession();
    const { bench, events } = fakeBench(session, planFor("smoke", "linux", ["flush-modes"]));
    // close() may hang, so the error must be sent before.
    let sentBefore: unknown = null;
    session.close = async () => {
      sentBefore = ofType(events, "fault")[0]?.error;
    };
    const run = bench.withFile({ fileBytes: 4096, blockBytes: 4096 }, () =>
      Promise.reject(new HostFault(hostErrorOf(eio, "measuring"))),
    );
    await expect(run).rejects.toBeInstanceOf(HostFault);
    expect(sentBefore).toMatchObject({ code: "drive-error", offset: 8192 });
  });

  it("ends the inspection and is not mistaken for the system's refusal of a measurement", async () => {
    for (const workload of ["reading", "sustained-write", "buffer-sweep"] as WorkloadId[]) {
      const session = new FakeSession();
      session.concurrent = () => Promise.reject(asError(eio));
      session.sequential = () => Promise.reject(asError(eio));
      const { inspection, events } = fakeRunner(session, planFor("smoke", "linux", [workload]));
      await inspection.run();
      expect(finished(events)?.error).toMatchObject({ code: "drive-error", during: workload });
    }
  });

  it("is reported instead of the later error of closing the files of a plug test", async () => {
    const events: HostEvent[] = [];
    const engine = fakeNativeEngine({
      openPowerCutSession: () =>
        ({
          snapshot: () => ({ bytes: 0, totalBytes: 0 }),
          prepare: () => Promise.reject(asError(eio)),
          close: () => Promise.reject(asError(readOnly)),
        }) as never,
    });
    const request = { type: "power-cut-prepare", modes: [] } as never;
    const runner = new PowerCutRunner(
      request,
      (event) => events.push(event),
      () => engine,
    );
    await runner.run();
    expect(finished(events)?.error).toMatchObject({ code: "drive-error", syscall: "fsync" });
  });
});

describe("causeOf(), for errors of several writers,", () => {
  const late = { ...readOnly, syscall: "pwrite" };

  it("returns the error that names a failed medium, whichever writer got it", () => {
    expect(causeOf([late, eio])).toBe(eio);
    expect(causeOf([eio, late])).toBe(eio);
    expect(causeOf([{ ...late, code: "ENOSPC" }, eio])).toBe(eio);
    const remote = { ...late, code: "SQLITE_IOERR", systemCode: "EREMOTEIO" };
    expect(causeOf([late, remote])).toBe(remote);
  });

  it("returns a read-only error only if there is no other error, and null for no errors", () => {
    const full = { ...late, code: "ENOSPC" };
    expect(causeOf([late, full])).toBe(full);
    expect(causeOf([late, { ...late, offset: 4096 }])).toBe(late);
    expect(causeOf([])).toBeNull();
  });
});
