import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { NativeSession } from "#native/index";
import { blockBytes, engine, testFileName } from "../helpers/native-engine";
import {
  append,
  codeOf,
  contentOf,
  expectConsistent,
  fileBytes,
  mebibyte,
  pass,
  withFile,
  withFileIn,
} from "../helpers/native-sequential";
import { flushesOf, onLoopVolume } from "../helpers/native-volumes";

const onLinux = process.platform === "linux";

describe("a test file", () => {
  it("has no bytes after prepare() with a size of 0, which writes one block per mode that can write, and accepts appends in every usable mode", async () => {
    await withFile(0, async (session, directory, prepared) => {
      expect(prepared.modes.map(({ mode }) => mode)).toEqual(engine.modes.map(({ mode }) => mode));
      const tried = prepared.modes.filter(({ refusal }) => refusal === null);
      // prepare() writes a block in each mode before the flush that a mode may refuse.
      const written = prepared.modes.filter(
        ({ refusal }) => refusal === null || /flush|sync/i.test(refusal.syscall),
      );
      expect(prepared.bytesWritten).toBe(written.length * blockBytes);
      if (onLinux) {
        expect(contentOf().length).toBe(0);
      }
      expect(readdirSync(directory)).toEqual(prepared.named ? [testFileName] : []);
      for (const { mode } of tried) {
        const counts = await session.sequential(append({ mode, totalBytes: mebibyte }));
        expectConsistent(counts);
        expect(counts).toMatchObject({ endedBy: "complete", bytes: mebibyte, writeCalls: 16 });
      }
      expect((await session.drain()).elapsedNs).toBeGreaterThan(0);
    });
  });

  it.each<[string, number, (session: NativeSession) => Promise<unknown>]>([
    ["prepare() with a size of 0", 0, async () => undefined],
    ["an append", fileBytes, (session) => session.sequential(append())],
    ["empty()", fileBytes, (session) => session.empty()],
  ])("accepts appends, but neither rewrites nor reads, after %s", async (_what, bytes, make) => {
    await withFile(bytes, async (session) => {
      await make(session);
      const round = { mode: "none", durationNs: 1, maxBytes: 1 } as const;
      const reads = { pattern: "random", blockBytes, requests: 1, readPercent: 100 } as const;
      const limits = { warmupNs: 0, durationNs: 1, maxWrittenBytes: 1 };
      for (const call of [
        () => session.measure(round),
        () => session.sequential(pass()),
        () => session.concurrent({ ...reads, ...limits }),
        () => session.refill({ pieceBytes: blockBytes }),
        () => session.verify(),
      ]) {
        expect(codeOf(call)).toBe("ERR_SESSION_NO_CONTENT");
      }
      expect(await session.sequential(append())).toMatchObject({ bytes: fileBytes });
    });
  });

  it("has no bytes after empty(), and none after an append and a second empty()", async () => {
    await withFile(fileBytes, async (session) => {
      expect(await session.empty()).toBeUndefined();
      expect(contentOf().length).toBe(0);
      await session.sequential(append());
      await session.empty();
      expect(contentOf().length).toBe(0);
    });
  });
});

describe("empty() of a test file", () => {
  it("flushes nothing if the file is empty already", async (context) => {
    await onLoopVolume(context.skip, "ext4", 64, ({ mountPoint, device }) =>
      withFileIn(mountPoint, 0, async (session) => {
        await session.sequential(append({ mode: "fsync", syncAtEnd: true }));
        await session.empty();
        const before = flushesOf(device);
        await session.empty();
        expect(flushesOf(device)).toBe(before);
      }),
    );
  });
});
