import { formatRate } from "../../../../electron/analysis/format";
import type { OperatingSystem } from "../../../../electron/contract/flush-mode";
import type { LiveMode, LiveState } from "../../../../electron/contract/live-state";
import type { FlushBar } from "../../charts/flush-chart";
import { guaranteeWords, modeLabel } from "../../words";

/** The live chart's rows. */
export function liveBars(live: LiveState, os: OperatingSystem): FlushBar[] {
  return live.modes.map((mode) => ({
    mode: mode.mode,
    label: modeLabel(mode.mode, os),
    // The engine names its calls once the test file is open.
    systemCall: mode.systemCall || mode.mode,
    guarantee: mode.guarantee,
    iops: mode.iops,
    current: mode.mode === live.currentMode,
    absence: absenceOf(mode),
  }));
}

function absenceOf({ status, reason }: LiveMode): string | null {
  if (status === "unavailable") {
    return reason === null ? "Not available" : `Not available: ${reason}`;
  }
  return status === "failed" ? `Failed: ${reason ?? "no reason given"}` : null;
}

/** The chart for people who hear it. */
export function LiveTable({ live, os }: { live: LiveState; os: OperatingSystem }) {
  return (
    <table className="hidden-visually">
      <caption>Saves per second so far</caption>
      <thead>
        <tr>
          <th scope="col">Way of saving</th>
          <th scope="col">Promise</th>
          <th scope="col">Saves per second</th>
        </tr>
      </thead>
      <tbody>
        {live.modes.map((mode) => (
          <tr key={mode.mode}>
            <th scope="row">{modeLabel(mode.mode, os)}</th>
            <td>{guaranteeWords[mode.guarantee]}</td>
            <td>
              {absenceOf(mode) ?? (mode.iops === null ? "not measured yet" : formatRate(mode.iops))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const sliceNs = 5_000_000_000;

/** The strip in slices of five seconds, each named after the mode that ran last in it. */
export function StripTable({ live, os }: { live: LiveState; os: OperatingSystem }) {
  const now = live.samples[live.samples.length - 1]?.atNs ?? 0;
  const slices = [0, 1, 2, 3, 4, 5].map((index) => {
    const inSlice = live.samples.filter(
      ({ atNs }) => now - atNs >= index * sliceNs && now - atNs < (index + 1) * sliceNs,
    );
    return { index, last: inSlice[inSlice.length - 1] };
  });
  return (
    <table className="hidden-visually">
      <caption>The last 30 seconds</caption>
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Way of saving</th>
          <th scope="col">Saves per second</th>
        </tr>
      </thead>
      <tbody>
        {slices.map(({ index, last }) => (
          <tr key={index}>
            <th scope="row">{index === 0 ? "now" : `${index * 5} seconds ago`}</th>
            <td>{last ? modeLabel(last.mode, os) : "none"}</td>
            <td>{last ? formatRate(last.iops) : "not measured"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
