import type { OperatingSystem } from "#contract/flush-mode";
import { parallelTable } from "#tables/workloads/parallel-saves";
import { formatCount, formatDuration, formatList, formatBlockBytes as size } from "#text/format";
import { parallelMethod as method, parallelNotes, title } from "#text/workloads/parallel-saves";
import type { FigureProps, ReportProps } from "../home";
import { HiddenTable } from "../parts/hidden-table";
import { MethodText } from "../parts/method-text";
import { ParallelChart } from "./chart";
import { type ParallelBar, reportParallelBars } from "./rows";

export { hasFigures } from "#analysis/workloads/parallel-saves/results";

export function Figure({ report, withPublished }: FigureProps) {
  const { parallelSaves, host } = report;
  return parallelSaves === null ? null : (
    <section className="card figure-card">
      <Chart {...{ report, withPublished }} />
      <p className="small quiet figure-note">{parallelNotes.notes()}</p>
      <HiddenParallelTable caption={title()} bars={reportParallelBars(report)} os={host.os} />
    </section>
  );
}

export function Chart({ report }: FigureProps) {
  return <ParallelChart bars={reportParallelBars(report)} />;
}

interface HiddenProps {
  readonly caption: string;
  readonly bars: readonly ParallelBar[];
  readonly os: OperatingSystem;
}

export function HiddenParallelTable({ caption, bars, os }: HiddenProps) {
  return <HiddenTable caption={caption} table={parallelTable(bars, os)} />;
}

export function Method({ report }: ReportProps) {
  const { plan, parallelSaves } = report;
  const { writers, fileBytes, blockBytes, rounds, roundNs, warmupNs, maxRoundBytes } =
    plan.workloads["parallel-saves"];
  const calls = [...new Set((parallelSaves ?? []).map(({ systemCall }) => systemCall))];
  return (
    <MethodText
      sentences={[
        method.text({
          writers: formatList(writers.map(formatCount)),
          block: size(blockBytes),
          file: size(fileBytes),
          time: formatDuration(roundNs),
          warmup: formatDuration(warmupNs),
          rounds,
          most: size(maxRoundBytes),
        }),
        ...calls.map((systemCall) => method.call({ systemCall })),
      ]}
    />
  );
}
