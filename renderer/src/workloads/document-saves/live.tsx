import { flushModeOfWay } from "#analysis/workloads/document-saves/ways";
import { documentName, documentsTable } from "#tables/workloads/document-saves";
import { formatDuration, formatRate } from "#text/format";
import { documentsScreen, title } from "#text/workloads/document-saves";
import { RatesChart } from "../../charts/parts/rates-chart";
import type { LiveProps } from "../home";
import { SoFar } from "../parts/hidden-table";
import { known, LowerSteps } from "../parts/lower-steps";
import { liveDocumentBars, reach } from "./rows";

export function LiveChart({ live, os }: LiveProps) {
  const bars = liveDocumentBars(live, os);
  return (
    <>
      <RatesChart title={title()} bars={bars} {...reach} />
      <SoFar title={title()} table={documentsTable(bars)} />
    </>
  );
}

export function Lower({ live }: LiveProps) {
  const last = live.lastStep?.kind === "document-round" ? live.lastStep : null;
  const result =
    live.documentSaves?.find(
      (save) => save.way === last?.way && save.documentBytes === last.documentBytes,
    ) ?? null;
  return (
    <LowerSteps
      live={live}
      readings={[documentsScreen.howToRead(), documentsScreen.gap()]}
      lastStep={
        last &&
        documentName({ ...last, guarantee: live.guarantees[flushModeOfWay[last.way]], result })
      }
      figures={[
        {
          name: documentsScreen.rate(),
          value: known(result?.documentsPerSecond, (rate) =>
            documentsScreen.perSecond({ rate: formatRate(rate) }),
          ),
        },
        { name: documentsScreen.typical(), value: known(result?.latencyNs?.p50, formatDuration) },
      ]}
    />
  );
}
