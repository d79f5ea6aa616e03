import { lstat } from "node:fs/promises";
import path from "node:path";
import { glanceOf } from "#analysis/verdict/glance/glance";
import {
  type FoundEntry,
  type HistoryEntry,
  isReportFileName,
  reportFileName,
} from "#contract/history";
import { isPowerCutReport, type Report, reportSchema, reportVersion } from "#contract/report";
import { readOwnJson, strangeValue, type Unreadable, unreadable } from "../main/files/own-json";

/** Ten times the size of the longest inspection's report. */
const mostBytes = 32 * 1024 ** 2;

/** The report in a file of the history, or why the file has none. */
export type ReadEntry =
  | { readonly kind: "report"; readonly report: Report }
  | (FoundEntry & { readonly kind: "unreadable" });

/** Reads a file of the history; `null` if there is no such file. */
export async function readEntry(folder: string, name: string): Promise<ReadEntry | null> {
  const file = path.join(folder, name);
  const read = await readOwnJson(file, mostBytes);
  if (read.kind === "value") {
    const parsed = reportSchema.safeParse(read.value);
    if (parsed.success && reportFileName(parsed.data.runId) === name) {
      return { kind: "report", report: parsed.data };
    }
    return named(
      file,
      name,
      parsed.success
        ? unreadable("other-name")
        : strangeValue(read.value, "schemaVersion", reportVersion),
    );
  }
  if (read.kind === "unreadable") {
    return named(file, name, read);
  }
  // The name is not valid UTF-8: the entry exists, but cannot be opened.
  return name.includes("\ufffd") ? named(file, name, unreadable("read-error", "ENOENT")) : null;
}

/** An entry that holds no report, and whether the user may remove it. */
export async function named(
  file: string,
  name: string,
  { problem, systemCode }: Unreadable,
): Promise<FoundEntry & { readonly kind: "unreadable" }> {
  const removable = problem !== "newer-version" && (await isFileOfOurs(file, name));
  return { kind: "unreadable", entry: { name, path: file, problem, systemCode, removable } };
}

/** What the history's list shows of an entry. */
export function summaryOf(read: ReadEntry): FoundEntry {
  if (read.kind === "unreadable") {
    return read;
  }
  const { report } = read;
  const { runId, volume, powerCut } = report;
  return {
    kind: "report",
    entry: historyEntryOf(report),
    // The plug test is taken from its own report alone, so that a test whose report was deleted no
    // longer counts.
    powerCut: isPowerCutReport(report)
      ? { volume, tests: powerCut?.tests.filter((test) => test.testId === runId) ?? [] }
      : null,
  };
}

export function historyEntryOf(report: Report): HistoryEntry {
  const { runId, finishedAt, partial, volume } = report;
  const { model, serial, capacityBytes } = volume.drive;
  const { mark, word, sentence } = glanceOf(report);
  return {
    runId,
    kind: isPowerCutReport(report) ? "plug-test" : "inspection",
    finishedAt,
    volumeName: volume.mountPoint,
    model,
    serial,
    capacityBytes,
    totalBytes: volume.totalBytes,
    mark,
    word,
    sentence,
    partial,
  };
}

async function isFileOfOurs(file: string, name: string): Promise<boolean> {
  const status = await lstat(file).catch(() => null);
  const own = process.geteuid?.() ?? status?.uid;
  return status?.isFile() === true && status.uid === own && isReportFileName(name);
}
