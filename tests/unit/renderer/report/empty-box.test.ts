import { expect, it } from "vitest";
import { FirstPage } from "../../../../renderer/src/report/first-page";
import { markupOf } from "../../../helpers/markup";
import { sampleReport } from "../../../helpers/sample-report";

it("the first page of the PDF omits the heading of an empty box", () => {
  const report = sampleReport({ drive: { kind: "memory" }, volume: { fileSystem: "tmpfs" } });
  const page = markupOf(FirstPage, { report, checksum: "" });
  expect(page).toMatch(/<h2>/);
  expect(page).not.toMatch(/<\/h2><p><\/p>/);
});
