import { describe, expect, it } from "vitest";
import { findingOf } from "../../../helpers/read-verdict";
import type { SampleOptions } from "../../../helpers/sample-report";

describe("the finding about the cost of frequent saves", () => {
  it("compares saves every 16 KiB with one save at the end and marks extrapolated times", () => {
    // One flush at the end: 41 ms for writing and 135 ms for the flush. 4 096 flushes of 0.73 ms
    // take 3 s, beyond the time limit.
    const { title, detail } = findingOf({ interval: {} }, "sync-interval-cost");
    expect(title).toMatch(/^Saving every 16 KiB took 17 times as long as saving once at the end$/);
    expect(detail).toContain(
      "Writing 256 MiB in pieces of 4 KiB took 12 s (extrapolated) with a flush (fdatasync) every 16 KiB",
    );
    expect(detail).toContain("and 701 ms with one once at the end");
    expect(detail).toContain("169 times as long as once at the end (Wait before you sync");
  });

  const cheap = { syncNs: 200, driveBytesPerSecond: 1e12 };
  const reasons: [string, SampleOptions, string][] = [
    ["files in memory", { drive: { kind: "memory" } }, "lives in the computer’s memory"],
    [
      "a mount that drops syncs",
      { volume: { fileSystem: "overlay", mountOptions: "volatile" } },
      "ignores requests to save",
    ],
    ["a mount without barriers", { volume: { mountOptions: "rw,nobarrier" } }, "told not to flush"],
    ["a virtual drive", { drive: { kind: "virtual" } }, "what provides it answers"],
    ["a network drive", { drive: { kind: "network" } }, "Another computer answers"],
    ["no volatile cache", { volume: { writeCache: "write-through" } }, "asks for no flush"],
    ["no known reason", {}, "speed alone does not tell which"],
  ];
  it.each(reasons)(
    "explains why frequent saves are cheap if the report shows %s",
    (_, options, reason) => {
      const finding = findingOf({ ...options, interval: cheap }, "sync-interval-cheap");
      expect(finding.detail).toContain(reason);
    },
  );

  it("does not say that only unsaved data is at risk if no save survives a power cut", () => {
    const risk = "what was written since the last save can then be lost in a power cut";
    expect(findingOf({ interval: {} }, "sync-interval-cost").detail).toContain(risk);
    for (const options of [
      { drive: { kind: "memory" } },
      { volume: { fileSystem: "overlay", mountOptions: "volatile" } },
      { volume: { mountOptions: "rw,nobarrier" } },
    ] satisfies SampleOptions[]) {
      const { detail } = findingOf({ ...options, interval: {} }, "sync-interval-cost");
      expect(detail).toContain("Each flush takes its time");
      expect(detail).not.toContain(risk);
    }
  });

  it("explains cheap saves by flushes that never reach the drive", () => {
    const modes = [{ mode: "fdatasync", iops: 40_000, flushesPerSave: 0 }] as const;
    const finding = findingOf({ modes, interval: cheap }, "sync-interval-cheap");
    expect(finding.detail).toContain("sends no flush to this drive");
  });
});

it("saves that cost nothing are not blamed on a drive if it is not known what keeps the data", () => {
  const unknown = { fileSystem: "overlay", lowerMounts: null, writeCache: "unknown" } as const;
  const free = {
    commits: { flushNs: 0, flushesSeen: null },
    interval: { syncNs: 0, driveBytesPerSecond: 1e15 },
  };
  for (const code of ["commits-alike", "sync-interval-cheap"] as const) {
    expect(findingOf(free, code).detail).toContain("or the drive confirms saves");
    const { detail } = findingOf({ ...free, volume: unknown }, code);
    expect(detail).not.toContain("the drive confirms saves");
    expect(detail).toContain("Whether the data goes to a drive or stays in memory cannot be seen");
  }
});

describe("the finding about frequent saves in different modes", () => {
  const ladders = (slowNs: number): SampleOptions => ({
    os: "macos",
    ladders: [
      ["fsync", { syncNs: 30_000 }],
      ["f_fullfsync", { syncNs: slowNs }],
    ],
  });

  it("says for a Mac that the full flush takes longer and that fsync does not ask the drive to store the data", () => {
    const { title, detail } = findingOf(ladders(20_000_000), "sync-interval-modes");
    expect(title).toMatch(/F_FULLFSYNC took \d+ times as long as fsync/);
    expect(detail).toContain("fsync hands the data to the drive and no further");
  });

  it("says which mode is safer, even if that mode is also faster", () => {
    const { detail } = findingOf(
      {
        os: "macos",
        ladders: [
          ["fsync", { syncNs: 9_000_000 }],
          ["f_fullfsync", { syncNs: 30_000 }],
        ],
      },
      "sync-interval-modes",
    );
    expect(detail).toContain("Only F_FULLFSYNC asks the drive to store the data");
  });

  it("calls fdatasync and fsync equally fast at equal times, and says that both promise the same", () => {
    const { title, detail } = findingOf(
      {
        ladders: [
          ["fdatasync", {}],
          ["fsync", {}],
        ],
      },
      "sync-interval-modes",
    );
    expect(title).toContain("about equally fast");
    expect(detail).toContain("Both promise the same here");
  });

  it("describes the first mode that the system did not refuse", () => {
    const { detail } = findingOf(
      {
        ladders: [
          ["fdatasync", "fdatasync: EINVAL"],
          ["fsync", {}],
        ],
      },
      "sync-interval-cost",
    );
    expect(detail).toContain("with a flush (fsync)");
  });

  it("explains cheap saves by a flush that does not empty the drive's memory", () => {
    const cheapFlush = { syncNs: 100, driveBytesPerSecond: 1e12 };
    const options: SampleOptions = { os: "macos", ladders: [["fsync", cheapFlush]] };
    expect(findingOf(options, "sync-interval-cheap").detail).toContain(
      "does not ask it to store anything",
    );
  });
});
