import type { OperatingSystem } from "../../../../electron/contract/flush-mode";
import type { LiveState } from "../../../../electron/contract/live-state";
import type { WorkloadId } from "../../../../electron/contract/workloads";
import { formatBytes } from "../../../../electron/text/format";
import { homeOf } from "../../workloads";

/** What happens now, in one sentence. */
export function phaseSentence(live: LiveState, workload: WorkloadId): string {
  const home = homeOf(workload);
  switch (live.phase) {
    case "preparing": {
      const bytes = home.fileBytes?.(live) ?? 0;
      return bytes === 0
        ? "Preparing the next test."
        : `Preparing: writing a test file of ${formatBytes(bytes)}, so that nothing is measured that happens only once.`;
    }
    case "measuring":
      return home.sentence(live);
    case "draining":
      return "Waiting until the drive has stored what was written, so that no round burdens the next.";
    case "verifying":
      return "Reading everything back and comparing it with what was written.";
    case "stopping":
      return "Stopping. The drive is still busy with the last request; what was measured is kept.";
    case "finished":
      return "Finished. The verdict is being written.";
  }
}

/** What a screen reader is told; `sentence` stands on the screen. */
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
    ? `${home.name()}. ${home.sentence(live)}`
    : (home.announcement(live, os) ?? sentence);
}
