import type { EventOf } from "#contract/workloads/index";
import { collect } from "../collect";
import { buildCommits } from "./results";

export { findingCodes } from "./codes";
export { commitMeaning as meaningForDatabases, fewestFlushes } from "./commit-rate";
export { commitFindings as findings } from "./findings";
export { loss } from "./loss";
export { hasFigures } from "./results";

export const reduce = () =>
  collect(
    ({ counts }: EventOf<"commits">) => ({ endedWithBytes: counts?.bytesWritten ?? 0 }),
    (runs) => ({ commits: runs.length > 0 ? buildCommits(runs) : null }),
  );
