import { formatRate } from "../../../../electron/analysis/format";
import type { OperatingSystem } from "../../../../electron/contract/flush-mode";
import type { LiveState } from "../../../../electron/contract/live-state";
import type {
  FlushModeResult,
  LiveMode,
} from "../../../../electron/contract/workloads/flush-modes";
import { flushStep } from "../../features/inspection/steps";
import { HiddenTable } from "../../ui/hidden-table";
import { guaranteeWords, modeLabel, shortCall } from "../../words";
import type { FlushBar } from "./chart";

/** The live chart's rows. */
export function liveBars(live: LiveState, os: OperatingSystem): FlushBar[] {
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
    append: appendOf(mode, live),
  }));
}

function appendOf({ mode }: LiveMode, { appendModes }: LiveState): FlushModeResult | null {
  return appendModes?.find((result) => result.mode === mode) ?? null;
}

function absenceOf({ status, reason }: LiveMode): string | null {
  if (status === "unavailable") {
    return reason === null ? "Not available" : `Not available (${reason})`;
  }
  return status === "failed" ? `Failed: ${reason ?? "no reason given"}` : null;
}

export function LiveTable({ live, os }: { live: LiveState; os: OperatingSystem }) {
  const withAppend = live.plan.workloads["flush-modes"].append !== null;
  return (
    <HiddenTable
      caption="Saves per second so far"
      columns={[
        "Way of saving",
        "Promise",
        "Saves per second",
        ...(withAppend ? ["Making a file longer"] : []),
      ]}
      rows={live.modes.map((mode) => [
        modeLabel(mode.mode, os),
        guaranteeWords[mode.guarantee],
        absenceOf(mode) ?? rateWords(mode.iops),
        ...(withAppend ? [rateWords(appendOf(mode, live)?.iops ?? null)] : []),
      ])}
    />
  );
}

function rateWords(iops: number | null): string {
  return iops === null ? "not measured yet" : formatRate(iops);
}

const sliceNs = 5_000_000_000;

/** The strip in slices of five seconds, each with the last thing measured in it. */
export function StripTable({ live, os }: { live: LiveState; os: OperatingSystem }) {
  const now = live.samples[live.samples.length - 1]?.atNs ?? 0;
  return (
    <HiddenTable
      caption="The last 30 seconds"
      columns={["When", "Way of saving", "Saves per second"]}
      rows={[0, 1, 2, 3, 4, 5].map((slice) => {
        const inSlice = live.samples.filter(
          ({ atNs }) => now - atNs >= slice * sliceNs && now - atNs < (slice + 1) * sliceNs,
        );
        const last = inSlice[inSlice.length - 1];
        return [
          slice === 0 ? "now" : `${slice * 5} seconds ago`,
          last ? modeLabel(last.mode, os) : "none",
          last ? formatRate(last.iops) : "not measured",
        ];
      })}
    />
  );
}
