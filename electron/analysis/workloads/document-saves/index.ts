import type { EventOf } from "#contract/workloads/index";
import { collect } from "../collect";
import { buildDocumentSaves } from "./results";

export { findingCodes } from "./codes";
export { documentFindings as findings, fewestFlushes } from "./findings";
export { hasFigures } from "./results";

export const reduce = () =>
  collect(
    ({ counts }: EventOf<"document-saves">) => ({ endedWithBytes: counts?.bytes ?? 0 }),
    (rounds) => ({ documentSaves: rounds.length > 0 ? buildDocumentSaves(rounds) : null }),
  );

export const savesOrdinarily = true;
export const comparesRounds = true;
