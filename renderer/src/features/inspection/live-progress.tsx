import { ProgressBar } from "react-aria-components";
import type { LiveState } from "#contract/live-state";
import type { WorkloadId } from "#contract/workloads/index";
import { formatCount, formatTimeLeft } from "#text/format";
import { inspectionText } from "#text/screens/inspection";
import { units } from "#text/units";
import { ShareRing } from "../../ui/mark";
import { homeOf } from "../../workloads";

export function Progress({ progress }: Pick<LiveState, "progress">) {
  const figure = formatCount(Math.floor(progress * 100));
  const percent = units.percent({ figure });
  return (
    <ProgressBar
      className="inspection-progress"
      aria-label={inspectionText.progress()}
      value={progress * 100}
      valueLabel={percent}
    >
      <ShareRing share={progress} figure={figure} unit={percent.replace(figure, "").trim()} />
    </ProgressBar>
  );
}

interface WhereaboutsProps {
  readonly live: LiveState;
  readonly workload: WorkloadId;
  readonly stopping: boolean;
}

/** One line with the time left, the progress of the test and the drive. */
export function Whereabouts({ live, workload, stopping }: WhereaboutsProps) {
  const isOver = stopping || live.phase === "finished";
  const left = isOver ? null : inspectionText.left({ time: formatTimeLeft(live.remainingNs) });
  const place = stopping ? null : placeIn(live, workload);
  return (
    <p className="inspection-whereabouts quiet figure">
      {[left, place, live.volumeName]
        .filter((part) => part !== null)
        .map((part) => (
          <span key={part}>{part}</span>
        ))}
    </p>
  );
}

/** The current step in words: "Write size, step 3 of 16". */
function placeIn(live: LiveState, workload: WorkloadId): string | null {
  const home = homeOf(workload);
  const place = home.place === undefined ? stepPlace(live) : home.place(live);
  return place === null ? null : inspectionText.place({ workload: home.name(), place });
}

function stepPlace({ phase, stepsDone, stepsTotal }: LiveState): string | null {
  return stepsTotal === 0 || phase === "preparing" || phase === "finished"
    ? null
    : inspectionText.step({ step: Math.min(stepsDone + 1, stepsTotal), steps: stepsTotal });
}
