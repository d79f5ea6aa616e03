import type { statements } from "#text/verdict/advice";
import { sayer } from "../say";

/** What more than one finding advises. The same thing said twice is the same data. */

const say = sayer<typeof statements>();

export const rescue = say("advice.rescue");
export const runToEnd = say("advice.run-to-end");
export const steadierFigures = say("advice.steadier-figures");
export const secondCopy = say("advice.second-copy");
