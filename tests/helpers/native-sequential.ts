import { fstatSync, readSync } from "node:fs";
import { expect } from "vitest";
import type { LatencyCounts } from "#contract/engine-counts";
import type { TimelineCounts } from "#contract/round-evidence";
import type { NativeSession, Prepared, SequentialCounts, SequentialOptions } from "#native/index";
import { engine, prepareOptions, sum, withOpenTestFile, withSession } from "./native-engine";

/** Options and checks that the tests of sequential writes share. */

export const mebibyte = 2 ** 20;
export const fileBytes = 4 * mebibyte;

/** Options of one pass over the whole file without a time limit in practice and without syncs. */
export function pass(changes: Partial<SequentialOptions> = {}): SequentialOptions {
  return {
    mode: "none",
    writeBytes: 65_536,
    totalBytes: fileBytes,
    maxNs: 3600e9,
    layout: "rewrite",
    syncEveryBytes: null,
    syncAtEnd: false,
    backgroundSyncNs: null,
    unbuffered: false,
    ...changes,
  };
}

export const append = (changes: Partial<SequentialOptions> = {}) =>
  pass({ layout: "append", ...changes });

export async function withFile<Result>(
  bytes: number,
  body: (session: NativeSession, directory: string, prepared: Prepared) => Promise<Result>,
): Promise<Result> {
  return withSession(async (session, directory) => {
    const prepared = await session.prepare(prepareOptions(directory, { fileBytes: bytes }));
    return body(session, directory, prepared);
  });
}

/** Like withFile(), in a folder that the caller makes and removes. */
export async function withFileIn(
  directory: string,
  bytes: number,
  body: (session: NativeSession) => Promise<void>,
): Promise<void> {
  const session = engine.openSession();
  try {
    await session.prepare(prepareOptions(directory, { fileBytes: bytes }));
    await body(session);
  } finally {
    await session.close();
  }
}

/** Checks the counts of a pass that ended without an error. */
export function expectConsistent(counts: SequentialCounts): void {
  expect(counts.fault).toBeNull();
  expect(sum(counts.latency.counts)).toBe(counts.writeCalls);
  // Writes follow each other without a gap, so together they are the elapsed time.
  expect(counts.latency.sumNs).toBe(counts.elapsedNs);
  expect(counts.settleSystemCall).toMatch(/fsync|F_FULLFSYNC|FlushFileBuffers/);
  expect(counts.systemCall).toMatch(/pwrite|WriteFile/);
  expect(counts.cpuUserNs === null).toBe(counts.cpuSystemNs === null);
  expectWhole(counts.timeline, { ...counts, operations: counts.writeCalls });
}

/** Checks that hold for every timeline, however fast the drive was. */
export function expectWhole(
  { windowNs, operations, bytes, slowestNs, slowestAtNs }: TimelineCounts,
  counts: { operations: number; bytes: number; elapsedNs: number; latency: LatencyCounts },
): void {
  expect(sum(operations)).toBe(counts.operations);
  expect(sum(bytes)).toBe(counts.bytes);
  expect(Math.max(...slowestNs)).toBe(counts.latency.maxNs);
  expect(operations.length).toBeLessThanOrEqual(256);
  expect(operations.length).toBe(Math.floor(counts.elapsedNs / windowNs) + 1);
  slowestNs.forEach((ns, window) => {
    const endNs = (slowestAtNs[window] ?? 0) + ns;
    expect(ns === 0 || Math.floor(endNs / windowNs) === window).toBe(true);
  });
}

/** The error with which the task rejected; `null` if it succeeded. */
export function refusalOf(task: Promise<unknown>): Promise<unknown> {
  return task.then(
    () => null,
    (error: unknown) => error,
  );
}

export function codeOf(call: () => unknown): string {
  try {
    call();
    return "ok";
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : String(error);
  }
}

/** The whole content of the open test file. */
export function contentOf(): Buffer {
  return withOpenTestFile((fd) => {
    const content = Buffer.alloc(fstatSync(fd).size);
    expect(readSync(fd, content, 0, content.length, 0)).toBe(content.length);
    return content;
  });
}
