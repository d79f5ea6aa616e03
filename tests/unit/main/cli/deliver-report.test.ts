import { readFileSync } from "node:fs";
import path from "node:path";
import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { type DriveFault, driveError } from "#contract/drive-error";
import type { Report } from "#contract/report";
import {
  deliverReport,
  inSeparatePlaces,
  type ReportOutputs,
  resolvedOutputs,
} from "../../../../electron/main/cli/deliver-report";
import { folderOfEach } from "../../../helpers/folders";
import { sampleReport } from "../../../helpers/sample-report";
import { printsNothing, runCommand } from "./run-command";

const folder = folderOfEach();

it("deliverReport() writes the CSV file if the JSON and PDF files cannot be written, and reports both failures", async () => {
  const csv = path.join(folder(), "rounds.csv");
  const json = path.join(folder(), "gone", "report.json");
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const outputs = { paper: "A4", withSerial: true, json, csv, pdf: "/nowhere.pdf" } as const;
  await expect(
    deliverReport(sampleReport(), outputs, { stdout, stderr, print: printsNothing }),
  ).rejects.toMatchObject({ driveError: { code: "output-unusable" } });
  expect(readFileSync(csv, "utf8")).toContain("elapsedNs");
  expect(`${stdout.read()}`).toContain(`CSV: ${csv}`);
  expect(`${stderr.read()}`).toContain("no page was drawn");
});

const nowhere = { paper: "A4", withSerial: true, json: null, csv: null, pdf: null } as const;

/** The error if these paths are given as outputs; `null` if each output has a separate one. */
function problemOf(outputs: Partial<ReportOutputs>): string | null {
  try {
    inSeparatePlaces(resolvedOutputs({ ...nowhere, ...outputs }, "/folder"));
    return null;
  } catch (error) {
    const { code, message } = (error as DriveFault).driveError;
    return code === "usage" ? message : code;
  }
}

it("the command line refuses one file, or standard output, for two results, but accepts /dev/null for both", () => {
  expect(problemOf({ json: "report", csv: "/folder/a/../report" })).toMatch("/folder/report");
  expect(problemOf({ csv: "report", pdf: "report" })).toMatch("/folder/report");
  expect(problemOf({ json: "-", csv: "/dev/stdout" })).toMatch("standard output");
  expect(problemOf({ json: "report.json", csv: "report.csv" })).toBeNull();
  expect(problemOf({ json: "/dev/null", csv: "/dev/null" })).toBeNull();
});

/**
 * Runs the command with an inspection that ends with this report; returns exit code and standard
 * error.
 */
async function inspected(report: Report): Promise<{ code: number; said: string }> {
  // The PDF's file is writable before the inspection, but printing then makes no PDF.
  const pdf = path.join(folder(), "report.pdf");
  const inspection = {
    start: async (_request: unknown, listener: { onFinished: (report: Report) => void }) =>
      listener.onFinished(report),
    whenIdle: async () => undefined,
    stopDeadlineMs: 0,
  };
  const { code, said } = runCommand(["--pdf", pdf], { inspection: inspection as never });
  return { code: await code, said: said() };
}

it("if the report cannot be written, an inspection of a failed drive ends with exit code 4, and that of a sound drive not with 0", async () => {
  const failed = driveError("drive-error", "The drive reported an error.");
  const { code, said } = await inspected(sampleReport({ report: { error: failed } }));
  expect(code).toBe(4);
  expect(said).toMatch(/no page was drawn[\s\S]*The drive reported an error/);
  expect((await inspected(sampleReport())).code).not.toBe(0);
});
