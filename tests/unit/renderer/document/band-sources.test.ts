import { expect, it } from "vitest";
import { bandSources, bands } from "#analysis/verdict/glance/bands";
import { BandSources } from "../../../../renderer/src/document/method";
import { markupOf } from "../../../helpers/markup";

it("BandSources names a source without a year if the source states no year", () => {
  const band = bands.find(({ sources }) =>
    bandSources.some(({ id, year }) => year === null && sources.includes(id)),
  );
  const page = band && markupOf(BandSources, { band });
  expect(page).toContain(", https://");
  expect(page).not.toMatch(/, ,/);
});
