import { describe, expect, it } from "vitest";
import { isModeRefused, medianNsOf, othersAreUnsafe, suspicionOf } from "#analysis/facts/facts";
import { hardDiskCeilingIops } from "#analysis/reference-drives";
import { factsOf } from "#analysis/verdict/facts";
import type { FlushModeResult } from "#contract/mode-result";
import { sampleModes } from "../../../helpers/sample-modes";
import { type SampleOptions, sampleUnjudgedReport } from "../../../helpers/sample-report";
import { linux } from "./scenario";

const facts = (options: SampleOptions) => factsOf(sampleUnjudgedReport(options));

describe("the flush evidence above a device that hides the disks", () => {
  const modes = linux(900, null);
  /**
   * Facts of a report with these flushes per save at each layer above the drive, counted in all
   * rounds or only in the first.
   */
  const evidenceOf = (perSave: readonly number[], isWhole = true) => {
    const report = sampleUnjudgedReport({ modes });
    const changed = (mode: FlushModeResult): FlushModeResult => ({
      ...mode,
      rounds: mode.rounds.map((round, index) => ({
        ...round,
        evidence: {
          ...round.evidence,
          followed:
            isWhole || index === 0
              ? perSave.map((each, level) => ({
                  device: `dm-${level}`,
                  flushes: Math.ceil(round.operations * each),
                  bytesWritten: 0,
                }))
              : null,
        },
      })),
    });
    return factsOf({ ...report, flushModes: report.flushModes.map(changed) }).evidence;
  };

  it("follows the level of the device stack that counted the fewest flushes", () => {
    expect(evidenceOf([1, 1])).toBe("flushes-passed-on");
    expect(evidenceOf([2, 0])).toBe("no-evidence");
    expect(evidenceOf([0, 2])).toBe("no-evidence");
  });

  it("is sufficient from 0.9 flushes per save on", () => {
    expect(evidenceOf([0.9])).toBe("flushes-passed-on");
    expect(evidenceOf([0.88])).toBe("no-evidence");
  });

  it("is missing when the flushes of only the first round were counted", () => {
    expect(evidenceOf([1], false)).toBe("no-evidence");
  });
});

describe("the evidence of a save", () => {
  it.each([
    [0.05, "write-back", "flushes-missing"],
    [0.05, "unknown", "flushes-not-seen"],
    [0.1, "write-back", "flushes-too-few"],
    [0.89, "write-back", "flushes-too-few"],
    [0.9, "write-back", "flushes-seen"],
    [0.9, "write-through", "flushes-seen"],
    [0.89, "write-through", "no-volatile-cache"],
    [null, "write-through", "no-volatile-cache"],
    [null, "write-back", "no-evidence"],
  ] as const)(
    'with %s flushes per save and the cache state "%s" is "%s"',
    (flushes, writeCache, evidence) => {
      expect(facts({ modes: linux(900, flushes), volume: { writeCache } }).evidence).toBe(evidence);
    },
  );

  it.each([
    ["nvme", "no-volatile-cache"],
    ["sata-ssd", "cache-reported-off"],
    ["hard-disk", "cache-reported-off"],
    ["usb", "cache-state-assumed"],
    ["memory-card", "cache-state-assumed"],
    ["unknown", "cache-state-assumed"],
    ["virtual", "cache-state-assumed"],
  ] as const)('on a drive of kind %s that reports no cache is "%s"', (kind, evidence) => {
    const options = { modes: linux(90, 0), drive: { kind } } as const;
    expect(facts({ ...options, volume: { writeCache: "write-through" } }).evidence).toBe(evidence);
  });

  it("does not rest on counted flushes for writes with forced unit access", () => {
    const modes = sampleModes.linux.filter(({ mode }) => mode === "o_direct_dsync");
    expect(facts({ modes })).toMatchObject({ evidence: "no-evidence", flushesPerSave: null });
    const followed = modes.map((mode) => ({ ...mode, flushesPerSave: 1, partOfTheWay: true }));
    expect(facts({ modes: followed }).evidence).toBe("no-evidence");
  });
});

describe("the suspicion of impossible speed", () => {
  const codeOf = (iops: number, options: SampleOptions = {}) =>
    facts({ modes: linux(iops, 1), ...options }).suspicion?.code ?? null;

  it("arises on an SSD only above 20 000 saves a second with a volatile cache and flushes, and not in memory or a virtual machine", () => {
    expect(codeOf(20_000)).toBeNull();
    expect(codeOf(20_010)).toBe("too-fast-for-cache");
    expect(codeOf(45_000, { volume: { writeCache: "write-through" } })).toBeNull();
    expect(codeOf(45_000, { volume: { fileSystem: "tmpfs" } })).toBeNull();
    expect(codeOf(45_000, { host: { virtualMachine: "KVM" } })).toBeNull();
    expect(codeOf(45_000, { modes: linux(45_000, 0) })).toBeNull();
  });

  it("arises on a hard disk above its ceiling for random writes, with any cache state", () => {
    const disk = { drive: { kind: "hard-disk" } } as const;
    const ceiling = Math.floor(hardDiskCeilingIops);
    expect(codeOf(ceiling, disk)).toBeNull();
    expect(codeOf(ceiling + 10, disk)).toBe("faster-than-disk-turns");
    // A rate exactly at the ceiling is still possible for a hard disk.
    const report = sampleUnjudgedReport({ modes: linux(ceiling, 1), ...disk });
    const atCeiling = report.flushModes.map((mode) => ({ ...mode, iops: hardDiskCeilingIops }));
    const seen = factsOf({ ...report, flushModes: atCeiling });
    expect([seen.suspicion, seen.speed?.id]).toEqual([null, "hard-disk"]);
    const through = { ...disk, volume: { writeCache: "write-through" } } as const;
    expect(codeOf(ceiling + 10, through)).toBe("faster-than-disk-turns");
  });
});

