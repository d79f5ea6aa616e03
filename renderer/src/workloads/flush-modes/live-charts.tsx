import { useRef } from "react";
import { referenceDrives } from "../../../../electron/analysis/reference-drives";
import type { OperatingSystem } from "../../../../electron/contract/flush-mode";
import type { LiveState } from "../../../../electron/contract/live-state";
import type { LiveMode } from "../../../../electron/contract/workloads/flush-modes";
import { modeLabel } from "../../../../electron/text/flush-modes";
import { formatBytes, formatDuration, formatRate } from "../../../../electron/text/format";
import { absenceWords, measured } from "../../../../electron/text/measured";
import { tableText } from "../../../../electron/text/tables";
import { flushModesScreen, title } from "../../../../electron/text/workloads/flush-modes";
import { rateAxis } from "../../charts/scale/log-scale";
import { HiddenTable } from "../../ui/hidden-table";
import { guaranteeWords, shortCall } from "../../words";
import type { LiveProps } from "../home";
import { LiveNumber } from "../parts/lower-steps";
import { appendOf, type FlushBar, FlushChart } from "./chart";
import { flushStep, runningMode } from "./live";
import { StripChart } from "./strip-chart";

export function LiveChart({ live, os }: LiveProps) {
  return (
    <>
      <FlushChart
        title={title()}
        bars={liveBars(live, os)}
        withAppend={live.plan.workloads["flush-modes"].append !== null}
        references={referenceDrives}
      />
      <LiveTable live={live} os={os} />
    </>
  );
}

function liveBars(live: LiveState, os: OperatingSystem): FlushBar[] {
  const current = flushStep(live)?.mode;
  return live.modes.map((mode) => ({
    id: mode.mode,
    label: modeLabel(mode.mode, os),
    // The engine names its calls once the test file is open.
    systemCall: shortCall(mode.systemCall) || mode.mode,
    guarantee: mode.guarantee,
    iops: mode.iops,
    current: mode.mode === current,
    absence: absenceOf(mode),
    append: appendOf(mode.mode, live),
  }));
}

function absenceOf({ status, reason }: LiveMode): string | null {
  return status === "unavailable" || status === "failed" ? absenceWords(status, reason) : null;
}

function LiveTable({ live, os }: LiveProps) {
  const withAppend = live.plan.workloads["flush-modes"].append !== null;
  return (
    <HiddenTable
      caption={flushModesScreen.soFar()}
      columns={[
        tableText.wayOfSaving(),
        tableText.promise(),
        flushModesScreen.perSecond(),
        ...(withAppend ? [flushModesScreen.longerFile()] : []),
      ]}
      rows={live.modes.map((mode) => [
        modeLabel(mode.mode, os),
        guaranteeWords[mode.guarantee](),
        absenceOf(mode) ?? rateWords(mode.iops),
        ...(withAppend ? [rateWords(appendOf(mode.mode, live)?.iops ?? null)] : []),
      ])}
    />
  );
}

function rateWords(iops: number | null): string {
  return iops === null ? flushModesScreen.notYet() : formatRate(iops);
}

/** Under the chart of the flush modes: the last 30 seconds and three numbers. */
export function Lower({ live, os }: LiveProps) {
  const running = runningMode(live);
  return (
    <section className="inspection-lower">
      <div className="card inspection-strip">
        <h2>
          {flushModesScreen.lastSeconds()}
          <span className="quiet inspection-strip-mode">
            {running === null ? "\u00a0" : modeLabel(running.mode, os)}
          </span>
        </h2>
        <LiveStrip live={live} />
        <StripTable live={live} os={os} />
      </div>
      <dl className="inspection-numbers">
        <LiveNumber name={flushModesScreen.typical()} value={durationOf(live.p50Ns)} />
        <LiveNumber name={flushModesScreen.slowOneInHundred()} value={durationOf(live.p99Ns)} />
        <LiveNumber name={measured.writtenSoFar()} value={formatBytes(live.bytesWritten)} />
      </dl>
    </section>
  );
}

function durationOf(ns: number | null): string | null {
  return ns === null ? null : formatDuration(ns);
}

/** Keeps the widest axis seen in this run, so that the strip never changes its scale back. */
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

const sliceNs = 5_000_000_000;

/** The strip in slices of five seconds, each with the last thing measured in it. */
function StripTable({ live, os }: LiveProps) {
  const now = live.samples[live.samples.length - 1]?.atNs ?? 0;
  return (
    <HiddenTable
      caption={flushModesScreen.lastSeconds()}
      columns={[flushModesScreen.when(), tableText.wayOfSaving(), flushModesScreen.perSecond()]}
      rows={[0, 1, 2, 3, 4, 5].map((slice) => {
        const inSlice = live.samples.filter(
          ({ atNs }) => now - atNs >= slice * sliceNs && now - atNs < (slice + 1) * sliceNs,
        );
        const last = inSlice[inSlice.length - 1];
        return [
          slice === 0
            ? flushModesScreen.now()
            : flushModesScreen.secondsAgo({ seconds: slice * 5 }),
          last ? modeLabel(last.mode, os) : flushModesScreen.none(),
          last ? formatRate(last.iops) : flushModesScreen.notMeasured(),
        ];
      })}
    />
  );
}
