import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { deflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { SequentialOptions } from "#native/index";
import { failingCalls } from "../helpers/native-child";
import { blockBytes, engine, prepareOptions, testFileDescriptors } from "../helpers/native-engine";
import {
  append,
  codeOf,
  contentOf,
  expectConsistent,
  fileBytes,
  mebibyte,
  pass,
  refusalOf,
  withFile,
  withFileIn,
} from "../helpers/native-sequential";
import { loopVolumeProblem, onTmpfs, withLoopVolume } from "../helpers/native-volumes";
import { skipFor } from "../helpers/skipped";

const onLinux = process.platform === "linux";

const direct = (changes: Partial<SequentialOptions> = {}) =>
  append({ unbuffered: true, ...changes });

/** Bytes of the open test file that are in the page cache: fincore(1), which asks mincore(2). */
function cachedBytes(): number {
  const [descriptor] = testFileDescriptors();
  const file = `/proc/${process.pid}/fd/${descriptor}`;
  const output = execFileSync("fincore", ["--bytes", "--noheadings", "--output", "RES", file]);
  return Number(output.toString().trim());
}

describe("writes that bypass the cache", () => {
  it("succeed for aligned sizes, and the result names their system calls", async () => {
    await withFile(0, async (session, _directory, prepared) => {
      for (const writeBytes of [prepared.alignmentBytes, 65_536, mebibyte]) {
        const counts = await session.sequential(direct({ writeBytes, totalBytes: mebibyte }));
        expectConsistent(counts);
        expect(counts).toMatchObject({
          endedBy: "complete",
          bytes: mebibyte,
          writeCalls: mebibyte / writeBytes,
        });
        // Direct writes to a new file change its length and block addresses, which still have to be
        // flushed.
        expect(counts.settleNs).toBeGreaterThan(0);
      }
      const { systemCall } = await session.sequential(direct({ totalBytes: 65_536 }));
      expect(systemCall).toMatch(/O_DIRECT|F_NOCACHE|FILE_FLAG_NO_BUFFERING/);
      expect(systemCall).toMatch(/65536.*end\)$/);
    });
  });

  it("are flushed with the sync call of their mode", async () => {
    const mode = process.platform === "win32" ? "flush_file_buffers" : "fsync";
    await withFile(0, async (session) => {
      const counts = await session.sequential(direct({ mode, syncEveryBytes: mebibyte }));
      expectConsistent(counts);
      expect(counts).toMatchObject({ bytes: fileBytes, syncCalls: 4, settleNs: null });
      expect(counts.systemCall).toMatch(/end\) \+ /);
    });
  });

  it("leave content in which verify() finds no mismatch", async () => {
    await withFile(fileBytes, async (session) => {
      await session.sequential(pass());
      const counts = await session.sequential(pass({ unbuffered: true, totalBytes: mebibyte }));
      expectConsistent(counts);
      expect(await session.verify()).toMatchObject({
        blocksChecked: fileBytes / blockBytes,
        mismatchCount: 0,
        fault: null,
      });
    });
  });

  it.skipIf(!onLinux)("leave no page in the cache and every byte in the file", async () => {
    await withFile(0, async (session) => {
      await session.sequential(append());
      expect(cachedBytes()).toBe(fileBytes);
      await session.sequential(direct());
      expect(cachedBytes()).toBe(0);
      const content = contentOf();
      expect(content.length).toBe(fileBytes);
      expect(deflateRawSync(content).length).toBeGreaterThan(fileBytes * 0.98);
    });
  });
});

describe.skipIf(!onLinux)("a mode with O_DIRECT", () => {
  it.each(["o_direct", "o_direct_dsync"] as const)(
    "writes aligned sizes without syncs, and verify() finds no mismatch: %s",
    async (mode) => {
      await withFile(fileBytes, async (session) => {
        for (const layout of ["rewrite", "append"] as const) {
          for (const writeBytes of [blockBytes, mebibyte]) {
            const counts = await session.sequential(
              pass({ mode, layout, writeBytes, totalBytes: mebibyte }),
            );
            expectConsistent(counts);
            expect(counts).toMatchObject({ endedBy: "complete", bytes: mebibyte, syncCalls: 0 });
          }
          if (layout === "rewrite") {
            expect(await session.verify()).toMatchObject({ mismatchCount: 0, fault: null });
          }
        }
      });
    },
  );

  it("refuses sizes that are not a multiple of the alignment, which a mode through the cache accepts", async () => {
    await withFile(0, async (session, _directory, prepared) => {
      const unit = prepared.alignmentBytes;
      const tryWith = (changes: Partial<SequentialOptions>) =>
        codeOf(() => session.sequential(append({ mode: "o_direct", ...changes })));
      expect(tryWith({ writeBytes: unit + 8, totalBytes: mebibyte })).toBe("ERR_INVALID_ARG");
      expect(tryWith({ writeBytes: unit, totalBytes: 10 * unit + 8 })).toBe("ERR_INVALID_ARG");
      // A mode through the cache accepts sizes that are not aligned.
      const buffered = append({ writeBytes: 512 + 8, totalBytes: 10 * 512 + 8 });
      expect(await session.sequential(buffered)).toMatchObject({ endedBy: "complete" });
    });
  });
});

