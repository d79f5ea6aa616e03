import { flushModeOfWay, waysOf } from "#analysis/workloads/document-saves/ways";
import type { OperatingSystem } from "#contract/flush-mode";
import type { LiveState } from "#contract/live-state";
import type { Report } from "#contract/report";
import { absenceOf } from "#tables/modes";
import { type DocumentRow, documentName, guaranteeOfWay } from "#tables/workloads/document-saves";
import { rateBar } from "../../charts/parts/rates-chart";
import type { BarRow } from "../../charts/parts/value-bars";

type DocumentBar = BarRow & DocumentRow;

/** Ends of the axis: the rates of a hard disk that waits for each document, and of memory. */
export const reach = { slowestPerSecond: 1, fastestPerSecond: 100_000 };

export function reportDocumentBars(report: Report): DocumentBar[] {
  return (report.documentSaves ?? []).map((result) =>
    barOf({ ...result, result, guarantee: guaranteeOfWay(result.way, report) }),
  );
}

/** The rows while the workload runs: every way of saving and every size, from the beginning. */
export function liveDocumentBars(live: LiveState, os: OperatingSystem): DocumentBar[] {
  const { documentSaves, plan, step, guarantees } = live;
  return plan.workloads["document-saves"].sizesBytes.flatMap((documentBytes) =>
    waysOf(os).map((way) => {
      const isThis = (other: Pick<DocumentRow, "way" | "documentBytes">) =>
        other.way === way && other.documentBytes === documentBytes;
      const result = documentSaves?.find(isThis) ?? null;
      const guarantee = guarantees[flushModeOfWay[way]];
      const isCurrent = step?.kind === "document-round" && isThis(step);
      return { ...barOf({ way, documentBytes, guarantee, result }), current: isCurrent };
    }),
  );
}

function barOf(row: DocumentRow): DocumentBar {
  const { way, documentBytes, guarantee, result } = row;
  return {
    way,
    documentBytes,
    result,
    id: `${documentBytes} ${way}`,
    label: documentName(row),
    guarantee,
    absence: result === null ? null : absenceOf(result, result.documentsPerSecond),
    ...rateBar(
      result?.documentsPerSecond ?? null,
      (result?.rounds ?? []).map(({ documentsPerSecond }) => documentsPerSecond),
    ),
  };
}
