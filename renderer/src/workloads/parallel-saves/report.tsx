import type { Report } from "#contract/report";
import { parallelTable } from "#tables/workloads/parallel-saves";
import { formatCount, formatDuration, formatList, formatBlockBytes as size } from "#text/format";
import { parallelMethod as method, parallelNotes, title } from "#text/workloads/parallel-saves";
import { RatesChart } from "../../charts/parts/rates-chart";
import type { FigureProps, MethodSentences } from "../home";
import { figureOf } from "../parts/chart-card";
import { reach, reportParallelBars } from "./rows";

export { hasFigures } from "#analysis/workloads/parallel-saves/results";

export const Figure = figureOf(
  Chart,
  ({ report }) =>
    report.parallelSaves && {
      note: parallelNotes.notes(),
      tables: [
        { caption: title(), table: parallelTable(reportParallelBars(report), report.host.os) },
      ],
    },
);

export function Chart({ report }: FigureProps) {
  return <RatesChart title={title()} bars={reportParallelBars(report)} {...reach} />;
}

export function methodSentences(report: Report): MethodSentences {
  const { plan, parallelSaves } = report;
  const { writers, fileBytes, blockBytes, rounds, roundNs, warmupNs, maxRoundBytes } =
    plan.workloads["parallel-saves"];
  const calls = [...new Set((parallelSaves ?? []).map(({ systemCall }) => systemCall))];
  return [
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
  ];
}
