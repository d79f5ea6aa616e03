import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import { driveError } from "#contract/drive-error";
import type { ChunkedMode } from "#contract/workloads/chunked-writes";
import { verdictOn } from "../../../helpers/judged";
import { planWith } from "../../../helpers/plan-with";
import { answerIn, findingOf, judged, plain } from "../../../helpers/read-verdict";
import { type SampleOptions, sampleUnjudgedReport } from "../../../helpers/sample-report";

function required<T>(value: T | undefined): T {
  if (value === undefined) {
    throw new Error("this finding is missing");
  }
  return value;
}

const plainSpeed = (options: SampleOptions) => answerIn(judged(options), "plain-speed");

describe("the answer about the write sweep", () => {
  it("states the rate, the size from which it is reached, and that it is the speed of memory", () => {
    const { word, reason } = plainSpeed({ sweep: {} });
    expect(word).toMatch(/^3 GB\/s from 64 KiB on$/);
    expect(reason).toContain("In writes of 64 KiB and more; with 512 B it is 403 MB/s.");
    expect(reason).toContain("into the computer’s memory first");
    // Memory takes 3 GB/s less the calls; the drive's 500 MB/s after it are no speed of either.
    expect(reason).not.toContain("429 MB/s");
  });

  it("names no size when the sweep shows no knee", () => {
    const few = planFor("quick", "linux", ["flush-modes", "buffer-sweep"]);
    const { word, reason } = plainSpeed({
      sweep: {},
      report: { plan: planWith(few, { "buffer-sweep": { bufferBytes: [512, 1024] } }) },
    });
    expect(word).not.toContain("from");
    expect(reason).toContain("In writes of up to 1 KiB; from which size on could not be told.");
  });

  it("says that a curve is flat from the start", () => {
    expect(plainSpeed({ sweep: { callNs: 0 } }).reason).toContain(
      "From the smallest writes on (512 B).",
    );
  });

  it("falls back to the flush modes without a sweep or with an empty one", () => {
    const expected = "380 000 writes a second";
    const [empty] = sampleUnjudgedReport({ sweep: {} }).bufferSweeps;
    expect(plainSpeed({}).word).toBe(expected);
    expect(empty).toBeDefined();
    const report = { bufferSweeps: empty ? [{ ...empty, points: [] }] : [] };
    expect(plainSpeed({ report }).word).toBe(expected);
  });
});

describe("the finding about the knee", () => {
  it("names the processor as the limit below it and the drive above", () => {
    const { title, detail } = findingOf({ sweep: {} }, "buffer-knee");
    expect(title).toBe("Writing is limited by the processor up to 64 KiB, by the drive beyond");
    expect(detail).toContain("with the processor at work 98 % of the time");
    expect(detail).toContain("most of the time is then spent waiting for the drive");
    expect(detail).toContain("250 MB/s with 512 B, 2 GB/s with 512 KiB");
  });

  it("mentions no drive for a volume in memory", () => {
    const memory: SampleOptions = {
      sweep: { driveBytesPerSecond: null },
      drive: { kind: "memory" },
      volume: { fileSystem: "tmpfs" },
    };
    expect(findingOf(memory, "buffer-knee").detail).toContain("no drive behind this volume");
    expect(plainSpeed(memory).reason).toContain("which is all there is here");
  });

  it("says why the limit is not clear", () => {
    const both = findingOf({ sweep: { driveBytesPerSecond: 8e9 } }, "buffer-unclear");
    expect(both.detail).toContain("Neither the processor nor the drive took so much");
    const idle = findingOf({ sweep: { cpuShare: 0.6 } }, "buffer-unclear");
    expect(idle.detail).toContain("not busy all the time below 64 KiB");
  });
});

