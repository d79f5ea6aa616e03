import { describe, expect, it } from "vitest";
import type { SequentialOptions } from "#native/index";
import { blockBytes } from "../helpers/native-engine";
import { append, fileBytes, mebibyte, pass, withFile } from "../helpers/native-sequential";
import { skipFor } from "../helpers/skipped";
import { type LoggedWrite, needsWine, underWine, writesOf } from "./windows-setting";

const mode = "no_buffering_write_through";
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
    await withFile(fileBytes, async (_session, _directory, { alignmentBytes }) => {
      expect(alignmentBytes).toBeGreaterThanOrEqual(512);
      expect(Math.log2(alignmentBytes) % 1).toBe(0);
    });
  });

  it("have aligned offsets, lengths and buffers in random rewrites", async (context) => {
    skipFor(context.skip, !underWine && needsWine);
    await withFile(fileBytes, async (session, _directory, { alignmentBytes }) => {
      let operations = 0;
      const writes = await writesOf(async () => {
        const counts = await session.measure({ mode, durationNs: 5e7, maxBytes: 400 * blockBytes });
        operations = counts.operations;
      });
      expect(operations).toBeGreaterThan(0);
      expect(writes).toHaveLength(operations);
      expectAligned(writes, alignmentBytes);
      // The offsets are random: more than half of them are distinct.
      expect(new Set(writes.map(({ offset }) => offset)).size).toBeGreaterThan(operations / 2);
    });
  });

  it.each(["rewrite", "append"] as const)(
    "have aligned offsets, lengths and buffers in a sequential pass: %s",
    async (layout) => {
      await withFile(fileBytes, async (session, _directory, { alignmentBytes }) => {
        for (const writeBytes of [alignmentBytes, 16 * alignmentBytes, mebibyte]) {
          const options = pass({ mode, layout, writeBytes, totalBytes: mebibyte });
          if (!underWine) {
            // A real Windows refuses every unaligned write with ERROR_INVALID_PARAMETER, so a
            // complete pass is the proof.
            expect(await session.sequential(options)).toMatchObject({ endedBy: "complete" });
            continue;
          }
          const writes = await writesOf(() => session.sequential(options));
          expect(writes.map(({ bytes }) => bytes)).toEqual(
            Array.from({ length: mebibyte / writeBytes }, () => writeBytes),
          );
          expectAligned(writes, alignmentBytes);
        }
      });
    },
  );

  it("are refused if a size is not aligned, which writes through the cache accept", async () => {
    await withFile(0, async (session, _directory, { alignmentBytes }) => {
      const attempt = (changes: Partial<SequentialOptions>) => () =>
        session.sequential(append({ mode, totalBytes: mebibyte, ...changes }));
      const refusal = expect.objectContaining({ code: "ERR_INVALID_ARG" });
      expect(attempt({ writeBytes: alignmentBytes + 8 })).toThrow(refusal);
      expect(attempt({ writeBytes: alignmentBytes, totalBytes: alignmentBytes + 8 })).toThrow(
        refusal,
      );
      // Writes through the cache need no alignment.
      const buffered = { mode: "write_through", writeBytes: 520, totalBytes: 5200 } as const;
      expect(await attempt(buffered)()).toMatchObject({ endedBy: "complete", bytes: 5200 });
    });
  });
});
