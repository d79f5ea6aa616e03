import { describe, expect, it } from "vitest";
import { bufferSweepNotes as notes } from "#text/workloads/buffer-sweep";
import { Figure } from "../../../../../renderer/src/workloads/buffer-sweep/report";
import { markupOf } from "../../../../helpers/markup";
import { findingIn } from "../../../../helpers/read-verdict";
import { type SampleOptions, sampleReport } from "../../../../helpers/sample-report";

/**
 * The note below the chart of write sizes must name the same limit of the speed as the report's
 * finding, or none.
 */

const read = (given: SampleOptions) => {
  const report = sampleReport({ sweep: {}, ...given });
  const markup = markupOf(Figure, { report, withPublished: false });
  const { title } = findingIn(report.verdict, "buffer-knee") ?? { title: null };
  return { limit: report.bufferSweeps[0]?.limit, title, markup };
};
const limits = () => [
  ...[notes.drive(), notes.driveBehind(), notes.processor(), notes.processorBehind()],
];
const limitsIn = (markup: string) => limits().filter((each) => markup.includes(each));
const memory = { drive: { kind: "memory" }, volume: { fileSystem: "tmpfs" } } as const;
const fast = { driveBytesPerSecond: 1e12, cpuShare: 1 };

describe("the note below the chart of write sizes", () => {
  it("names the drive as the limit of the speed if the report's finding does", () => {
    const { title, markup } = read({});
    expect(title).toMatch(/by the drive beyond$/);
    expect(limitsIn(markup)).toEqual([notes.drive()]);
  });

  it("names the storage behind the volume, and not the drive, for a network drive or in a virtual machine", () => {
    for (const given of [
      { drive: { kind: "network" } },
      { host: { virtualMachine: "KVM" } },
    ] satisfies SampleOptions[]) {
      expect(limitsIn(read(given).markup)).toEqual([notes.driveBehind()]);
      expect(limitsIn(read({ ...given, sweep: fast }).markup)).toEqual([notes.processorBehind()]);
    }
  });

  it("says that the processor limits the speed if the drive kept up", () => {
    expect(limitsIn(read({ sweep: fast }).markup)).toEqual([notes.processor()]);
  });

  it("does not mention a drive if the volume lies in memory", () => {
    for (const sweep of [{}, fast]) {
      const { markup } = read({ ...memory, sweep });
      expect(limitsIn(markup)).toEqual([]);
      expect(markup).not.toMatch(/for the drive|the drive keeps up|the drive waits/);
    }
  });

  it("names no limit of the speed if the report's finding names no limit", () => {
    // The final flush takes most of the time, and below the knee the processor was busy for only 60
    // % of it.
    const { limit, title, markup } = read({ sweep: { cpuShare: 0.6 } });
    expect({ limit, title }).toEqual({ limit: "drive", title: null });
    expect(limitsIn(markup)).toEqual([]);
  });
});
