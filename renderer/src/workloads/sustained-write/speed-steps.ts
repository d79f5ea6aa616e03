import type { ProgressMark, TimelinePoint } from "#contract/measures";
import type { Temperature } from "#contract/report";
import type { Sustained } from "#contract/workloads/sustained-write";

/** The mean speed from the start of this step to the start of the next. */
interface SpeedStep {
  readonly atBytes: number;
  readonly bytesPerSecond: number;
}

/** Progress of a long write at the end of each time span. */
export function marksOf(points: readonly TimelinePoint[]): ProgressMark[] {
  let bytes = 0;
  let elapsedNs = 0;
  return points.map((point) => {
    bytes += point.bytes;
    elapsedNs += point.elapsedNs;
    return { bytes, elapsedNs };
  });
}

/** The speeds between progress marks over the bytes written; repeats the last step at the end. */
export function speedSteps(marks: readonly ProgressMark[]): SpeedStep[] {
  const steps: SpeedStep[] = [];
  let before: ProgressMark = { bytes: 0, elapsedNs: 0 };
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

/** The drive's temperature during the long write, over the bytes written by then. */
export function temperaturePoints(
  { startNs, points }: Pick<Sustained, "startNs" | "points">,
  temperatures: readonly Temperature[],
): { at: number; celsius: number }[] {
  const marks = [{ bytes: 0, elapsedNs: 0 }, ...marksOf(points)];
  const lastNs = marks[marks.length - 1]?.elapsedNs ?? 0;
  return temperatures.flatMap(({ ns, celsius }) => {
    const since = startNs === null ? -1 : ns - startNs;
    const next = marks.findIndex(({ elapsedNs }) => elapsedNs > since || elapsedNs === lastNs);
    const [before, after] = [marks[next - 1], marks[next]];
    if (since < 0 || since > lastNs || before === undefined || after === undefined) {
      return [];
    }
    const share = (since - before.elapsedNs) / Math.max(1, after.elapsedNs - before.elapsedNs);
    return [{ at: before.bytes + share * (after.bytes - before.bytes), celsius }];
  });
}
