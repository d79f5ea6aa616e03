import { expect, it } from "vitest";
import { interruptionText } from "#text/document";
import { outcomesText } from "#text/power-cut/outcomes";
import { tell } from "#text/statements";
import { disturbedText, flushModesNotes } from "#text/workloads/flush-modes";
import { plain } from "../../helpers/read-verdict";

it.each<[string, (count: number) => string, string, string]>([
  [
    "disturbed rounds on paper",
    (count) => interruptionText.disturbedRounds({ count }),
    "One round was measured while something else kept the drive or the processor busy. Its figure may",
    "2 rounds were measured while something else kept the drive or the processor busy. Their figures may",
  ],
  [
    "disturbed rounds of all",
    (count) => disturbedText.sumDisturbed({ count, all: 9, causes: "heat" }),
    "One of 9 rounds was disturbed",
    "2 of 9 rounds were disturbed",
  ],
  [
    "rounds measured again",
    (count) => disturbedText.sumAgain({ count, all: 9 }),
    "One of 9 rounds was measured again",
    "2 of 9 rounds were measured again",
  ],
  [
    "ways of saving",
    (measured) => flushModesNotes.kept({ measured, possible: 7 }),
    "One of 7 ways of saving was measured.",
    "2 of 7 ways of saving were measured.",
  ],
  [
    "cuts with a loss",
    (cuts) => outcomesText.lost({ lost: 1, cuts }),
    "were lost in 1 of 1 cut.",
    "were lost in 1 of 2 cuts.",
  ],
  [
    "records that were found",
    (found) =>
      tell({
        code: "error.records-lost",
        params: { database: "SQLite", variant: "wal", records: 10, found },
      }),
    "of 10 records, one was found",
    "of 10 records, 2 were found",
  ],
])(
  "a sentence about a count has the singular for one and the plural for two: %s",
  (_, sentence, one, two) => {
    expect(plain(sentence(1))).toContain(one);
    expect(plain(sentence(2))).toContain(two);
  },
);
