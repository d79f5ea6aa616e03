import type { OperatingSystem } from "#contract/flush-mode";
import { documentsTable } from "#tables/workloads/document-saves";
import { formatDuration, formatList, formatBlockBytes as size } from "#text/format";
import {
  documentsMethod as method,
  documentsNotes as notes,
  title,
  wayLabel,
} from "#text/workloads/document-saves";
import type { FigureProps, ReportProps } from "../home";
import { HiddenTable } from "../parts/hidden-table";
import { MethodText } from "../parts/method-text";
import { DocumentsChart } from "./chart";
import { type DocumentBar, reportDocumentBars } from "./rows";

export { hasFigures } from "#analysis/workloads/document-saves/results";

export function Figure({ report, withPublished }: FigureProps) {
  const { documentSaves, host } = report;
  return documentSaves === null ? null : (
    <section className="card figure-card">
      <Chart {...{ report, withPublished }} />
      <p className="small quiet figure-note">{`${notes.whiskers()} ${notes.axis()}`}</p>
      <HiddenDocumentsTable caption={title()} bars={reportDocumentBars(report)} os={host.os} />
    </section>
  );
}

export function Chart({ report }: FigureProps) {
  return <DocumentsChart bars={reportDocumentBars(report)} />;
}

interface HiddenProps {
  readonly caption: string;
  readonly bars: readonly DocumentBar[];
  readonly os: OperatingSystem;
}

export function HiddenDocumentsTable({ caption, bars, os }: HiddenProps) {
  return <HiddenTable caption={caption} table={documentsTable(bars, os)} />;
}

export function Method({ report }: ReportProps) {
  const { host, plan, documentSaves } = report;
  const { sizesBytes, rounds, roundNs, warmupNs, maxRoundBytes } = plan.workloads["document-saves"];
  const calls = new Map((documentSaves ?? []).map(({ way, systemCall }) => [way, systemCall]));
  return (
    <MethodText
      sentences={[
        method.text({
          sizes: formatList(sizesBytes.map(size)),
          time: formatDuration(roundNs),
          warmup: formatDuration(warmupNs),
          rounds,
          most: size(maxRoundBytes),
        }),
        ...[...calls].map(([way, call]) =>
          method.calls({ way: wayLabel(way, host.os), calls: call }),
        ),
      ]}
    />
  );
}
