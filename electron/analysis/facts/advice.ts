import type { Report } from "#contract/report";
import type { Statement } from "#contract/statement";
import type { statements } from "#text/verdict/advice";
import { sayer } from "../say";
import { isSold } from "./thing";

/** What more than one finding advises. The same thing said twice is the same data. */

const say = sayer<typeof statements>();

/** Nobody sold what another computer or software stands for, so no shop can help with it. */
export function rescueFrom(report: Pick<Report, "host" | "volume">): Statement {
  return say(isSold(report) ? "advice.rescue" : "advice.rescue-unsold");
}

export const runToEnd = say("advice.run-to-end");
export const steadierFigures = say("advice.steadier-figures");
export const secondCopy = say("advice.second-copy");
