import {
  blockBytes,
  leastMuchBytes,
  muchBytes,
  muchShare,
} from "#analysis/workloads/capacity/judge";
import { reserveBytes } from "#analysis/workloads/capacity/plan";
import type { Report } from "#contract/report";
import { outcomeWords, speedsTable } from "#tables/workloads/capacity";
import { formatBytes, formatPercent, formatBlockBytes as size } from "#text/format";
import { capacityMethod, title } from "#text/workloads/capacity";
import type { FigureProps, MethodSentences } from "../home";
import { figureOf } from "../parts/chart-card";
import { CapacityChart } from "./chart";

export function hasFigures({ capacity }: Report): boolean {
  return capacity !== null && capacity.writes.length > 0;
}

export const Figure = figureOf(Chart, ({ report }) => {
  const { capacity } = report;
  return (
    capacity && {
      note: outcomeWords(capacity, report),
      ...(hasFigures(report)
        ? { tables: [{ caption: title(), table: speedsTable(capacity.writes, capacity.reads) }] }
        : { heading: title() }),
    }
  );
});

export function Chart({ report: { capacity } }: FigureProps) {
  return capacity === null ? null : (
    <CapacityChart
      writes={capacity.writes}
      reads={capacity.reads}
      totalBytes={capacity.filledBytes}
      keptBytes={capacity.falseFromBytes}
    />
  );
}

export function methodSentences({ capacity, plan }: Report): MethodSentences {
  const { maxBytes, fileBytes } = plan.workloads.capacity;
  return [
    [
      capacityMethod.text({
        amount: maxBytes !== null ? "asked" : capacity === null ? "notKnown" : "all",
        reserve: size(reserveBytes(capacity?.freeBytes ?? 0)),
        limit: size(maxBytes ?? 0),
        file: size(fileBytes),
        block: size(blockBytes),
        wasWritten: `${capacity !== null}`,
        writeCall: capacity?.writeCall ?? "",
        wasRead: `${capacity !== null && capacity.readCall !== null}`,
        readCall: capacity?.readCall ?? "",
      }),
    ],
    [
      capacityMethod.isFalse({
        much: formatBytes(muchBytes),
        least: formatBytes(leastMuchBytes),
        share: formatPercent(muchShare),
      }),
    ],
  ];
}
