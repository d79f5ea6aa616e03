import { lstat } from "node:fs/promises";
import path from "node:path";
import {
  type FileProblem,
  type FoundEntry,
  isReportFileName,
  reportFileName,
} from "../contract/history";
import { isPlugReport, type Report, reportSchema } from "../contract/report";
import { NotOwnFile, readOwnFile } from "../main/read-own-file";
import { nestsDeeperThan } from "./nesting";

/** Ten times the largest report of the longest inspection. */
const mostBytes = 32 * 1024 ** 2;
const deepestNesting = 64;

/** The report in a file of the history, or why there is none; `null` when there is no such file. */
export type ReadEntry =
  | { readonly kind: "report"; readonly report: Report }
  | (FoundEntry & { readonly kind: "unreadable" });

export async function readEntry(folder: string, name: string): Promise<ReadEntry | null> {
  const file = path.join(folder, name);
  const unreadable = async (problem: FileProblem, systemCode: string | null = null) =>
    ({
      kind: "unreadable",
      entry: {
        ...{ name, path: file, problem, systemCode },
        removable: problem !== "newer-version" && (await isFileOfOurs(file, name)),
      },
    }) as const;
  try {
    const text = (await readOwnFile(file, mostBytes)).toString("utf8");
    const report = reportIn(text);
    if (typeof report === "string") {
      return await unreadable(report);
    }
    return reportFileName(report.runId) === name
      ? { kind: "report", report }
      : await unreadable("other-name");
  } catch (error) {
    if (error instanceof NotOwnFile) {
      const { reason } = error;
      return unreadable(reason === "not-regular" ? await kindOf(file) : reason);
    }
    const { code = "" } = error as NodeJS.ErrnoException;
    // A name that is not UTF-8 leads nowhere, but something is there.
    if (code === "ENOENT" && !name.includes("\ufffd")) {
      return null;
    }
    return unreadable(
      code === "EACCES" || code === "EPERM" ? "no-permission" : "read-error",
      code === "" ? null : code,
    );
  }
}

/** What of an entry is in the list. */
export function summaryOf(read: ReadEntry): FoundEntry {
  if (read.kind === "unreadable") {
    return read;
  }
  const { runId, finishedAt, volume, verdict, partial, powerCut } = read.report;
  const isPlug = isPlugReport(read.report);
  return {
    kind: "report",
    entry: {
      runId,
      kind: isPlug ? "plug-test" : "inspection",
      finishedAt,
      volumeName: volume.mountPoint,
      model: volume.drive.model,
      headline: verdict.headline,
      grade: verdict.grade,
      partial,
    },
    // From its own report, so that a test the person has deleted is not known any more.
    plug: isPlug
      ? { volume, tests: powerCut?.tests.filter((test) => test.testId === runId) ?? [] }
      : null,
  };
}

function reportIn(text: string): Report | "empty" | "damaged" | "newer-version" {
  if (text.trim() === "") {
    return "empty";
  }
  if (nestsDeeperThan(text, deepestNesting)) {
    return "damaged";
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return "damaged";
  }
  const parsed = reportSchema.safeParse(value);
  if (parsed.success) {
    return parsed.data;
  }
  const { schemaVersion } = (value ?? {}) as { readonly schemaVersion?: unknown };
  return Number.isInteger(schemaVersion) && (schemaVersion as number) > 1
    ? "newer-version"
    : "damaged";
}

async function kindOf(file: string): Promise<FileProblem> {
  const status = await lstat(file).catch(() => null);
  if (status?.isDirectory()) {
    return "folder";
  }
  return status?.isSymbolicLink() ? "link" : "special";
}

async function isFileOfOurs(file: string, name: string): Promise<boolean> {
  const status = await lstat(file).catch(() => null);
  const own = process.geteuid?.() ?? status?.uid;
  return status?.isFile() === true && status.uid === own && isReportFileName(name);
}
