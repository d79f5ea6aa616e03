import type { Report } from "#contract/report";
import type { statements as answers } from "#text/verdict/answers";
import type { statements as headlines } from "#text/verdict/narrative";
import type { statements as saved } from "#text/verdict/saved";
import type { Loss } from "../../facts/told";
import { sayer } from "../../say";
import { freeSpaceOf } from "./free-space";

const say = sayer<typeof answers & typeof headlines & typeof saved>();

/** Statements on lost blocks of the free space or of existing files. */
export function loss({ capacity }: Pick<Report, "capacity">): Loss | null {
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
      if (freeSpaceOf(capacity).differing === 0) {
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
