import type { Statement } from "#contract/statement";
import type { statements } from "#text/verdict/glance";
import type { statements as deeds } from "#text/verdict/glance-deeds";
import type { statements as well } from "#text/verdict/glance-well";
import { sayer } from "../../say";

/** Building blocks of the ten-second summary. Drawings depend on the marks, never on the words. */

export const say = sayer<typeof statements & typeof deeds & typeof well>();

/** The overall judgement, from which headline, colour and the answer about data follow. */
export type Mark =
  /** All tests passed, and flushes were counted at the drive. */
  | "good"
  /** All tests passed, but some results rest on the report of the system or the drive. */
  | "fine"
  /** A plug test without a loss, but with too few power cuts to be sure. */
  | "few"
  /** No judgement is possible from this computer. */
  | "open"
  /** The run ended early and found nothing against the drive. */
  | "early"
  /** Two observations contradict each other, or the drive reports a need for care. */
  | "care"
  /** An error, changed data, or saves that do not reach the drive. */
  | "bad";

/** The state of one line. `proof` and `plain` mean observed and promised, without praise. */
export type Sign = Mark | "proof" | "plain" | "dot";

/** One line of a card: the question and the observation. */
export interface Line {
  readonly sign: Sign;
  readonly title: Statement;
  readonly value: Statement;
}

/** The sign that a line shows beside a mark: no praise beside a fault. */
export function beside(mark: Mark, sign: Sign): Sign {
  if (mark === "good" || mark === "fine") {
    return sign;
  }
  if (sign === "good") {
    return "proof";
  }
  return sign === "fine" ? "plain" : sign;
}
