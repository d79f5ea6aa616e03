import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { folderOfAll } from "../helpers/folders";
import { wordsOfPdf } from "../helpers/inspected-window";
import { leftOf } from "../helpers/mock-app/every-look";
import { keptPowerCutReport, lostPowerCutReport } from "../helpers/mock-app/power-cut-reports";
import {
  commitsReport,
  comparedReport,
  errorReport,
  fullMacReport,
  fullReport,
  goodReport,
  partialReport,
  sweepReport,
} from "../helpers/mock-app/reports";
import { plainEnglish } from "../helpers/plain-english";
import { openRealApp, type RealApp } from "../helpers/real-app";

/** The PDF as the program prints it, in the pseudo-language: no English is left in its pages. */

const reports = Object.entries({
  good: goodReport,
  full: fullReport,
  compared: comparedReport,
  Mac: fullMacReport,
  sweep: sweepReport,
  commits: commitsReport,
  error: errorReport,
  partial: partialReport,
  "lost saves": lostPowerCutReport,
  "kept saves": keptPowerCutReport,
}).map(([name, report], place) => {
  const runId = `00000000-0000-4000-8000-${String(place).padStart(12, "0")}`;
  return [name, { ...report, runId }] as const;
});

let real: RealApp;
const folder = folderOfAll();
beforeAll(async () => {
  real = await openRealApp({
    language: "en-XA",
    prepare: (data) => {
      const kept = path.join(data, "inspections");
      mkdirSync(kept, { recursive: true });
      for (const [, report] of reports) {
        writeFileSync(path.join(kept, `${report.runId}.json`), JSON.stringify(report));
      }
    },
  });
});
afterAll(() => real.close());

it.for(reports)(
  "the PDF in the pseudo-language contains no English text: %s",
  async ([name, report], context) => {
    const pdf = path.join(folder(), `${name}.pdf`);
    await real.answerSaveDialog(pdf);
    const exported = await real.page.evaluate(
      (runId) =>
        window.driveproof.exportReport({ runId, kind: "pdf", paper: "A4", withSerial: false }),
      report.runId,
    );
    expect(exported).toMatchObject({ ok: true });
    // The checksum of the report is left out, since its letters are not words of any language.
    const words = wordsOfPdf(pdf, context, "raw").replace(/\b[0-9a-f]{8}( [0-9a-f]{8}){7}\b/, "");
    expect(words.length).toBeGreaterThan(1000);
    expect(plainEnglish(words, leftOf(report))).toEqual([]);
  },
);
