import type { Report } from "../../../../electron/contract/report";
import { FiguresTable } from "./figures-table";
import { type ChartProps, LatencyFigure, SpeedFigure } from "./report-charts";
import { BufferFigure, ChunkedFigure, IntervalFigure } from "./workload-figures";
import { BufferTable, ChunkedTable, IntervalTable } from "./workload-figures-table";

/** True when the flush modes were to be measured; otherwise the report merely lists them. */
export function hasFlush({ plan }: Report): boolean {
  return plan.tests.includes("flush");
}

/** The charts of every test that was run, in the order of the tests. */
export function Figures(props: ChartProps) {
  return (
    <>
      {hasFlush(props.report) ? (
        <>
          <SpeedFigure {...props} />
          <LatencyFigure report={props.report} />
        </>
      ) : null}
      <BufferFigure {...props} />
      <IntervalFigure {...props} />
      <ChunkedFigure {...props} />
    </>
  );
}

/** The expert's table of every test that was run. */
export function FigureTables({ report }: { report: Report }) {
  return (
    <>
      {hasFlush(report) ? <FiguresTable report={report} /> : null}
      <BufferTable report={report} />
      <IntervalTable report={report} />
      <ChunkedTable report={report} />
    </>
  );
}
