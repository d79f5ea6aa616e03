import { referenceDrives } from "../../../../electron/analysis/reference-drives";
import type { OperatingSystem } from "../../../../electron/contract/flush-mode";
import type { LiveState } from "../../../../electron/contract/live-state";
import type { TestName } from "../../../../electron/contract/run-plan";
import { BufferChart } from "../../charts/buffer-chart";
import { ChunkedChart } from "../../charts/chunked-chart";
import { FlushChart } from "../../charts/flush-chart";
import { IntervalChart } from "../../charts/interval-chart";
import { plannedStrategies } from "../../charts/strategies";
import { chartTitles } from "../chart-titles";
import { liveChunkedRows } from "../chunked-rows";
import { publishedBuffers, publishedChunks, publishedIntervals } from "../published";
import { HiddenBufferTable, HiddenChunkedTable, HiddenIntervalTable } from "../workload-tables";
import { LiveTable, liveBars } from "./live-tables";
import { currentItem } from "./steps";

interface LiveChartProps {
  readonly live: LiveState;
  readonly test: TestName;
  readonly os: OperatingSystem;
}

/** The chart of the running test; rows, sizes and axes stand from the first moment on. */
export function LiveChart({ live, test, os }: LiveChartProps) {
  const { plan } = live;
  const title = chartTitles(plan)[test];
  switch (test) {
    case "flush":
      return (
        <>
          <FlushChart title={title} bars={liveBars(live, os)} references={referenceDrives} />
          <LiveTable live={live} os={os} />
        </>
      );
    case "buffer": {
      const { bufferBytes } = plan.buffer;
      const current = currentItem(live, bufferBytes.length);
      return (
        <>
          <BufferChart
            title={title}
            bufferBytes={bufferBytes}
            points={live.bufferSweep?.points ?? []}
            currentBytes={current === null ? null : (bufferBytes[current] ?? null)}
            // It may move with every step; it is named when all of them are done.
            kneeBufferBytes={null}
            published={publishedBuffers}
          />
          <HiddenBufferTable caption={`${title}, so far`} points={live.bufferSweep?.points ?? []} />
        </>
      );
    }
    case "interval":
      return (
        <>
          <IntervalChart
            title={title}
            plan={plan.interval}
            result={live.syncInterval}
            current={currentItem(live, plannedStrategies(plan.interval).length)}
            published={publishedIntervals(plan.interval)}
            absence={null}
          />
          <HiddenIntervalTable
            caption={`${title}, so far`}
            plan={plan.interval}
            result={live.syncInterval}
          />
        </>
      );
    case "chunked": {
      const rows = liveChunkedRows(live, os);
      return (
        <>
          <ChunkedChart
            title={title}
            plan={plan.chunked}
            rows={rows}
            published={publishedChunks(plan.chunked, os)}
          />
          <HiddenChunkedTable caption={`${title}, so far`} rows={rows} />
        </>
      );
    }
  }
}
