import { fstatSync, statSync } from "node:fs";
import { devNull } from "node:os";
import path from "node:path";
import { withoutSerial } from "#analysis/drive-identity";
import { DriveFault, driveError } from "#contract/drive-error";
import type { ExportKind } from "#contract/ipc-schema";
import type { Report } from "#contract/report";
import { printable } from "#contract/shown-text";
import { inspectText, usageText } from "#text/command-line";
import { inLanguageOfMoment, internalError } from "#text/in-words";
import { messageOf } from "#text/statements";
import {
  checkOutput,
  forExport,
  type PrintReport,
  renderExport,
  unusableOutput,
  writeOutput,
} from "../export/report-export";
import { resultTable } from "./terminal-table";
import { printableJson, writeLines } from "./terminal-text";

export interface ReportOutputs {
  readonly paper: "A4" | "Letter";
  /** Files to write; `-` is standard output. */
  readonly json: string | null;
  readonly csv: string | null;
  readonly pdf: string | null;
  /** Whether formats that can include the drive's serial number include the number. */
  readonly withSerial: boolean;
}

export interface DeliveryStreams {
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly print: PrintReport;
}

const standardOutput = "-";
const standardError = "/dev/stderr";

/**
 * Paths that name an open stream of the process. Opening such a path as a file would start at
 * offset 0 and overwrite what the stream has already received.
 */
const namesOfStreams: Readonly<Record<string, string>> = {
  [standardOutput]: standardOutput,
  "/dev/stdout": standardOutput,
  "/dev/fd/1": standardOutput,
  "/proc/self/fd/1": standardOutput,
  [standardError]: standardError,
  "/dev/fd/2": standardError,
  "/proc/self/fd/2": standardError,
};

/**
 * Resolves the outputs to absolute paths; every name of one open stream, such as `-` and
 * `/dev/stdout`, becomes the same name.
 */
export function resolvedOutputs(outputs: ReportOutputs, currentFolder: string): ReportOutputs {
  const resolve = (file: string | null) =>
    file === null ? null : (namesOfStreams[file] ?? path.resolve(currentFolder, file));
  const { paper, withSerial, json, csv, pdf } = outputs;
  return { paper, withSerial, json: resolve(json), csv: resolve(csv), pdf: resolve(pdf) };
}

/** Returns the outputs. Throws a `DriveFault` if one result would replace another. */
export function inSeparatePlaces(outputs: ReportOutputs): ReportOutputs {
  const twice = [outputs.json, outputs.csv, outputs.pdf].find(
    (file, index, files) => file !== null && file !== devNull && files.indexOf(file) < index,
  );
  if (twice) {
    const place = twice === standardOutput ? inspectText.standardOutput() : twice;
    const problem = usageText.onePlace({ place });
    throw new DriveFault(driveError("usage", usageText.tryHelp({ problem })));
  }
  return outputs;
}

/** Checks that every file can be written. Throws a `DriveFault`. */
export async function checkOutputs({ json, csv, pdf }: ReportOutputs): Promise<void> {
  for (const file of [json, csv, pdf]) {
    if (file !== null && file !== standardOutput && file !== standardError) {
      await checkOutput(file);
    }
  }
}

export function usesStandardOutput({ json, csv, pdf }: ReportOutputs): boolean {
  return [json, csv, pdf].includes(standardOutput);
}

/**
 * Throws a `DriveFault` if standard output discards everything: if it is closed, Node opens the
 * null device in its place, and writing seems to succeed.
 */
export function checkStandardOutput(
  stdout: DeliveryStreams["stdout"] & { readonly fd?: number },
): void {
  if (stdout.fd !== undefined && leadsNowhere(stdout.fd)) {
    throw new DriveFault(
      driveError("output-unusable", inspectText.outputLost({ nowhere: devNull })),
    );
  }
}

function leadsNowhere(fd: number): boolean {
  try {
    return fstatSync(fd).isCharacterDevice() && fstatSync(fd).rdev === statSync(devNull).rdev;
  } catch {
    return false; // not known which device it is: a write to standard output reports the error
  }
}

/**
 * Prints the report's text and tables, then writes the files; paths in `outputs` are absolute. A
 * file that cannot be written stops no other file. At the end prints all errors but the first, and
 * rejects with the first.
 */
export async function deliverReport(
  report: Report,
  outputs: ReportOutputs,
  streams: DeliveryStreams,
): Promise<void> {
  const words = usesStandardOutput(outputs) ? streams.stderr : streams.stdout;
  const shown = outputs.withSerial ? report : withoutSerial(report);
  writeLines(words, ["", ...resultTable(inLanguageOfMoment(shown))]);
  const failures: unknown[] = [];
  // The PDF comes last, because it takes longest and drawing it can fail.
  for (const kind of ["json", "csv", "pdf"] as const) {
    await deliver(report, kind, outputs, { ...streams, words }).catch((error: unknown) =>
      failures.push(error),
    );
  }
  const [first, ...others] = failures;
  writeLines(streams.stderr, others.map(wordsOfFailure));
  if (failures.length > 0) {
    throw first;
  }
}

export function wordsOfFailure(error: unknown): string {
  return messageOf(error instanceof DriveFault ? error.driveError : internalError(error));
}

async function deliver(
  report: Report,
  kind: "json" | "csv" | "pdf",
  outputs: ReportOutputs,
  { stdout, stderr, print, words }: DeliveryStreams & { readonly words: NodeJS.WritableStream },
): Promise<void> {
  const file = outputs[kind];
  if (file === null) {
    return;
  }
  const exported = forExport(report, kind, outputs.withSerial);
  const content = await renderExport(exported, kind, outputs.paper, print);
  if (file === standardOutput || file === standardError) {
    const isOutput = file === standardOutput;
    const place = isOutput ? inspectText.standardOutput() : inspectText.standardError();
    await writeTo(isOutput ? stdout : stderr, place, kind, content);
  } else {
    await writeOutput(file, content);
    writeLines(words, [`${kind.toUpperCase()}: ${file}`]);
  }
}

/** Writes to a stream; rejects with a `DriveFault` (`output-unusable`) if that fails. */
function writeTo(
  stream: DeliveryStreams["stdout"],
  place: string,
  kind: ExportKind,
  content: string | Uint8Array,
): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(forStream(kind, content, stream.isTTY === true), (error) =>
      error ? reject(unusableOutput(place, error)) : resolve(),
    );
  });
}

/**
 * Escapes control characters in text: in JSON always, because its meaning stays the same; in CSV
 * only on a terminal. A PDF's bytes stay as they are.
 */
function forStream(
  kind: ExportKind,
  content: string | Uint8Array,
  isTerminal: boolean,
): string | Uint8Array {
  if (typeof content !== "string") {
    return content;
  }
  if (kind === "csv") {
    return isTerminal ? content.split("\r\n").map(printable).join("\r\n") : content;
  }
  return printableJson(content);
}
