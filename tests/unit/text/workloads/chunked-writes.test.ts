import { expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import { purpose, sentence, title } from "#text/workloads/chunked-writes";

it("title, purpose and sentence of the chunked-writes test name the ways of saving and no confirmation, which plain writes lack", () => {
  const plan = planFor("quick", "linux");
  for (const text of [title(plan), purpose(), sentence()]) {
    expect(text).toMatch(/(the|every) way of saving/);
    expect(text).not.toMatch(/confirm|safe|flush/i);
  }
});
