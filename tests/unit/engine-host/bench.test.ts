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

/** 98 operations took a microsecond, two took ten: enough for p50, too few for p99. */
class WorkingSession extends FakeSession {
  task: NativeSnapshot["task"] = "measuring";
  elapsedNs = 200e6;

  override snapshot(): NativeSnapshot {
    return {
      ...{ task: this.task, operations: 100, bytes: 409_600, totalBytes: 7 },
      elapsedNs: this.elapsedNs,
      latency: {
        ...{ valuesNs: Float64Array.of(1000, 10_000), counts: Float64Array.of(98, 2) },
        ...{ minNs: 900, maxNs: 9900, sumNs: 118_000 },
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

describe("progress of a measurement", () => {
  it("tells the percentiles that are known, and leaves the histogram where it is", async () => {
    expect(await progressAt("measuring")).toEqual([
      {
        ...{ type: "progress", operations: 100 },
        ...{ bytes: 409_600, elapsedNs: 200e6, totalBytes: null },
        latency: { p50Ns: 1000, p99Ns: null },
      },
    ]);
  });

  it("tells none while warming up or preparing", async () => {
    for (const [counting, task] of [
      [false, "measuring"],
      [true, "warming-up"],
      [true, "preparing"],
    ] as const) {
      expect(await progressAt(task, counting)).toMatchObject([{ latency: null }]);
    }
  });

  it("knows how much is to be written only where nobody watches the clock", async () => {
    expect(await progressAt("warming-up")).toMatchObject([{ totalBytes: null }]);
    expect(await progressAt("preparing")).toMatchObject([{ totalBytes: 7 }]);
  });

  it("does not wake the reader beside a round that its result tells as soon", async () => {
    for (const task of ["measuring", "warming-up"] as const) {
      expect(await progressAt(task, true, { elapsedNs: 199e6 })).toEqual([]);
    }
    expect(await progressAt("preparing", true, { elapsedNs: 0 })).toHaveLength(1);
  });

  it("says nothing of a thread that rests", async () => {
    expect(await progressAt("idle")).toEqual([]);
  });
});

describe("the beginning of a step", () => {
  it("is reported at once, with its parameters", () => {
    const { bench, events } = fakeBench(
      new FakeSession(),
      planFor("smoke", "linux", ["flush-modes"]),
    );
    bench.begin(step);
    expect(events.map((event) => hostEventSchema.parse(event))).toEqual([{ type: "step", step }]);
  });
});

describe("a session for which the system starts no thread", () => {
  const fault = Object.assign(new Error("Resource temporarily unavailable"), {
    ...{ code: "EAGAIN", syscall: "pthread_create", osCode: 11, offset: null, systemCode: null },
  });
  const refuse = () => {
    throw fault;
  };
  const none = async () => undefined;

  it.each<[string, (bench: Bench) => Promise<void>]>([
    ["file", (bench) => bench.withFile({ fileBytes: 1 << 20, blockBytes: 4096 }, none)],
    ["files", (bench) => bench.withFiles({ fileBytes: 1 << 20, blockBytes: 4096, files: 2 }, none)],
    ["databases", (bench) => bench.withDatabases(none)],
    ["document", (bench) => bench.withDocument(4096, none)],
    ["capacity", (bench) => bench.withCapacity(none)],
  ])("is a limit of the system, no fault of the program: %s", async (_name, work) => {
    const { bench } = fakeBench(new FakeSession(), planFor("smoke", "linux", ["flush-modes"]));
    Object.assign(bench.engine, {
      ...{ openSession: refuse, openParallelSession: refuse, openCommitSession: refuse },
      ...{ openDocumentSession: refuse, openCapacitySession: refuse },
    });
    const error = await work(bench).catch(errorOf);
    expect(error).toMatchObject({ code: "system-limit", syscall: "pthread_create" });
  });
});

describe("a folder of ours that cannot be removed", () => {
  const refusal = (code: string, folders: readonly string[]) =>
    Object.assign(new Error("No."), {
      ...{ code, syscall: "unlinkat", osCode: 39, offset: null, folders },
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

  it("is a warning for each where others have put something there", async () => {
    const { error, events } = await closing(refusal("ENOTEMPTY", ["/a", "/b"]));
    expect(error).toBeNull();
    expect(events).toMatchObject([
      { type: "warning", code: "own-folder-left", statements: [{ params: { folder: "/a" } }] },
      { type: "warning", code: "own-folder-left", statements: [{ params: { folder: "/b" } }] },
    ]);
  });

  it("is an error where the drive fails, and where no folder is named", async () => {
    expect((await closing(refusal("EIO", ["/a"]))).error).toMatchObject({ code: "drive-error" });
    expect((await closing(refusal("ENOTEMPTY", []))).error).not.toBeNull();
  });
});
