import type { WorkloadResults } from "#contract/workloads/index";
import { CommitsReducer } from "./reduce";
import { sidesOf } from "./results";

export { findingCodes } from "./codes";
export { commitMeaning as meaningForDatabases, fewestFlushes } from "./commit-rate";
export { estimate } from "./estimate";
export { commitFindings as findings } from "./findings";
export { loss } from "./loss";
export { changed, fileBytes, options, profiles } from "./plan";

export const reduce = () => new CommitsReducer();

export function hasFigures({ commits }: WorkloadResults): boolean {
  return (commits ?? []).some((result) => sidesOf(result).length > 0);
}
