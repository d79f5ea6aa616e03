import type { Report } from "#contract/report";
import type { Statement } from "#contract/statement";
import type { statements } from "#text/verdict/advice";
import { sayer } from "../say";
import { isSold } from "./thing";

/** Advice shared by several findings; constants make equal advice equal data. */

const say = sayer<typeof statements>();

/** A network, virtual or memory drive was never sold, so no shop can help to rescue its data. */
export function rescueFrom(report: Pick<Report, "host" | "volume">): Statement {
  return say(isSold(report) ? "advice.rescue" : "advice.rescue-unsold");
}

export const runToEnd = say("advice.run-to-end");
export const steadierFigures = say("advice.steadier-figures");
export const secondCopy = say("advice.second-copy");
