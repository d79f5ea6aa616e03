import { describe, expect, it } from "vitest";
import type { SequentialOptions } from "#native/index";
import { blockBytes, prepareOptions, withSession } from "../helpers/native-engine";
import { skipFor } from "../helpers/skipped";
import { type LoggedWrite, needsWine, underWine, writesOf } from "./windows-setting";

const mode = "no_buffering_write_through";
const mebibyte = 2 ** 20;

const sequential = (changes: Partial<SequentialOptions>): SequentialOptions => ({
  mode,
  writeBytes: mebibyte,
  totalBytes: mebibyte,
  maxNs: 1e10,
  layout: "rewrite",
  unbuffered: false,
  syncEveryBytes: null,
  syncAtEnd: false,
  backgroundSyncNs: null,
  ...changes,
});

/** https://learn.microsoft.com/windows/win32/fileio/file-buffering */
function expectAligned(writes: readonly LoggedWrite[], alignmentBytes: number): void {
  for (const { offset, bytes, address } of writes) {
    expect([offset % alignmentBytes, bytes % alignmentBytes, address % alignmentBytes]).toEqual([
      0, 0, 0,
    ]);
  }
}

describe("writes without buffering", () => {
  it("have an alignment that is a power of two of at least 512 bytes", async () => {
    await withSession(async (session, directory) => {
      const { alignmentBytes } = await session.prepare(prepareOptions(directory));
      expect(alignmentBytes).toBeGreaterThanOrEqual(512);
      expect(Math.log2(alignmentBytes) % 1).toBe(0);
    });
  });

  it("have aligned offsets, lengths and buffers in random rewrites", async (context) => {
    skipFor(context.skip, !underWine && needsWine);
    await withSession(async (session, directory) => {
      const { alignmentBytes } = await session.prepare(prepareOptions(directory));
      let operations = 0;
      const writes = await writesOf(async () => {
        const counts = await session.measure({ mode, durationNs: 5e7, maxBytes: 400 * blockBytes });
        operations = counts.operations;
      });
      expect(operations).toBeGreaterThan(0);
      expect(writes).toHaveLength(operations);
      expectAligned(writes, alignmentBytes);
      // Random places, not one.
      expect(new Set(writes.map(({ offset }) => offset)).size).toBeGreaterThan(operations / 2);
    });
  });

  it.each(["rewrite", "append"] as const)(
    "have aligned offsets, lengths and buffers in a pass: %s",
    async (layout) => {
      await withSession(async (session, directory) => {
        const { alignmentBytes } = await session.prepare(prepareOptions(directory));
        for (const writeBytes of [alignmentBytes, 16 * alignmentBytes, mebibyte]) {
          const pass = sequential({ layout, writeBytes });
          if (!underWine) {
            // A real Windows refuses a single one that is not (ERROR_INVALID_PARAMETER).
            expect(await session.sequential(pass)).toMatchObject({ endedBy: "complete" });
            continue;
          }
          const writes = await writesOf(() => session.sequential(pass));
          expect(writes.map(({ bytes }) => bytes)).toEqual(
            Array.from({ length: mebibyte / writeBytes }, () => writeBytes),
          );
          expectAligned(writes, alignmentBytes);
        }
      });
    },
  );

  it("are refused with unaligned sizes before anything is written", async () => {
    await withSession(async (session, directory) => {
      const { alignmentBytes } = await session.prepare(prepareOptions(directory, { fileBytes: 0 }));
      const attempt = (changes: Partial<SequentialOptions>) => () =>
        session.sequential(sequential({ layout: "append", ...changes }));
      const refusal = expect.objectContaining({ code: "ERR_INVALID_ARG" });
      expect(attempt({ writeBytes: alignmentBytes + 8 })).toThrow(refusal);
      expect(attempt({ writeBytes: alignmentBytes, totalBytes: alignmentBytes + 8 })).toThrow(
        refusal,
      );
      // Where the cache takes them they are fine.
      const buffered = { mode: "write_through", writeBytes: 520, totalBytes: 5200 } as const;
      expect(await attempt(buffered)()).toMatchObject({ endedBy: "complete", bytes: 5200 });
    });
  });
});
