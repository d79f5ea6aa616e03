import { expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import { purpose, sentence, title } from "#text/workloads/chunked-writes";

it('title, purpose and sentence of the chunked-writes test do not say "confirmed"', () => {
  const plan = planFor("quick", "linux");
  for (const text of [title(plan), purpose(), sentence()]) {
    expect(text).not.toContain("confirmed");
  }
});
