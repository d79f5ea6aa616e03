import { referenceDrives } from "../../../../electron/analysis/reference-drives";
import type { OperatingSystem } from "../../../../electron/contract/flush-mode";
import type { LiveState } from "../../../../electron/contract/live-state";
import type { WorkloadId } from "../../../../electron/contract/workloads";
import { BufferChart } from "../../workloads/buffer-sweep/chart";
import { speedNames } from "../../workloads/buffer-sweep/series";
import { ChunkedChart } from "../../workloads/chunked-writes/chart";
import { liveChunkedRows } from "../../workloads/chunked-writes/rows";
import { CommitsChart } from "../../workloads/commits/chart";
import { liveCommitPanels } from "../../workloads/commits/panels";
import { FlushChart } from "../../workloads/flush-modes/chart";
import { LiveTable, liveBars } from "../../workloads/flush-modes/live";
import { LongWriteChart } from "../../workloads/sustained-write/chart";
import { IntervalChart } from "../../workloads/sync-interval/chart";
import { liveLadders } from "../../workloads/sync-interval/ladders";
import { chartTitles } from "../chart-titles";
import {
  publishedBuffers,
  publishedChunks,
  publishedCommits,
  publishedIntervals,
} from "../published";
import {
  HiddenBufferTable,
  HiddenChunkedTable,
  HiddenCommitsTable,
  HiddenIntervalTables,
  HiddenLongWriteTable,
} from "../workload-tables";

interface LiveChartProps {
  readonly live: LiveState;
  readonly test: WorkloadId;
  readonly os: OperatingSystem;
}

/** The chart of the running test; rows, sizes and axes stand from the first moment on. */
export function LiveChart({ live, test, os }: LiveChartProps) {
  const { plan, step } = live;
  const title = chartTitles(plan)[test];
  switch (test) {
    case "flush-modes":
      return (
        <>
          <FlushChart
            title={title}
            bars={liveBars(live, os)}
            withAppend={plan.workloads["flush-modes"].append !== null}
            references={referenceDrives}
          />
          <LiveTable live={live} os={os} />
        </>
      );
    case "buffer-sweep": {
      const { bufferBytes, direct } = plan.workloads["buffer-sweep"];
      const points = live.bufferSweep?.points ?? [];
      const directPoints = live.bufferSweepDirect?.points ?? [];
      return (
        <>
          <BufferChart
            {...{ title, bufferBytes, points }}
            directPoints={direct ? directPoints : null}
            currentBytes={step?.kind === "buffer-step" ? step.bufferBytes : null}
            // It may move with every step; it is named when all of them are done.
            kneeBufferBytes={null}
            published={publishedBuffers}
          />
          <HiddenBufferTable caption={`${title}, so far`} points={points} />
          {direct ? (
            <HiddenBufferTable
              isDirect
              caption={`${title}, ${speedNames.direct}, so far`}
              points={directPoints}
            />
          ) : null}
        </>
      );
    }
    case "sync-interval": {
      const ladders = liveLadders(live, os);
      return (
        <>
          <IntervalChart
            {...{ title, ladders }}
            plan={plan.workloads["sync-interval"]}
            current={step?.kind === "interval-trial" ? step : null}
            published={publishedIntervals(plan.workloads["sync-interval"])}
            absence={null}
          />
          <HiddenIntervalTables
            caption={`${title}, so far`}
            plan={plan.workloads["sync-interval"]}
            ladders={ladders}
          />
        </>
      );
    }
    case "chunked-writes": {
      const rows = liveChunkedRows(live, os);
      return (
        <>
          <ChunkedChart
            title={title}
            plan={plan.workloads["chunked-writes"]}
            rows={rows}
            published={publishedChunks(plan.workloads["chunked-writes"], os)}
          />
          <HiddenChunkedTable caption={`${title}, so far`} rows={rows} />
        </>
      );
    }
    case "commits": {
      const panels = liveCommitPanels(live, os, publishedCommits);
      return (
        <>
          <CommitsChart {...{ title, panels }} publishedName={publishedCommits?.name ?? null} />
          <HiddenCommitsTable caption={`${title}, so far`} panels={panels} />
        </>
      );
    }
    case "sustained-write":
      return (
        <>
          <LongWriteChart
            title={title}
            marks={live.longWrite}
            totalBytes={plan.workloads["sustained-write"].maxBytes}
            // It is known when the write has ended.
            cliff={live.sustained?.cliff ?? null}
          />
          <HiddenLongWriteTable caption={`${title}, so far`} marks={live.longWrite} />
        </>
      );
  }
}
