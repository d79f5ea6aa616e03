import { expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import { purpose, sentence, title } from "#text/workloads/chunked-writes";

it("the titles of the large pieces call none confirmed, because plain writes are among them", () => {
  const plan = planFor("quick", "linux");
  for (const text of [title(plan), purpose(), sentence()]) {
    expect(text).not.toContain("confirmed");
  }
});
