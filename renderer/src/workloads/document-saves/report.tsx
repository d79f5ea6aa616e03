import type { Report } from "#contract/report";
import { documentsTable, guaranteeOfWay } from "#tables/workloads/document-saves";
import { formatDuration, formatList, formatBlockBytes as size } from "#text/format";
import {
  documentsMethod as method,
  documentsNotes as notes,
  title,
  wayLabel,
} from "#text/workloads/document-saves";
import { RatesChart } from "../../charts/parts/rates-chart";
import type { FigureProps, MethodSentences } from "../home";
import { figureOf } from "../parts/chart-card";
import { reach, reportDocumentBars } from "./rows";

export { hasFigures } from "#analysis/workloads/document-saves/results";

export const Figure = figureOf(
  Chart,
  ({ report }) =>
    report.documentSaves && {
      note: `${notes.whiskers()} ${notes.axis()}`,
      tables: [{ caption: title(), table: documentsTable(reportDocumentBars(report)) }],
    },
);

export function Chart({ report }: FigureProps) {
  return <RatesChart title={title()} bars={reportDocumentBars(report)} {...reach} />;
}

export function methodSentences(report: Report): MethodSentences {
  const { plan, documentSaves } = report;
  const { sizesBytes, rounds, roundNs, warmupNs, maxRoundBytes } = plan.workloads["document-saves"];
  const calls = new Map((documentSaves ?? []).map(({ way, systemCall }) => [way, systemCall]));
  return [
    method.text({
      sizes: formatList(sizesBytes.map(size)),
      time: formatDuration(roundNs),
      warmup: formatDuration(warmupNs),
      rounds,
      most: size(maxRoundBytes),
    }),
    ...[...calls].map(([way, call]) =>
      method.calls({ way: wayLabel(way, guaranteeOfWay(way, report)), calls: call }),
    ),
  ];
}
