import type { OperatingSystem } from "#contract/flush-mode";
import type { LiveState } from "#contract/live-state";
import type { WorkloadId } from "#contract/workloads/index";
import { formatBytes } from "#text/format";
import { inspectionText, phaseText } from "#text/screens/inspection";
import { homeOf } from "../../workloads";

export function phaseSentence(live: LiveState, workload: WorkloadId): string {
  const home = homeOf(workload);
  switch (live.phase) {
    case "preparing": {
      const bytes = home.fileBytes?.(live) ?? 0;
      return bytes === 0
        ? phaseText.preparingNext()
        : phaseText.preparing({ size: formatBytes(bytes) });
    }
    case "measuring":
      return home.sentence(live);
    default:
      return phaseText[live.phase]();
  }
}

/** The text that a screen reader announces; `sentence` is the one on the screen. */
export function announcement(
  live: LiveState,
  workload: WorkloadId,
  os: OperatingSystem,
  sentence: string,
): string {
  if (live.phase === "stopping" || live.phase === "finished") {
    return sentence;
  }
  const home = homeOf(workload);
  return home.announcement === undefined
    ? inspectionText.announcement({ workload: home.name(), sentence: home.sentence(live) })
    : (home.announcement(live, os) ?? sentence);
}
