import type { LiveState } from "#contract/live-state";
import { readingTable } from "#tables/workloads/reading";
import { formatDuration } from "#text/format";
import { loadLabel, rateWords, readingScreen, title } from "#text/workloads/reading";
import type { LiveProps } from "../home";
import { SoFar } from "../parts/hidden-table";
import { known, LowerSteps } from "../parts/lower-steps";
import { ReadingChart } from "./chart";
import { liveRows } from "./rows";

export function fileBytes({ plan }: LiveState): number {
  return plan.workloads.reading.fileBytes;
}

export function LiveChart({ live }: LiveProps) {
  const rows = liveRows(live);
  return (
    <>
      <ReadingChart rows={rows} />
      <SoFar title={title()} table={readingTable(rows)} />
    </>
  );
}

/** The figures are always those of the first load, whichever load is being measured. */
export function Lower({ live }: LiveProps) {
  const leading = liveRows(live)[0]?.result;
  const last = live.lastStep?.kind === "reading-round" ? live.lastStep.load : null;
  return (
    <LowerSteps
      live={live}
      readings={[readingScreen.leadsFirst(), readingScreen.severalAtOnce()]}
      lastStep={last && loadLabel(last)}
      figures={[
        {
          name: readingScreen.firstRow(),
          value: known(leading?.iops, (iops) => rateWords({ iops })),
        },
        { name: readingScreen.typical(), value: known(leading?.latencyNs?.p50, formatDuration) },
      ]}
    />
  );
}
