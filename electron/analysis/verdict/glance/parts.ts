import type { Statement } from "#contract/statement";
import type { statements } from "#text/verdict/glance";
import type { statements as deeds } from "#text/verdict/glance-deeds";
import type { statements as well } from "#text/verdict/glance-well";
import { sayer } from "../../say";

/** What the verdict says in ten seconds, as data. The drawings follow the marks, never the words. */

export const say = sayer<typeof statements & typeof deeds & typeof well>();

/** The judgement of the whole. Headline, colour and the answer about data all follow from it. */
export type Mark =
  /** All went well, and flushes were counted at the drive. */
  | "good"
  /** All went well, part of it on the word of system or drive. */
  | "fine"
  /** Power cuts without a loss, too few to be sure. */
  | "few"
  /** Cannot be judged from here. */
  | "open"
  /** Ended before its time, with nothing against the drive. */
  | "early"
  /** Two observations contradict each other, or the drive asks for care. */
  | "care"
  /** An error, changed data, or saves that do not reach the drive. */
  | "bad";

/** The state of one line. `proof` and `plain` are seen and promised, without praise. */
export type Sign = Mark | "proof" | "plain" | "dot";

/** One line: what was asked, and what was seen. */
export interface Line {
  readonly sign: Sign;
  readonly title: Statement;
  readonly value: Statement;
}

/** The symbol and colour with which a line may stand beside a mark: no praise beside a fault. */
export function beside(mark: Mark, sign: Sign): Sign {
  if (mark === "good" || mark === "fine") {
    return sign;
  }
  if (sign === "good") {
    return "proof";
  }
  return sign === "fine" ? "plain" : sign;
}
