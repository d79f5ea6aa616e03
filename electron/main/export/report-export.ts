import { createHash } from "node:crypto";
import { access, constants, open } from "node:fs/promises";
import path from "node:path";
import { withoutSerial } from "#analysis/drive-identity";
import { assertNever, DriveFault, driveError } from "#contract/drive-error";
import type { ExportKind, ReportPageDocument } from "#contract/ipc-schema";
import { type Report, reportSchema } from "#contract/report";
import { outputFaults, protectedFolders } from "#text/files";
import { languageOfPaper, paperTitle } from "#text/paper";
import { temporaryBeside, unlinkPatiently, writeDurably } from "../files/durable-write";
import { protectionOf } from "../files/protection";
import { findTarget, TargetRefused, writeInto } from "./output-target";
import { withData } from "./pdf-data";
import { reportCsv } from "./report-csv";

/** Resolves with the bytes of a PDF, or of a PNG if the document's `view` is the chart. */
export type PrintReport = (document: ReportPageDocument) => Promise<Uint8Array>;

/** The report as JSON. Throws if the report does not fit the schema. */
export function reportJson(report: Report): string {
  return `${JSON.stringify(reportSchema.parse(report), null, 2)}\n`;
}

/**
 * The report as written to a file. Pictures and tables never contain the serial number, because
 * people share them readily. In documents the user decides (`withSerial`).
 */
export function forExport(report: Report, kind: ExportKind, withSerial: boolean): Report {
  const names = withSerial && (kind === "pdf" || kind === "json");
  return names ? report : withoutSerial(report);
}

/** The content of an exported file, made from the stored report and never from the screen. */
export async function renderExport(
  report: Report,
  kind: ExportKind,
  paper: "A4" | "Letter",
  print: PrintReport,
): Promise<string | Uint8Array> {
  switch (kind) {
    case "json":
      return reportJson(report);
    case "csv":
      return reportCsv(report);
    case "pdf":
      return reportPdf(report, paper, print);
    case "png":
      return print({ report, view: "chart", paper, checksum: null });
    default:
      return assertNever(kind);
  }
}

/** Attaches the JSON document, whose checksum the page shows. */
async function reportPdf(
  report: Report,
  paper: "A4" | "Letter",
  print: PrintReport,
): Promise<Uint8Array> {
  const json = reportJson(report);
  const checksum = createHash("sha256").update(json).digest("hex");
  const { name, version } = report.app;
  return withData(await print({ report, view: "report", paper, checksum }), {
    title: paperTitle(report),
    language: languageOfPaper(),
    creator: `${name} ${version}`,
    file: { name: `driveproof-${report.runId.replace(/[^\w-]/g, "")}.json`, content: json },
  });
}

/**
 * Replaces a file atomically and resolves once it is durable; writes directly to a pipe or device.
 * Throws a `DriveFault` (`output-unusable`).
 */
export async function writeOutput(
  file: string,
  content: string | Uint8Array,
  platform: NodeJS.Platform = process.platform,
): Promise<void> {
  try {
    const target = await findTarget(file);
    if (target.kind === "stream") {
      await writeInto(target.file, content);
    } else {
      // the system reduces this mode by the user's umask
      await writeDurably(target.file, content, 0o666);
    }
  } catch (error) {
    throw await unwritable(file, error, platform);
  }
}

/** Checks before a long run that the result can be written. Throws a `DriveFault`. */
export async function checkOutput(
  file: string,
  platform: NodeJS.Platform = process.platform,
): Promise<void> {
  try {
    const target = await findTarget(file);
    if (target.kind === "stream" || target.exists) {
      await access(target.file, constants.W_OK);
    }
    if (target.kind === "file") {
      const part = temporaryBeside(target.file);
      await (await open(part, "wx")).close();
      await unlinkPatiently(part);
    }
  } catch (error) {
    throw await unwritable(file, error, platform);
  }
}

/** Says whether a protection of the system or a missing permission prevents the write. */
async function unwritable(
  file: string,
  error: unknown,
  platform: NodeJS.Platform,
): Promise<DriveFault> {
  const folder = path.dirname(file);
  // Windows returns the same error for an invalid file name as for a protected folder.
  const isAllowed = platform !== "win32" || !/[<>:"|?*]/.test(path.basename(file));
  const protection = isAllowed ? await protectionOf(error, folder, platform) : null;
  return protection === null
    ? unusableOutput(file, error)
    : new DriveFault(driveError("output-unusable", protectedFolders[protection]({ folder })));
}

export function unusableOutput(file: string, error: unknown): DriveFault {
  const message =
    error instanceof TargetRefused
      ? outputFaults[error.reason]({ file })
      : outputFaults.other({
          file,
          reason: (error as NodeJS.ErrnoException).code ?? String(error),
        });
  return new DriveFault(driveError("output-unusable", message));
}
