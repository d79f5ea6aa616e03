import type { statements as answers } from "#text/verdict/answers";
import type { statements as headlines } from "#text/verdict/narrative";
import type { statements as saved } from "#text/verdict/saved";
import type { UnjudgedReport } from "../../facts/facts";
import type { Loss } from "../../facts/told";
import { sayer } from "../../say";
import { blocksOf, limitOf } from "./free-space";

const say = sayer<typeof answers & typeof headlines & typeof saved>();

export function loss(report: UnjudgedReport): Loss | null {
  const { capacity } = report;
  const limitBytes = capacity && limitOf(capacity, report);
  if (limitBytes !== null) {
    return {
      headline: say("headline.capacity-limit", { limitBytes }),
      saved: say("answer.saved-means-saved.capacity-limit", { limitBytes }),
      honesty: say("answer.honesty.capacity-false-or-damaged"),
    };
  }
  switch (capacity?.result) {
    case "false":
    case "false-or-damaged":
      return lossSaid(`capacity-${capacity.result}`, `capacity-${capacity.result}`);
    case "damaged":
      return blocksOf(capacity).differing === 0
        ? lossSaid("capacity-old-files", "old-files")
        : lossSaid("capacity-damaged", "data-differs");
    default:
      return null;
  }
}

type Size = "capacity-false" | "capacity-false-or-damaged";

function lossSaid(
  headline: Size | "capacity-old-files" | "capacity-damaged",
  answer: Size | "old-files" | "data-differs",
): Loss {
  return {
    headline: say(`headline.${headline}`),
    saved: say(`answer.saved-means-saved.${answer}`),
    honesty: say(`answer.honesty.${answer}`),
  };
}
