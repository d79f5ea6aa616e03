import { buildDocumentSaves, type DocumentRound } from "#analysis/workloads/document-saves/results";
import { waysOf } from "#analysis/workloads/document-saves/ways";
import type { OperatingSystem } from "#contract/flush-mode";
import type { DocumentsPlan, DocumentWay } from "#contract/workloads/document-saves";
import type { Step } from "#contract/workloads/index";
import { documentSteps } from "../../../electron/engine-host/workloads/document-saves";
import { beginningOf, type Inspected, type On, rowsOf } from "./home";
import { sampleLatency } from "./latency";

/** Document-save results for tests: an ordinary laptop, 0.7 ms for a flush, 0.03 ms for a name. */

export interface SampleDocuments {
  readonly flushNs?: number;
  readonly driveBytesPerSecond?: number;
  /** `null`: the system does not count flushes. */
  readonly flushesPerDocument?: number | null;
  readonly refusals?: Readonly<Partial<Record<DocumentWay, string>>>;
}

export const documentCalls: Readonly<Record<DocumentWay, string>> = {
  none: "openat(temporary, O_RDWR|O_CREAT|O_EXCL) + pwrite(fd, buf, bytes, 0) + close(fd) + renameat(temporary, document)",
  fsync:
    "openat(temporary, O_RDWR|O_CREAT|O_EXCL) + pwrite(fd, buf, bytes, 0) + fsync(fd) + close(fd) + renameat(temporary, document) + fsync(folder)",
  f_fullfsync:
    "openat(temporary, O_RDWR|O_CREAT|O_EXCL) + pwrite(fd, buf, bytes, 0) + fcntl(fd, F_FULLFSYNC) + close(fd) + renameat(temporary, document) + fcntl(folder, F_FULLFSYNC)",
  replace_file:
    "CreateFileW(temporary, CREATE_NEW) + WriteFile(file, buf, bytes) + FlushFileBuffers(file) + CloseHandle(file) + ReplaceFileW(document, temporary)",
  move_file:
    "CreateFileW(temporary, CREATE_NEW) + WriteFile(file, buf, bytes) + FlushFileBuffers(file) + CloseHandle(file) + MoveFileExW(temporary, document, MOVEFILE_REPLACE_EXISTING|MOVEFILE_WRITE_THROUGH)",
};

/** The rounds of document saves in the order in which the real engine host measures them. */
export function sampleDocumentRounds(
  plan: DocumentsPlan,
  os: OperatingSystem,
  sample: SampleDocuments = {},
): DocumentRound[] {
  const ways = waysOf(os).map((way) => ({ way }));
  return documentSteps(plan, ways).map(({ way, documentBytes, round }) => {
    const refusal = sample.refusals?.[way] ?? null;
    return {
      way,
      documentBytes,
      round,
      refusal,
      systemCall: documentCalls[way],
      counts: refusal === null ? countsOf(way, documentBytes, round, plan, sample) : null,
      error: null,
    };
  });
}

function countsOf(
  way: DocumentWay,
  documentBytes: number,
  round: number,
  { roundNs }: DocumentsPlan,
  sample: SampleDocuments,
): DocumentRound["counts"] {
  const { flushNs = 700_000, driveBytesPerSecond = 5e8, flushesPerDocument = 2 } = sample;
  const copyNs = 30_000 + documentBytes / 3;
  const waitNs = way === "none" ? 0 : 2 * flushNs + (documentBytes / driveBytesPerSecond) * 1e9;
  // Every round differs a little from the one before.
  const eachNs = Math.round((copyNs + waitNs) * (1 + 0.03 * ((round % 3) - 1)));
  const documents = Math.max(1, Math.floor(roundNs / eachNs));
  const slow = Math.floor(documents / 80);
  const perDocument = way === "none" ? 0 : flushesPerDocument;
  return {
    documents,
    bytes: documents * documentBytes,
    elapsedNs: documents * eachNs,
    latency: sampleLatency([eachNs, documents - slow], [3 * eachNs, slow]),
    deviceFlushes: perDocument === null ? null : Math.round(documents * perDocument),
    endedBy: "time",
  };
}

interface Options {
  readonly documents?: SampleDocuments;
}

export const ordinary: Options = { documents: {} };

export function results({ documents }: Options, { plan, os }: On<"document-saves">) {
  return documents
    ? { documentSaves: buildDocumentSaves(sampleDocumentRounds(plan, os, documents)) }
    : null;
}

export function steps(plan: DocumentsPlan): Step[] {
  return sampleDocumentRounds(plan, "linux").map(({ way, documentBytes, round }) => ({
    kind: "document-round",
    way,
    documentBytes,
    round,
  }));
}

export function live(plan: DocumentsPlan, done: readonly Step[]) {
  const rounds = sampleDocumentRounds(plan, "linux").slice(0, done.length);
  return { documentSaves: buildDocumentSaves(rounds) };
}

export const inspected: Inspected = {
  figure: ".value-bar .chart-value",
  figures: ({ documentSaves }) =>
    (documentSaves ?? []).filter(({ documentsPerSecond }) => documentsPerSecond !== null).length,
  printed: ({ documentSaves }) => (documentSaves ?? []).map(beginningOf),
  csvRows: ({ documentSaves }) => rowsOf(documentSaves),
};
