import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import { hostEventSchema } from "#contract/engine-messages";
import type { Step } from "#contract/workloads/index";
import type { NativeSnapshot } from "#native/index";
import type { Bench } from "../../../electron/engine-host/bench";
import { errorOf } from "../../../electron/engine-host/fault";
import { fakeBench } from "../../helpers/fake-bench";
import { FakeCommitSession } from "../../helpers/fake-commit-session";
import { FakeSession } from "../../helpers/fake-session";

/**
 * A session in which 98 operations took 1 µs and two took 10 µs: enough operations for p50, too few
 * for p99.
 */
class WorkingSession extends FakeSession {
  task: NativeSnapshot["task"] = "measuring";
  elapsedNs = 200e6;

  override snapshot(): NativeSnapshot {
    return {
      task: this.task,
      operations: 100,
      bytes: 409_600,
      totalBytes: 7,
      elapsedNs: this.elapsedNs,
      latency: {
        valuesNs: Float64Array.of(1000, 10_000),
        counts: Float64Array.of(98, 2),
        minNs: 900,
        maxNs: 9900,
        sumNs: 118_000,
      },
    };
  }
}

const step: Step = { kind: "flush-round", layout: "rewrite", mode: "fsync", round: 2 };

async function progressAt(
  task: NativeSnapshot["task"],
  counting = true,
  changes: Partial<WorkingSession> = {},
) {
  const session = Object.assign(new WorkingSession(), { task, ...changes });
  const { bench, events } = fakeBench(session, planFor("smoke", "linux", ["flush-modes"]));
  await bench.withFile({ fileBytes: 1 << 20, blockBytes: 4096 }, async () => {
    bench.begin(step, counting);
    events.length = 0;
    bench.reportProgress();
  });
  return events.map((event) => hostEventSchema.parse(event));
}

describe("the progress event of a measurement", () => {
  it("contains the percentiles that are known, null for the others, and no histogram", async () => {
    expect(await progressAt("measuring")).toEqual([
      {
        type: "progress",
        operations: 100,
        bytes: 409_600,
        elapsedNs: 200e6,
        totalBytes: null,
        latency: { p50Ns: 1000, p99Ns: null },
      },
    ]);
  });

  it("contains no latencies during a warm-up, a preparation or a measurement that does not count", async () => {
    for (const [counting, task] of [
      [false, "measuring"],
      [true, "warming-up"],
      [true, "preparing"],
    ] as const) {
      expect(await progressAt(task, counting)).toMatchObject([{ latency: null }]);
    }
  });

  it("contains the total number of bytes during a preparation, but not during a warm-up", async () => {
    expect(await progressAt("warming-up")).toMatchObject([{ totalBytes: null }]);
    expect(await progressAt("preparing")).toMatchObject([{ totalBytes: 7 }]);
  });

  it("is sent at once during a preparation, but only after 200 ms of a round or a warm-up", async () => {
    for (const task of ["measuring", "warming-up"] as const) {
      expect(await progressAt(task, true, { elapsedNs: 199e6 })).toEqual([]);
      expect(await progressAt(task, true, { elapsedNs: 200e6 })).toHaveLength(1);
    }
    expect(await progressAt("preparing", true, { elapsedNs: 0 })).toHaveLength(1);
  });

  it("is not sent while the engine is idle", async () => {
    expect(await progressAt("idle")).toEqual([]);
  });
});

describe("the beginning of a step", () => {
  it("sends an event with the step's parameters at once", () => {
    const { bench, events } = fakeBench(
      new FakeSession(),
      planFor("smoke", "linux", ["flush-modes"]),
    );
    bench.begin(step);
    expect(events.map((event) => hostEventSchema.parse(event))).toEqual([{ type: "step", step }]);
  });
});

describe("a session that fails because the system starts no thread", () => {
  const fault = Object.assign(new Error("Resource temporarily unavailable"), {
    code: "EAGAIN",
    syscall: "pthread_create",
    osCode: 11,
    offset: null,
    systemCode: null,
  });
  const refuse = () => {
    throw fault;
  };
  const none = async () => undefined;

  it.each<[string, (bench: Bench) => Promise<void>]>([
    [
      "a test with one file",
      (bench) => bench.withFile({ fileBytes: 1 << 20, blockBytes: 4096 }, none),
    ],
    [
      "a test with several files",
      (bench) => bench.withFiles({ fileBytes: 1 << 20, blockBytes: 4096, files: 2 }, none),
    ],
    ["the database test", (bench) => bench.withDatabases(none)],
    ["the document test", (bench) => bench.withDocument(4096, none)],
    ["the capacity test", (bench) => bench.withCapacity(none)],
  ])('causes, in %s, the error "system-limit" instead of "internal"', async (_name, work) => {
    const { bench } = fakeBench(new FakeSession(), planFor("smoke", "linux", ["flush-modes"]));
    Object.assign(bench.engine, {
      openSession: refuse,
      openParallelSession: refuse,
      openCommitSession: refuse,
      openDocumentSession: refuse,
      openCapacitySession: refuse,
    });
    const error = await work(bench).catch(errorOf);
    expect(error).toMatchObject({ code: "system-limit", syscall: "pthread_create" });
  });
});

describe("the end of a test whose folders cannot be removed", () => {
  const refusal = (code: string, folders: readonly string[]) =>
    Object.assign(new Error("No."), {
      code,
      syscall: "unlinkat",
      osCode: 39,
      offset: null,
      folders,
    });

  async function closing(cause: Error) {
    const { bench, events } = fakeBench(
      new FakeSession(),
      planFor("smoke", "linux", ["flush-modes"]),
    );
    const session = Object.assign(new FakeCommitSession(), { close: () => Promise.reject(cause) });
    Object.assign(bench.engine, { openCommitSession: () => session });
    const error = await bench.withDatabases(async () => undefined).then(() => null, errorOf);
    return { error, events };
  }

  it("sends one warning for each folder that stays because it contains other files", async () => {
    const { error, events } = await closing(refusal("ENOTEMPTY", ["/a", "/b"]));
    expect(error).toBeNull();
    expect(events).toMatchObject([
      { type: "warning", code: "own-folder-left", statements: [{ params: { folder: "/a" } }] },
      { type: "warning", code: "own-folder-left", statements: [{ params: { folder: "/b" } }] },
    ]);
  });

  it("fails if the drive prevents the removal or the removal's error names no folder", async () => {
    expect((await closing(refusal("EIO", ["/a"]))).error).toMatchObject({ code: "drive-error" });
    expect((await closing(refusal("ENOTEMPTY", []))).error).not.toBeNull();
  });
});