describe("the finding about the cost of frequent saves", () => {
  it("compares saves every 16 KiB with one at the end and marks extrapolated times", () => {
    // End: 41 ms of writing and 135 ms for the flush. 4 096 flushes of 0.73 ms take 3 s, beyond the cap.
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
    ["memory", { drive: { kind: "memory" } }, "lives in the computer’s memory"],
    [
      "dropped syncs",
      { volume: { fileSystem: "overlay", mountOptions: "volatile" } },
      "ignores requests to save",
    ],
    ["no barriers", { volume: { mountOptions: "rw,nobarrier" } }, "told not to flush"],
    ["a virtual drive", { drive: { kind: "virtual" } }, "what provides it answers"],
    ["a network", { drive: { kind: "network" } }, "Another computer answers"],
    ["no volatile cache", { volume: { writeCache: "write-through" } }, "asks for no flush"],
    ["nothing known", {}, "speed alone does not tell which"],
  ];
  it.each(reasons)("explains why frequent saves are cheap: %s", (_, options, reason) => {
    const finding = findingOf({ ...options, interval: cheap }, "sync-interval-cheap");
    expect(finding.detail).toContain(reason);
  });

  it("says that flushes that never reach the drive cost nothing", () => {
    const modes = [{ mode: "fdatasync", iops: 40_000, flushesPerSave: 0 }] as const;
    const finding = findingOf({ modes, interval: cheap }, "sync-interval-cheap");
    expect(finding.detail).toContain("sends no flush to this drive");
  });
});

describe("the finding about growing files", () => {
  const saves = (change: number | null, growth: number | null, growing = 210): SampleOptions => ({
    modes: [{ mode: "fdatasync", iops: 400, flushesPerSave: change }],
    append: [{ mode: "fdatasync", iops: growing, flushesPerSave: growth }],
  });

  it.each([
    [null, null],
    [1, null],
    [null, 2],
  ])("says nothing about flushes that the run did not count (%s, %s)", (change, growth) => {
    const { detail } = findingOf(saves(change, growth), "append-cost");
    expect(detail).toContain("210 saves a second");
    expect(detail).not.toMatch(/flush command|confirmation/);
    expect(detail).toContain("where it lies and how long the file now is");
  });

  it("says that growth takes no longer when the rates agree", () => {
    const { title, detail } = findingOf(saves(1, 1, 410), "append-cost");
    expect(title).toBe("Saving a new or growing file takes no longer than changing an old one");
    expect(detail).not.toContain("how long the file now is");
  });

  it("uses the past tense when too few rounds show the difference", () => {
    const whole = sampleUnjudgedReport(saves(1, 2));
    const three = (modes: typeof whole.flushModes) =>
      modes.map((mode) => ({ ...mode, rounds: mode.rounds.slice(0, 3) }));
    const { findings } = verdictOn({
      ...whole,
      flushModes: three(whole.flushModes),
      appendModes: three(whole.appendModes ?? []),
    });
    const { title, detail: told } = required(findings.find(({ code }) => code === "append-cost"));
    const detail = plain(told);
    expect(title).toBe("Saving a new or growing file took longer than changing an old one");
    expect(detail).toContain("too few");
    expect(detail).not.toContain("needs two confirmations");
    expect(detail).toContain("counted 2.0 flush commands");
  });

  it("uses the past tense when single rounds contradict the difference", () => {
    const scattered = [{ mode: "fdatasync", iops: 210, deviation: 0.98 }] as const;
    const { title } = findingOf({ ...saves(1, 1), append: scattered }, "append-cost");
    expect(title).toBe("Saving a new or growing file took longer than changing an old one");
  });

  it('calls slightly slower saves "about as long" instead of "no longer"', () => {
    expect(findingOf(saves(1, 1, 330), "append-cost").title).toContain("takes about as long as");
    expect(findingOf(saves(1, 1, 400), "append-cost").title).toContain("takes no longer than");
  });

  it("compares one mode that promises to survive a power cut in both layouts", () => {
    const modes = [
      { mode: "none", iops: 400_000 },
      { mode: "fsync", iops: 300 },
      { mode: "fdatasync", iops: 400 },
    ] as const;
    const append = [
      { mode: "none", iops: 100_000 },
      { mode: "fsync", iops: 150 },
    ] as const;
    const { detail } = findingOf({ modes, append }, "append-cost");
    expect(detail).toContain("150 saves a second make a file longer, 300 change");
    expect(detail).toContain("(fsync)");
  });
});

describe("the finding about writes around the cache", () => {
  it("states the pace of the drive with its call and its smallest size", () => {
    const direct = { callNs: 40_000, memoryBytesPerSecond: 5e8, driveBytesPerSecond: null };
    const { title, detail } = findingOf({ sweep: {}, direct }, "direct-writes");
    expect(title).toBe("Without the system’s memory the drive takes 498 MB/s");
    expect(detail).toContain("(O_DIRECT)");
    // What is smaller than a sector was refused.
    expect(detail).toContain("pieces of 4 KiB reach 85 MB/s");
    expect(findingOf({ os: "macos", direct }, "direct-writes").detail).toContain("(F_NOCACHE)");
  });

  it("does not present a virtual drive's cache as a drive", () => {
    const options: SampleOptions = { direct: {}, drive: { kind: "virtual" } };
    const { title, detail } = findingOf(options, "direct-writes");
    expect(title).toContain("the virtual drive takes");
    expect(detail).toContain("what provides it may keep it in a memory of its own");
  });
});

describe("a place of data that cannot be seen", () => {
  it.each<[string, SampleOptions]>([
    ["another computer", { drive: { kind: "network" } }],
    ["a container's lower layer", { volume: { fileSystem: "overlay", lowerMounts: null } }],
  ])("is not called a drive with its own memory: %s", (_, where) => {
    const { title, detail } = findingOf({ direct: {}, ...where }, "direct-writes");
    expect(title).toMatch(/^Without the system’s memory what stands behind this volume takes/);
    expect(detail).toContain("Each piece waits until that has taken it, perhaps into a memory");
    expect(title + detail).not.toMatch(/the drive/);
    const full = findingOf({ sustained: {}, ...where }, "fast-cache-full");
    expect(full.detail).toContain("what provides this one may limit it in the same way");
    expect(full.detail).not.toContain("keep part of it free");
  });
});

describe("saves that cost nothing", () => {
  it("are not blamed on a drive if it is not known what keeps the data", () => {
    const unknown = { fileSystem: "overlay", lowerMounts: null, writeCache: "unknown" } as const;
    const free = {
      commits: { flushNs: 0, flushesSeen: null },
      interval: { syncNs: 0, driveBytesPerSecond: 1e15 },
    };
    for (const code of ["commits-alike", "sync-interval-cheap"] as const) {
      expect(findingOf(free, code).detail).toContain("or the drive confirms saves");
      const { detail } = findingOf({ ...free, volume: unknown }, code);
      expect(detail).not.toContain("the drive confirms saves");
      expect(detail).toContain(
        "Whether the data goes to a drive or stays in memory cannot be seen",
      );
    }
  });
});

describe("ways of saving that differ only at a drive", () => {
  it("are not said to differ for a Mac's disk in memory", () => {
    const options = { os: "macos", chunked: "ordinary" } as const;
    const says = "only the full one asks the drive to store it";
    expect(findingOf(options, "chunked-ratio").detail).toContain(says);
    const inMemory = { ...options, drive: { kind: "memory" } } as const;
    expect(findingOf(inMemory, "chunked-ratio").detail).not.toContain(says);
  });

  it("get no write-through warning on a network share of Windows", () => {
    const codes = (options: SampleOptions) => judged(options).findings.map(({ code }) => code);
    expect(codes({ os: "windows" })).toContain("write-through-unproven");
    expect(codes({ os: "windows", drive: { kind: "network" } })).not.toContain(
      "write-through-unproven",
    );
  });
});

describe("the finding about writes around the cache on btrfs", () => {
  const onBtrfs = (osVersion: string, mountOptions = "rw,relatime"): SampleOptions => ({
    direct: {},
    volume: { fileSystem: "btrfs", mountOptions },
    host: { osVersion },
  });
  const codes = (options: SampleOptions) => judged(options).findings.map(({ code }) => code);

  it("says that btrfs buffers them and does not claim that they bypass memory", () => {
    const options = onBtrfs("Debian GNU/Linux 13 (trixie), kernel 6.14.0-1-amd64");
    expect(findingOf(options, "direct-writes-buffered").detail).toContain("kernel 6.14.0");
    const { title, detail } = findingOf(options, "direct-writes");
    expect(title).toContain("which btrfs buffers");
    expect(title + detail).not.toMatch(/without the system’s memory|around the system’s memory/i);
    expect(codes(onBtrfs("7.0.1"))).toContain("direct-writes-buffered");
  });

  it("is absent for older kernels, files without checksums and other file systems", () => {
    expect(codes(onBtrfs("Debian, kernel 6.13.9"))).not.toContain("direct-writes-buffered");
    expect(codes(onBtrfs("Oracle Linux 9.2, kernel 5.15.0"))).not.toContain(
      "direct-writes-buffered",
    );
    for (const option of ["nodatasum", "nodatacow"]) {
      const options = onBtrfs("Debian, kernel 6.18.0", `rw,${option}`);
      expect(codes(options)).not.toContain("direct-writes-buffered");
      expect(findingOf(options, "direct-writes").title).toContain("Without the system’s memory");
    }
    const ext4 = { ...onBtrfs("Debian, kernel 6.18.0"), volume: { fileSystem: "ext4" } };
    expect(codes(ext4)).not.toContain("direct-writes-buffered");
  });
});

describe("the finding about frequent saves in different modes", () => {
  const ladders = (slowNs: number): SampleOptions => ({
    os: "macos",
    ladders: [
      ["fsync", { syncNs: 30_000 }],
      ["f_fullfsync", { syncNs: slowNs }],
    ],
  });

  it("says for a Mac that only the slow mode asks the drive to store", () => {
    const { title, detail } = findingOf(ladders(20_000_000), "sync-interval-modes");
    expect(title).toMatch(/F_FULLFSYNC took \d+ times as long as fsync/);
    expect(detail).toContain("fsync hands the data to the drive and no further");
  });

  it("names the safer mode even if it is the faster one", () => {
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

  it("calls modes equally fast and says that they promise the same", () => {
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

  it("explains cheap saves when the flush stops at the drive", () => {
    const cheapFlush = { syncNs: 100, driveBytesPerSecond: 1e12 };
    const options: SampleOptions = { os: "macos", ladders: [["fsync", cheapFlush]] };
    expect(findingOf(options, "sync-interval-cheap").detail).toContain(
      "does not ask it to store anything",
    );
  });
});

describe("the finding about saves in the background", () => {
  it("says that they help when the writer's slow writes become shorter", () => {
    const { title, detail } = findingOf({ interval: {} }, "background-sync");
    expect(title).toBe("Saving in the background keeps programs from waiting");
    expect(detail).toContain("took 6.0 µs; with a save every 1 MiB 2.8 ms");
  });

  it("says that they do not help when the writer waits anyway", () => {
    const interval = { besideNs: 2_500_000 };
    expect(findingOf({ interval }, "background-sync").title).toContain("does not keep");
  });

  it("is absent when no write waits for a save", () => {
    const codes = judged({ interval: { syncNs: 200, driveBytesPerSecond: 1e12 } }).findings.map(
      ({ code }) => code,
    );
    expect(codes).toContain("sync-interval-cheap");
    expect(codes).not.toContain("background-sync");
  });

  it("is absent when the second thread never saved", () => {
    const codes = judged({ interval: { backgroundSyncs: 0 } }).findings.map(({ code }) => code);
    expect(codes).toContain("sync-interval-cost");
    expect(codes).not.toContain("background-sync");
  });
});

describe("the finding about chunked writes", () => {
  it("compares the full flush of a Mac with the ordinary one", () => {
    const { title, detail } = findingOf({ os: "macos", chunked: "ordinary" }, "chunked-ratio");
    // 128 chunks: 295 µs and 24 ms each; the cap of 0.75 s ends the latter.
    expect(title).toContain("the full flush takes 81 times as long");
    expect(detail).toContain("3.1 s (extrapolated) with F_FULLFSYNC and 38 ms with fsync");
    expect(detail).toContain("302 ms and 3.0 s for 1 GiB");
  });

  it("leaves out modes that never wait for the drive and refused ones", () => {
    const options: SampleOptions = {
      chunked: [
        ["none", 1000],
        ["fsync", 4_000_000],
        ["fdatasync", 2_000_000],
        ["o_direct", 900],
        ["o_direct_dsync", "open: EINVAL"],
      ],
    };
    const { title, detail } = findingOf(options, "chunked-ratio");
    expect(title).toContain("a difference of 2.0 times");
    expect(detail).toContain("512 ms with fsync and 256 ms with fdatasync");
  });

  it("says when the mode makes no difference and is absent for a single mode", () => {
    const alike: SampleOptions["chunked"] = [
      ["fsync", 2_100_000],
      ["fdatasync", 2_000_000],
    ];
    expect(findingOf({ chunked: alike }, "chunked-ratio").title).toContain("equally fast");
    const codes = judged({ chunked: alike.slice(0, 1) }).findings.map(({ code }) => code);
    expect(codes).not.toContain("chunked-ratio");
  });

  it("calls all ways of saving equally fast only if every single pass agrees", () => {
    const titleOf = (between: number[]) => {
      const chunked: SampleOptions["chunked"] = [
        ["fdatasync", [2_000_000, 2_000_000]],
        ["o_dsync", between],
        ["fsync", [2_200_000, 2_200_000]],
      ];
      return findingOf({ chunked }, "chunked-ratio").title;
    };
    expect(titleOf([1_900_000, 2_300_000])).toContain("all ways of saving are about equally fast");
    expect(titleOf([1_000_000, 3_200_000])).toContain("did not show");
  });

  it("says which of two ways promises less where it is the faster one", () => {
    const meansOf = (chunked: NonNullable<SampleOptions["chunked"]>) =>
      findingOf({ os: "windows", chunked }, "chunked-ratio").detail;
    const cheaper = "it is not counted as a cheaper way to the same safety";
    expect(
      meansOf([
        ["flush_file_buffers", 4_000_000],
        ["write_through", 1_000_000],
      ]),
    ).toContain(`FILE_FLAG_WRITE_THROUGH promises less; ${cheaper}`);
    expect(
      meansOf([
        ["flush_file_buffers", 1_000_000],
        ["write_through", 4_000_000],
      ]),
    ).not.toContain(cheaper);
    expect(
      meansOf([
        ["flush_file_buffers", 4_000_000],
        ["nt_flush_data_only", 1_000_000],
      ]),
    ).not.toContain(cheaper);
    const { detail } = findingOf(
      { os: "windows", drive: { kind: "network" }, chunked: "ordinary" },
      "chunked-ratio",
    );
    expect(detail).not.toContain(cheaper);
  });

  it("calls modes equally fast only when the passes agree", () => {
    const chunked: SampleOptions["chunked"] = [
      ["fdatasync", [1_000_000, 2_000_000]],
      ["fsync", [2_000_000, 1_100_000]],
    ];
    const codes = judged({ chunked }).findings.map(({ code }) => code);
    expect(codes).toContain("chunked-disagree");
    expect(codes).not.toContain("chunked-ratio");
  });

  it("is absent after a single pass", () => {
    const { chunked } = sampleUnjudgedReport({ chunked: "ordinary" });
    const first = chunked && {
      ...chunked,
      modes: chunked.modes.map((mode) => ({ ...mode, passes: mode.passes.slice(0, 1) })),
    };
    const codes = judged({ report: { chunked: first } }).findings.map(({ code }) => code);
    expect(codes.filter((code) => code.startsWith("chunked"))).toEqual([]);
  });

  it("lists a mode that failed while a file grew among the failed modes", () => {
    const failure = driveError("drive-error", "Input/output error");
    const finding = findingOf({ append: [{ mode: "o_dsync", failure }] }, "mode-failed");
    expect(finding.detail).toContain("O_DSYNC: Input/output error.");
  });

  it("lists a mode that failed in the chunked writes among the failed modes", () => {
    const { chunked } = sampleUnjudgedReport({ chunked: "ordinary" });
    const broken: ChunkedMode = {
      mode: "fsync",
      systemCall: "fsync(fd)",
      status: "failed",
      reason: driveError("drive-error", "Input/output error").message,
      elapsedNs: null,
      extrapolated: false,
      passes: [],
      elapsedIntervalNs: null,
      ratioToFastest: null,
      latencyNs: null,
      worstWindow: null,
    };
    const report = { chunked: chunked && { ...chunked, modes: [broken] } };
    const finding = findingOf({ report }, "mode-failed");
    expect(finding.detail).toContain("fsync: Input/output error.");
  });
});
