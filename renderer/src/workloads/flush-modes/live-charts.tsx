import { useRef } from "react";
import { referenceDrives } from "#analysis/reference-drives";
import type { OperatingSystem } from "#contract/flush-mode";
import type { LiveState } from "#contract/live-state";
import {
  lastSecondsTable,
  liveAbsence,
  publishedTable,
  soFarTable,
} from "#tables/workloads/flush-modes";
import { modeLabel } from "#text/flush-modes";
import { formatDuration } from "#text/format";
import { flushModesScreen, flushModesTable } from "#text/workloads/flush-modes";
import { rateAxis } from "../../charts/scale/log-scale";
import { shortCall } from "../../words";
import type { LiveProps } from "../home";
import { HiddenTable } from "../parts/hidden-table";
import { known, LowerCards } from "../parts/lower-steps";
import { appendOf, type FlushBar, FlushChart } from "./chart";
import { flushStep, runningMode } from "./live";
import { StripChart } from "./strip-chart";

export function LiveChart({ live, os }: LiveProps) {
  return (
    <>
      <FlushChart
        bars={liveBars(live, os)}
        withAppend={live.plan.workloads["flush-modes"].append !== null}
        references={referenceDrives}
      />
      <HiddenTable caption={flushModesScreen.soFar()} table={soFarTable(live, os)} />
      <HiddenTable
        caption={flushModesTable.captionPublished()}
        table={publishedTable(referenceDrives)}
      />
    </>
  );
}

function liveBars(live: LiveState, os: OperatingSystem): FlushBar[] {
  const current = flushStep(live)?.mode;
  return live.modes.map((mode) => ({
    id: mode.mode,
    label: modeLabel(mode.mode, os),
    // The engine reports a mode's calls once the test file is open; until then its id is shown.
    systemCall: shortCall(mode.systemCall) || mode.mode,
    guarantee: mode.guarantee,
    iops: mode.iops,
    current: mode.mode === current,
    absence: liveAbsence(mode),
    append: appendOf(mode.mode, live),
  }));
}

export function Lower({ live, os }: LiveProps) {
  const running = runningMode(live);
  return (
    <LowerCards
      live={live}
      title={flushModesScreen.lastSeconds()}
      aside={running && modeLabel(running.mode, os)}
      figures={[
        {
          name: flushModesScreen.typical(),
          value: known(live.p50Ns, formatDuration),
          note: flushModesScreen.typicalNote(),
        },
        {
          name: flushModesScreen.slowOneInHundred(),
          value: known(live.p99Ns, formatDuration),
          note: flushModesScreen.slowNote(),
        },
      ]}
    >
      <LiveStrip live={live} />
      <HiddenTable
        caption={flushModesScreen.lastSeconds()}
        table={lastSecondsTable(live.samples, os)}
      />
    </LowerCards>
  );
}

/** Keeps the widest axis of this run, so that the strip's scale never shrinks. */
function LiveStrip({ live }: { live: LiveState }) {
  const highest = useRef(0);
  highest.current = Math.max(highest.current, ...live.samples.map(({ iops }) => iops));
  return (
    <StripChart
      samples={live.samples}
      current={flushStep(live)?.mode ?? null}
      axis={rateAxis([highest.current])}
    />
  );
}
