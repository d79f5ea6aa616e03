import type { WorkloadResults } from "#contract/workloads/index";
import { DocumentsReducer } from "./reduce";

export { findingCodes } from "./codes";
export { estimate } from "./estimate";
export { documentFindings as findings, fewestFlushes } from "./findings";
export { fileBytes, profiles } from "./plan";

export const reduce = () => new DocumentsReducer();

export const savesOrdinarily = true;

export function hasFigures({ documentSaves }: WorkloadResults): boolean {
  return (documentSaves ?? []).some(({ documentsPerSecond }) => documentsPerSecond !== null);
}
