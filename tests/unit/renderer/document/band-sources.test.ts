import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { bandSources, bands } from "#analysis/verdict/glance/bands";
import { BandSources } from "../../../../renderer/src/document/band-sources";

it("BandSources leaves out the year of a source that states none", () => {
  const band = bands.find(({ sources }) =>
    bandSources.some(({ id, year }) => year === null && sources.includes(id)),
  );
  const page = band && renderToStaticMarkup(createElement(BandSources, { band }));
  expect(page).toContain(", https://");
  expect(page).not.toMatch(/, ,/);
});
