import { Fragment } from "react";
import type { Report } from "../../../electron/contract/report";
import { type WorkloadId, workloadIds } from "../../../electron/contract/workloads";
import { CommitsFigure } from "../features/verdict/commits-figure";
import { RoundsFigure } from "../features/verdict/rounds-figure";
import { layoutWords, testWords } from "../words";
import { BufferFigure, ChunkedFigure, IntervalFigure } from "../workloads/buffer-sweep/report";
import { BufferTables, ChunkedTable, IntervalTables } from "../workloads/buffer-sweep/tables";
import { CommitsTables } from "../workloads/commits/report";
import { DisturbedRounds } from "../workloads/flush-modes/disturbed-rounds";
import { type ChartProps, LatencyFigure, SpeedFigure } from "../workloads/flush-modes/report";
import { FiguresTable, SpacedTable } from "../workloads/flush-modes/tables";
import { SustainedFigure, SustainedTable } from "../workloads/sustained-write/report";

/** True when the flush modes were to be measured; otherwise the report merely lists them. */
export function hasFlush({ plan }: Report): boolean {
  return plan.tests.includes("flush-modes");
}

/** The tests of the plan in the order in which they are shown. */
export function shownTests({ plan }: Report): WorkloadId[] {
  return workloadIds.filter((test) => plan.tests.includes(test));
}

/** The main chart of a test; nothing where the run did not come to it. */
export function TestFigure({ test, ...props }: ChartProps & { readonly test: WorkloadId }) {
  switch (test) {
    case "flush-modes":
      return <SpeedFigure {...props} />;
    case "buffer-sweep":
      return <BufferFigure {...props} />;
    case "sync-interval":
      return <IntervalFigure {...props} />;
    case "chunked-writes":
      return <ChunkedFigure {...props} />;
    case "commits":
      return <CommitsFigure {...props} />;
    case "sustained-write":
      return <SustainedFigure report={props.report} />;
  }
}

/** The expert's tables of a test. */
export function TestTables({ test, report }: { test: WorkloadId; report: Report }) {
  switch (test) {
    case "flush-modes":
      return <FlushTables report={report} />;
    case "buffer-sweep":
      return <BufferTables report={report} />;
    case "sync-interval":
      return <IntervalTables report={report} />;
    case "chunked-writes":
      return <ChunkedTable report={report} />;
    case "commits":
      return <CommitsTables report={report} />;
    case "sustained-write":
      return <SustainedTable report={report} />;
  }
}

/** The charts of every test that was run. */
export function Figures(props: ChartProps) {
  return shownTests(props.report).map((test) => (
    <Fragment key={test}>
      <TestFigure test={test} {...props} />
      {test === "flush-modes" ? <FurtherFlushFigures report={props.report} /> : null}
    </Fragment>
  ));
}

/** How long a save takes, and how steadily the safe ones went. */
export function FurtherFlushFigures({ report }: { report: Report }) {
  return (
    <>
      <LatencyFigure report={report} />
      <RoundsFigure report={report} />
    </>
  );
}

/** The tables of every test that was run. */
export function FigureTables({ report }: { report: Report }) {
  return shownTests(report).map((test) => <TestTables key={test} {...{ test, report }} />);
}

/** The flush modes, and once more for a file that grows. */
function FlushTables({ report }: { report: Report }) {
  const { flushModes, appendModes, spacedSaves, host } = report;
  const { name } = testWords["flush-modes"];
  const isPair = appendModes !== null;
  return (
    <>
      <FiguresTable
        caption={isPair ? `${name}: ${layoutWords.rewrite}` : name}
        results={flushModes}
        report={report}
      />
      {isPair ? (
        <FiguresTable
          caption={`${name}: ${layoutWords.append}`}
          results={appendModes}
          report={report}
        />
      ) : null}
      {spacedSaves === null ? null : <SpacedTable saves={spacedSaves} os={host.os} />}
      <DisturbedRounds report={report} />
    </>
  );
}
