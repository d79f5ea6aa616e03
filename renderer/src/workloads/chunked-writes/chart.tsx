import type { ChunkedPlan } from "#contract/workloads/chunked-writes";
import type { PublishedChunks } from "#tables/workloads/chunked-writes";
import { againstQuickest } from "#text/workloads/chunked-writes";
import { rangeOf } from "../../charts/parts/bar-marks";
import { ChartKey, hatchedKey, publishedKey } from "../../charts/parts/chart-key";
import { GuaranteeLegend } from "../../charts/parts/guarantee-mark";
import { timeBar, timeBars } from "../../charts/parts/time-bars";
import { type BarRow, ValueBars } from "../../charts/parts/value-bars";
import { elapsedAxis, useSameAxis } from "../../charts/scale/log-scale";
import type { ChunkedRow } from "./rows";

interface ChunkedChartProps {
  readonly title: string;
  readonly plan: ChunkedPlan;
  readonly rows: readonly ChunkedRow[];
  readonly published: PublishedChunks | null;
}

/** Time to write a total in chunks with a flush after each, in every mode. */
export function ChunkedChart({ title, plan, rows, published }: ChunkedChartProps) {
  const bars = rows.map((row) => timeRow(row, published));
  const isMarked = bars.some(({ published: mark }) => mark != null);
  const axis = useSameAxis(
    elapsedAxis(
      { totalBytes: plan.totalBytes, mostSyncs: plan.totalBytes / plan.chunkBytes },
      bars.map(({ value }) => value ?? 0),
    ),
  );
  return (
    <>
      <div className="chart-head base-line">
        <h2>{title}</h2>
        <div className="chart-keys">
          <GuaranteeLegend shown={rows.flatMap(({ guarantee }) => guarantee ?? [])} />
          <ChartKey
            entries={[
              ...(bars.some(({ isHatched }) => isHatched) ? [hatchedKey()] : []),
              ...(published !== null && isMarked ? [publishedKey(published.name)] : []),
            ]}
          />
        </div>
      </div>
      <ValueBars rows={bars} {...timeBars} axis={axis} look="roomy" />
    </>
  );
}

function timeRow(row: ChunkedRow, published: PublishedChunks | null): BarRow {
  const { mode, label, systemCall, guarantee, current, absence, result } = row;
  return {
    id: mode,
    label,
    systemCall,
    guarantee,
    current,
    absence,
    ...timeBar({
      elapsedNs: result?.elapsedNs ?? null,
      extrapolated: result?.extrapolated ?? false,
      note: againstQuickest(result?.ratioToFastest ?? null),
    }),
    range: rangeOf((result?.passes ?? []).map((pass) => pass.elapsedNs)),
    published: published?.times.find((time) => time.mode === mode)?.elapsedNs ?? null,
  };
}
