import type { LiveState } from "#contract/live-state";
import { speedsSoFar, speedsTable } from "#tables/workloads/capacity";
import { formatBytes } from "#text/format";
import { capacityScreen, title } from "#text/workloads/capacity";
import type { LiveProps } from "../home";
import { SoFar } from "../parts/hidden-table";
import { known, LowerSteps, speedOf } from "../parts/lower-steps";
import { CapacityChart } from "./chart";

/**
 * Progress of the part of the test that runs: the filling or, once the volume is full, the reading.
 */
function marksOf({ step, capacityWriting, capacityReading }: LiveState) {
  const isReading = step?.kind === "capacity" && step.part !== "fill";
  return isReading ? capacityReading : capacityWriting;
}

/** Progress of the filling or the reading: "12.3 GB of 62.1 GB". */
export function place(live: LiveState): string | null {
  const last = marksOf(live).at(-1);
  const { step, capacityBytes } = live;
  const isLong = step?.kind === "capacity" && (step.part === "fill" || step.part === "read");
  return last === undefined || capacityBytes === null || !isLong
    ? null
    : capacityScreen.doneOf({ done: formatBytes(last.bytes), total: formatBytes(capacityBytes) });
}

export function LiveChart({ live }: LiveProps) {
  const writes = speedsSoFar(live.capacityWriting);
  const reads = speedsSoFar(live.capacityReading);
  return (
    <>
      <CapacityChart
        writes={writes}
        reads={reads}
        totalBytes={live.capacityBytes ?? 0}
        keptBytes={live.capacity?.falseFromBytes ?? null}
      />
      <SoFar title={title()} table={speedsTable(writes, reads)} />
    </>
  );
}

export function Lower({ live }: LiveProps) {
  const last = speedsSoFar(marksOf(live)).at(-1);
  const bytesOf = (marks: LiveState["capacityWriting"]) => known(marks.at(-1)?.bytes, formatBytes);
  return (
    <LowerSteps
      live={live}
      readings={[capacityScreen.howToRead(), capacityScreen.whatIsLeft()]}
      lastStep={null}
      figures={[
        {
          name: capacityScreen.speedNow(),
          value: last ? speedOf(last.bytes, last.elapsedNs) : null,
        },
        { name: capacityScreen.written(), value: bytesOf(live.capacityWriting) },
        { name: capacityScreen.readBack(), value: bytesOf(live.capacityReading) },
      ]}
    />
  );
}
