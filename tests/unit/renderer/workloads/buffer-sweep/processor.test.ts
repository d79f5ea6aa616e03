import { describe, expect, it } from "vitest";
import { bufferSweepScreen } from "#text/workloads/buffer-sweep";
import { Lower } from "../../../../../renderer/src/workloads/buffer-sweep/live";
import { Chart } from "../../../../../renderer/src/workloads/buffer-sweep/report";
import type { LiveProps } from "../../../../../renderer/src/workloads/home";
import { markupOf } from "../../../../helpers/markup";
import { sampleReport } from "../../../../helpers/sample-report";

/**
 * Windows counts processor time too coarsely for short steps: then the chart has no area for the
 * processor.
 */

const report = sampleReport({ sweep: {} });
const sweepWith = (isKnown: (place: number) => boolean) =>
  report.bufferSweeps.map((sweep) => ({
    ...sweep,
    points: sweep.points.map((point, place) =>
      isKnown(place) ? point : { ...point, cpuUserNs: null, cpuSystemNs: null, cpuShare: null },
    ),
  }));

const live = (bufferSweeps: typeof report.bufferSweeps) =>
  markupOf(Lower, {
    live: { plan: report.plan, bufferSweeps, step: null, lastStep: null, bytesWritten: 0 },
  } as unknown as LiveProps);
const chart = (bufferSweeps: typeof report.bufferSweeps) =>
  markupOf(Chart, { report: { ...report, bufferSweeps }, withPublished: false });

describe("the share of the processor in the chart of write sizes", () => {
  const { processorKey, whoLimits } = bufferSweepScreen;

  it("is explained before the first measurement, and if it is known for every write size", () => {
    for (const sweeps of [sweepWith(() => true), []]) {
      expect(live(sweeps)).toContain(whoLimits());
    }
    expect(chart(sweepWith(() => true))).toContain(processorKey());
  });

  it("is shown without the explanation of the limit if it is unknown for one write size", () => {
    expect(live(sweepWith((place) => place !== 3))).not.toContain(whoLimits());
    expect(chart(sweepWith((place) => place !== 3))).toContain(processorKey());
  });

  it("is not shown if it is unknown for every write size", () => {
    expect(live(sweepWith(() => false))).not.toContain(whoLimits());
    expect(chart(sweepWith(() => false))).not.toContain(processorKey());
  });
});
