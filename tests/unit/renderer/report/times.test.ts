import { expect, it } from "vitest";
import { powerCutOf } from "#analysis/power-cut/sum";
import { paperTitle } from "#text/paper";
import { FigureTables } from "../../../../renderer/src/document/figures";
import { ChartPage } from "../../../../renderer/src/report/chart-page";
import { ReportPage } from "../../../../renderer/src/report/report-page";
import { markupOf } from "../../../helpers/markup";
import { sampleHealth } from "../../../helpers/sample-health";
import { cutOn } from "../../../helpers/sample-power-cut";
import { sampleReport } from "../../../helpers/sample-report";

/** Times of day, each with the zone if it follows. Some regions add AM or PM. */
const timesIn = (markup: string) =>
  markup.replace(/<[^>]+>/g, " ").match(/\b\d\d?:\d\d(\s[AP]M)?( UTC)?/g) ?? [];

it("a document states the time zone beside every time of day", () => {
  const powerCut = powerCutOf([cutOn(1, "kept"), cutOn(2, "kept")]);
  const report = sampleReport({ report: { powerCut, health: sampleHealth() } });
  const page = { report, paper: "A4", checksum: "" } as const;
  const places = {
    // Two times of the inspection on the first page, two on later pages, and one of each plug test.
    paper: [markupOf(ReportPage, page), 6],
    figures: [markupOf(FigureTables, { report }), 1],
    picture: [markupOf(ChartPage, { report }), 1],
    title: [paperTitle(report), 1],
  } as const;
  for (const [text, count] of Object.values(places)) {
    expect(timesIn(text)).toHaveLength(count);
    expect(timesIn(text).filter((time) => !time.endsWith(" UTC"))).toEqual([]);
  }
});
