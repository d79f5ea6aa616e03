import type { Report } from "#contract/report";
import type { statements as answers } from "#text/verdict/answers";
import type { statements as headlines } from "#text/verdict/narrative";
import type { statements as saved } from "#text/verdict/saved";
import type { Loss } from "../../facts/told";
import { sayer } from "../../say";
import { lostSides } from "./results";

const say = sayer<typeof answers & typeof headlines & typeof saved>();

/** Statements on records that a database confirmed but did not return. */
export function loss({ commits }: Pick<Report, "commits">): Loss | null {
  return (commits ?? []).some((result) => lostSides(result).length > 0)
    ? {
        headline: say("headline.records-lost"),
        saved: say("answer.saved-means-saved.records-lost"),
        honesty: say("answer.honesty.records-lost"),
      }
    : null;
}
