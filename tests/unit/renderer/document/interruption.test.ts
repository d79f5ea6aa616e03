import { expect, it } from "vitest";
import { Interruption } from "../../../../renderer/src/document/interruption";
import { markupOf } from "../../../helpers/markup";
import { findingOf } from "../../../helpers/read-verdict";
import { sampleReport } from "../../../helpers/sample-report";

it("the notice and the finding about a stopped inspection say that unfinished tests have fewer rounds", () => {
  const stopped = { report: { partial: true } };
  const notice = markupOf(Interruption, { report: sampleReport(stopped) });
  const { detail } = findingOf(stopped, "inspection-stopped");
  for (const text of [notice, detail]) {
    expect(text).toMatch(/hose of a test that had not ended [^.]* fewer rounds/);
  }
});