describe("the facts about saves", () => {
  // 10 000 saves of 4 KiB are 41 MB per second, but the fastest write took 1 MB per second.
  const ground = (kind: "nvme" | "network") => {
    const { report, saves } = facts({ drive: { kind }, volume: { writeCache: "unknown" } });
    return { report, saves, fastestBytesPerSecond: 1e6 } as Parameters<typeof suspicionOf>[0];
  };

  it("raise suspicion when saves outpace writes on a local drive, but not on a network drive", () => {
    expect(suspicionOf(ground("nvme"), 10_000)?.code).toBe("saves-outpace-writing");
    expect(suspicionOf(ground("network"), 10_000)).toBeNull();
  });

  it("have null as the median latency if no latency was recorded", () => {
    const { measured } = facts({});
    const [mode] = measured;
    expect(medianNsOf({ ...mode, latencyNs: null } as never)).toBeNull();
    expect(medianNsOf(mode as never)).toBe(mode?.latencyNs?.p50);
  });
});

describe("the list of unflushed modes", () => {
  const withOther = (ordinary: number | null, other: number | null, options: SampleOptions = {}) =>
    facts({
      modes: linux(900, ordinary).map((mode) =>
        mode.mode === "fdatasync" ? { ...mode, flushesPerSave: other } : mode,
      ),
      ...options,
    });
  const named = (...given: Parameters<typeof withOther>) =>
    withOther(...given).unflushed.map(({ mode }) => mode);

  it("names modes below 0.9 flushes per save (0.1 beside half-flushed ordinary saves), and none beside unflushed ordinary saves or a write-through cache", () => {
    expect(named(1, 0.89)).toEqual(["fdatasync"]);
    expect(named(1, 0.9)).toEqual([]);
    expect(named(1, null)).toEqual([]);
    expect(named(null, 0.5)).toEqual(["fdatasync"]);
    expect(named(0.5, 0.09)).toEqual(["fdatasync"]);
    expect(named(0.5, 0.1)).toEqual([]);
    expect(named(0, 0.05)).toEqual([]);
    expect(named(1, 0, { volume: { writeCache: "write-through" } })).toEqual([]);
  });

  it("is a sign of unsafe saves when one of its modes sends almost no flush to a volatile cache", () => {
    expect(othersAreUnsafe(withOther(1, 0.09))).toBe(true);
    expect(othersAreUnsafe(withOther(1, 0.1))).toBe(false);
    expect(othersAreUnsafe(withOther(1, 0.09, { volume: { writeCache: "unknown" } }))).toBe(false);
    expect(othersAreUnsafe(withOther(1, 1))).toBe(false);
  });
});

it("isModeRefused() returns true only for a mode that the system refused", () => {
  const refused = (refusal?: string) =>
    isModeRefused(
      factsOf(
        sampleUnjudgedReport({ modes: [{ mode: "fsync", ...(refusal ? { refusal } : {}) }] }),
      ),
      "fsync",
    );
  expect(refused("fsync: EINVAL")).toBe(true);
  expect(refused()).toBe(false);
  const other = { modes: [{ mode: "fdatasync", refusal: "EINVAL" }] } as const;
  expect(isModeRefused(factsOf(sampleUnjudgedReport(other)), "fsync")).toBe(false);
  expect(isModeRefused(factsOf(sampleUnjudgedReport({})), "fsync")).toBe(false);
});

describe("the facts about measured modes", () => {
  it("leave out a mode that completed nothing, failed or has no rate, and take the next one as the safe mode", () => {
    const report = sampleUnjudgedReport({ modes: linux(900, 1) });
    const changed = (changes: Partial<FlushModeResult>) =>
      factsOf({
        ...report,
        flushModes: report.flushModes.map((mode) =>
          mode.mode === "fsync" ? { ...mode, ...changes } : mode,
        ),
      });
    expect(changed({}).ordinary?.mode).toBe("fsync");
    expect(changed({ operations: 0 }).ordinary).toBeNull();
    expect(changed({ status: "failed" }).ordinary).toBeNull();
    expect(changed({ iops: null }).ordinary).toBeNull();
    // If fsync completed no operation, the next mode in the system's list becomes the safe one.
    expect(changed({ operations: 0 }).safe?.mode).toBe("fdatasync");
  });

  it("use the lasting rate of a mode whose saves became slow", () => {
    const { safe } = facts({ modes: [{ mode: "fsync", iops: 1900, slowsTo: 45 }] });
    expect(safe?.iops).toBe(safe?.slowdown?.slowPerSecond);
    expect(safe?.iops).toBeLessThan(50);
  });
});
