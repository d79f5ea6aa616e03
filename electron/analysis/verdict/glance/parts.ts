import type { Statement } from "#contract/statement";
import type { Mark } from "#contract/verdict";
import type { statements } from "#text/verdict/glance";
import type { statements as deeds } from "#text/verdict/glance-deeds";
import type { statements as well } from "#text/verdict/glance-well";
import { sayer } from "../../say";

/**
 * Building blocks of the ten-second summary. Drawings depend on the judgement, never on the words.
 */

export const say = sayer<typeof statements & typeof deeds & typeof well>();

/**
 * A line's symbol: `proof` for what was observed, `plain` for what somebody states, `dot` for a
 * fact without a judgement.
 */
export type Sign = Mark | "proof" | "plain" | "dot";

/** One line of a card: the question and the observation. */
export interface Line {
  readonly sign: Sign;
  readonly title: Statement;
  readonly value: Statement;
}

/** Drops a line's praise if the overall judgement is a fault or a doubt. */
export function beside(mark: Mark, sign: Sign): Sign {
  if (mark === "good" || mark === "fine") {
    return sign;
  }
  if (sign === "good") {
    return "proof";
  }
  return sign === "fine" ? "plain" : sign;
}
