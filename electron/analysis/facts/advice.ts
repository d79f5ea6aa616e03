import type { Statement } from "#contract/statement";
import type { statements } from "#text/verdict/advice";
import { isMemory } from "../guarantee";
import { sayer } from "../say";
import type { UnjudgedReport } from "./facts";
import { isSold } from "./thing";

/** Advice shared by several findings, written once so that equal advice has the same code. */

const say = sayer<typeof statements>();

/** The advice to rescue files. Names the shop and the maker only for a drive that a shop sells. */
export function rescueFrom(report: UnjudgedReport): Statement {
  // A drive that is gone cannot be copied from; a RAM disk that is gone has lost its files for
  // good.
  const gone = report.error?.code === "volume-gone" ? "-gone" : "";
  if (isMemory(report.volume)) {
    return say(`advice.rescue-memory${gone}`);
  }
  return say(isSold(report) ? `advice.rescue${gone}` : `advice.rescue-unsold${gone}`);
}

export const runToEnd = say("advice.run-to-end");
export const steadierFigures = say("advice.steadier-figures");
export const secondCopy = say("advice.second-copy");