describe("writes that bypass the cache fail with an error", () => {
  it("if they are smaller than the drive's sectors, after which larger writes succeed", async (context) => {
    skipFor(context.skip, loopVolumeProblem("ext4"));
    const body = ({ mountPoint }: { mountPoint: string }) =>
      withFileIn(mountPoint, 0, async (session) => {
        for (const writeBytes of [512, 1024, 2048]) {
          expect(await refusalOf(session.sequential(direct({ writeBytes })))).toMatchObject({
            code: "EINVAL",
            syscall: expect.stringMatching(/^(statx|pwrite)$/),
          });
          expect(session.snapshot().bytes).toBe(0);
        }
        // After a refusal the session still writes sizes that are large enough.
        const counts = await session.sequential(direct({ writeBytes: 4096 }));
        expect(counts).toMatchObject({ endedBy: "complete", bytes: fileBytes, fault: null });
        expect(await session.sequential(append({ writeBytes: 512 }))).toMatchObject({
          endedBy: "complete",
        });
      });
    await withLoopVolume("ext4", 64, body, { sectorBytes: 4096 });
  });

  it("if ext4 is mounted with data=journal, while cached writes succeed", async (context) => {
    skipFor(context.skip, loopVolumeProblem("ext4"));
    const body = async ({ mountPoint }: { mountPoint: string }) => {
      const session = engine.openSession();
      try {
        const prepared = await session.prepare(prepareOptions(mountPoint));
        const reason = {
          code: "EOPNOTSUPP",
          message: "this file system has no direct writes for this file",
        };
        const refusals = prepared.modes.filter(({ refusal }) => refusal !== null);
        expect(refusals.map(({ mode }) => mode)).toEqual(["o_direct", "o_direct_dsync"]);
        expect(refusals[0]?.refusal).toMatchObject(reason);
        expect((await session.verify()).aroundCache).toBe(false);
        expect(await refusalOf(session.sequential(direct()))).toMatchObject(reason);
        expect(await session.sequential(append())).toMatchObject({ endedBy: "complete" });
      } finally {
        await session.close();
      }
    };
    await withLoopVolume("ext4", 64, body, { mountOptions: "data=journal" });
  });

  it("if the file system is in memory, while cached writes succeed", async (context) => {
    await onTmpfs(context.skip, 32, (mountPoint) =>
      withFileIn(mountPoint, 0, async (session) => {
        expect(await refusalOf(session.sequential(direct()))).toMatchObject({
          code: "EOPNOTSUPP",
          message: expect.stringContaining("memory"),
        });
        expect(await session.sequential(append())).toMatchObject({ endedBy: "complete" });
      }),
    );
  });

  describe.skipIf(!onLinux)("on a file system that ignores O_DIRECT,", () => {
    const { directory, saidUnder } = failingCalls();

    it("with the message that the system took the writes into its cache", async () => {
      const said = await saidUnder(
        // The seventh openat has O_DIRECT; the library drops the flag, as some file systems do.
        "openat:CACHED:7:7",
        `(async () => {
           const session = engine.openSession();
           await session.prepare({ ...options(), fileBytes: 0 });
           const told = await session.sequential(${JSON.stringify(direct())})
             .then(() => "written", ({ code, syscall, message }) => ({ code, syscall, message }));
           say(JSON.stringify({ told, bytes: session.snapshot().bytes }));
           await session.close();
         })();`,
      );
      expect(said).toEqual({
        told: {
          code: "CACHED",
          syscall: "pwrite",
          message: "the system took the writes into its cache all the same",
        },
        bytes: fileBytes,
      });
      expect(readdirSync(directory())).toEqual([]);
    });
  });
});
