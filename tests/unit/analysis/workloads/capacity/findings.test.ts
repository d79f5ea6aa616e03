import { describe, expect, it } from "vitest";
import { findings } from "#analysis/workloads/capacity/index";
import type { Capacity, CapacityOldFiles } from "#contract/workloads/capacity";
import { sampleCapacity } from "../../../../helpers/sample-capacity";

const of = (capacity: Capacity | null) =>
  findings({ report: { capacity } } as Parameters<typeof findings>[0]);

/** Code of each finding, with the codes of what was seen. */
const told = (capacity: Capacity | null) =>
  of(capacity).map(({ code, seen }) => [code, ...[seen].flat().map((one) => one.code)]);

const changed: CapacityOldFiles = {
  ...{ files: 3, sampledBytes: 1 << 20, changedFiles: 1, changedBytes: 4096, ownBytes: 0 },
};

describe("what the verdict says of the drive's size", () => {
  it("is nothing where it was not tested, and where an error ended the test", () => {
    expect(of(null)).toEqual([]);
    expect(of(sampleCapacity("error"))).toEqual([]);
  });

  it("names what was in use, and so not tested, of a drive that is as large as it says", () => {
    const capacity = { ...sampleCapacity("whole"), usedBytes: 5_000_000 };
    expect(of(capacity)).toMatchObject([
      { code: "capacity-whole", severity: "good", means: { params: { usedBytes: 5_000_000 } } },
    ]);
  });

  it("names what was lost, or the old files, or both", () => {
    const lost = "capacity-false-or-damaged.seen";
    const old = "capacity-old-files.seen";
    const oldFinding = ["capacity-old-files", old];
    const outcomes = (result: "false" | "false-or-damaged") => {
      const capacity = sampleCapacity(result);
      const none = { badBlocks: 0, oldFiles: changed };
      return [capacity, { ...capacity, oldFiles: changed }, { ...capacity, ...none }].map(told);
    };
    const shared = "capacity-false.shared";
    expect(outcomes("false")).toEqual([
      [["capacity-false", lost, shared]],
      [["capacity-false", lost, shared, old], oldFinding],
      [["capacity-false", old], oldFinding],
    ]);
    expect(outcomes("false-or-damaged")).toEqual([
      [["capacity-false-or-damaged", lost]],
      [["capacity-false-or-damaged", lost, old], oldFinding],
      [["capacity-false-or-damaged", old], oldFinding],
    ]);
  });

  it("says nothing of old files that have not changed", () => {
    const oldFiles = { ...changed, changedFiles: 0, changedBytes: 0 };
    expect(told({ ...sampleCapacity("damaged"), oldFiles })).toEqual([
      ["capacity-damaged", "capacity-damaged.seen"],
    ]);
    expect(told({ ...sampleCapacity("damaged"), badBlocks: 0, oldFiles: changed })).toEqual([
      ["capacity-old-files", "capacity-old-files.seen"],
    ]);
  });

  it("says whether a memory answered, or nothing was read, where it is not known", () => {
    const seenWhere = (answeredBy: Capacity["answeredBy"]) =>
      of({ ...sampleCapacity("not-known"), answeredBy }).map(({ seen }) => seen);
    const seen = (isFromCache: boolean) => [
      { code: "capacity-not-known.seen", params: { isFromCache } },
    ];
    expect(seenWhere("cache")).toEqual(seen(true));
    expect(seenWhere(null)).toEqual(seen(false));
  });
});
