import { ProgressBar } from "react-aria-components";
import type { LiveState } from "../../../../electron/contract/live-state";
import type { WorkloadId } from "../../../../electron/contract/workloads";
import { formatCount, formatDuration } from "../../../../electron/text/format";
import { inspectionText } from "../../../../electron/text/screens/inspection";
import { units } from "../../../../electron/text/units";
import { homeOf } from "../../workloads";

interface ProgressProps {
  readonly live: LiveState;
  readonly workload: WorkloadId;
  readonly stopping: boolean;
}

export function Progress({ live, workload, stopping }: ProgressProps) {
  const percent = units.percent({ figure: formatCount(Math.floor(live.progress * 100)) });
  const left =
    stopping || live.phase === "finished"
      ? "\u00a0"
      : inspectionText.left({ time: coarsely(live.remainingNs) });
  return (
    <ProgressBar
      className="inspection-progress"
      aria-label={inspectionText.progress()}
      value={live.progress * 100}
      valueLabel={percent}
    >
      {({ percentage }) => (
        <>
          <div className="track">
            <div className="track-fill" style={{ width: `${percentage ?? 0}%` }} />
          </div>
          <div className="inspection-progress-words small quiet figure">
            <span>{percent}</span>
            <span>{stopping ? "\u00a0" : placeIn(live, workload)}</span>
            <span>{left}</span>
          </div>
        </>
      )}
    </ProgressBar>
  );
}

const secondNs = 1_000_000_000;

/** Time left in steps that a person reads without counting: 5 s below a minute, then 10 s. */
function coarsely(ns: number): string {
  const step = (ns < 60 * secondNs ? 5 : 10) * secondNs;
  return formatDuration(Math.max(step, Math.ceil(ns / step) * step)).replace(/\.0/, "");
}

/** "Write size, step 3 of 16"; a no-break space where there is no place yet. */
function placeIn(live: LiveState, workload: WorkloadId): string {
  const home = homeOf(workload);
  const place = home.place === undefined ? stepPlace(live) : home.place(live);
  return place === null ? "\u00a0" : inspectionText.place({ workload: home.name(), place });
}

function stepPlace({ phase, stepsDone, stepsTotal }: LiveState): string | null {
  return stepsTotal === 0 || phase === "preparing" || phase === "finished"
    ? null
    : inspectionText.step({ step: Math.min(stepsDone + 1, stepsTotal), steps: stepsTotal });
}
