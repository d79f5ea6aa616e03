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
      return {
        headline: say("headline.capacity-false"),
        saved: say("answer.saved-means-saved.capacity-false"),
        honesty: say("answer.honesty.capacity-false"),
      };
    case "false-or-damaged":
      return {
        headline: say("headline.capacity-false-or-damaged"),
        saved: say("answer.saved-means-saved.capacity-false-or-damaged"),
        honesty: say("answer.honesty.capacity-false-or-damaged"),
      };
    case "damaged":
      if (blocksOf(capacity).differing === 0) {
        return {
          headline: say("headline.capacity-old-files"),
          saved: say("answer.saved-means-saved.old-files"),
          honesty: say("answer.honesty.old-files"),
        };
      }
      return {
        headline: say("headline.capacity-damaged"),
        saved: say("answer.saved-means-saved.data-differs"),
        honesty: say("answer.honesty.data-differs"),
      };
    default:
      return null;
  }
}
