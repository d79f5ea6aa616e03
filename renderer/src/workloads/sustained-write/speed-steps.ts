import type { TimelinePoint } from "../../../../electron/contract/measures";
import type { LongWriteMark } from "../../../../electron/contract/workloads/sustained-write";

/** The mean speed from here up to where the next step begins. */
export interface SpeedStep {
  readonly atBytes: number;
  readonly bytesPerSecond: number;
}

/** How far a long write was at the end of each of its stretches. */
export function marksOf(points: readonly TimelinePoint[]): LongWriteMark[] {
  let bytes = 0;
  let elapsedNs = 0;
  return points.map((point) => {
    bytes += point.bytes;
    elapsedNs += point.elapsedNs;
    return { bytes, elapsedNs };
  });
}

/** The speeds between the marks over the bytes written; the last step stands once more at the end. */
export function speedSteps(marks: readonly LongWriteMark[]): SpeedStep[] {
  const steps: SpeedStep[] = [];
  let before: LongWriteMark = { bytes: 0, elapsedNs: 0 };
  for (const mark of marks) {
    const elapsedNs = mark.elapsedNs - before.elapsedNs;
    if (elapsedNs > 0) {
      const bytesPerSecond = ((mark.bytes - before.bytes) * 1e9) / elapsedNs;
      steps.push({ atBytes: before.bytes, bytesPerSecond });
      before = mark;
    }
  }
  const last = steps[steps.length - 1];
  return last === undefined ? [] : [...steps, { ...last, atBytes: before.bytes }];
}
