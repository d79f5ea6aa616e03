import type { Report } from "#contract/report";
import type { Statement } from "#contract/statement";
import type { statements } from "#text/verdict/advice";
import { isMemory } from "../guarantee";
import { sayer } from "../say";
import { isSold } from "./thing";

/** Advice shared by several findings, written once so that equal advice has the same code. */

const say = sayer<typeof statements>();

/** How to rescue files. Only for a drive that a shop sells it names the shop and the maker. */
export function rescueFrom(report: Pick<Report, "host" | "volume">): Statement {
  if (isMemory(report.volume)) {
    return say("advice.rescue-memory");
  }
  return say(isSold(report) ? "advice.rescue" : "advice.rescue-unsold");
}

export const runToEnd = say("advice.run-to-end");
export const steadierFigures = say("advice.steadier-figures");
export const secondCopy = say("advice.second-copy");
