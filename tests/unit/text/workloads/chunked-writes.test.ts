import { expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import { purpose, sentence, title } from "#text/workloads/chunked-writes";

it('no title of the test with large pieces says "confirmed", because plain writes are among its modes', () => {
  const plan = planFor("quick", "linux");
  for (const text of [title(plan), purpose(), sentence()]) {
    expect(text).not.toContain("confirmed");
  }
});
