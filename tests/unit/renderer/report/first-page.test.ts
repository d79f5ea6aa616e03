import { expect, it } from "vitest";
import type { Drive } from "#contract/volume";
import { FirstPage } from "../../../../renderer/src/report/first-page";
import { markupOf } from "../../../helpers/markup";
import { sampleReport } from "../../../helpers/sample-report";

const footOf = (drive: Partial<Drive>) =>
  markupOf(FirstPage, { report: sampleReport({ drive }), checksum: null }).replace(
    /^.*sheet-foot/s,
    "",
  );

it('the first page says "nothing was sent anywhere" only if the inspected drive is not a network drive', () => {
  expect(footOf({ kind: "nvme" })).toContain("on this computer; nothing was sent anywhere.");
  expect(footOf({ kind: "network" })).toMatch(/nothing was sent but to where the files lie\./);
});
