import { readdirSync, readFileSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { CommitOptions } from "#native/index";
import { databaseSources } from "../../scripts/setup/database-sources.mjs";
import { projectDirectory } from "../helpers/folders";
import {
  commitOptions,
  endless,
  folderName,
  namedVariants,
  openFilesIn,
  untilCommitted,
  usableVariants,
  withCommitSession,
} from "../helpers/native-commits";
import { engine, skipped, sum, until } from "../helpers/native-engine";
import { flushesOf, onLoopVolume, onTmpfs } from "../helpers/native-volumes";

const log = { database: "append-log", variant: "log" } as const;

describe("commitVariants", () => {
  it("lists the log, the variants of SQLite on this system, and libmdbx, in this order", () => {
    const full = process.platform === "darwin" ? ["wal-fullfsync", "rollback-fullfsync"] : [];
    expect(engine.commitVariants.map(({ variant }) => variant)).toEqual([
      "log",
      ...["wal", "rollback", ...full],
      "mdbx",
    ]);
  });

  it("marks databases whose sources were missing at build time as unavailable, with the reason", () => {
    const present = databaseSources(projectDirectory);
    const refusals = Object.fromEntries(
      engine.commitVariants.map(({ database, refusal }) => [database, refusal]),
    );
    expect(refusals).toEqual({
      "append-log": null,
      sqlite: present.sqlite ? null : "built without SQLite",
      mdbx: present.mdbx ? null : "built without libmdbx",
    });
    for (const { variant, refusal } of engine.commitVariants) {
      if (refusal) {
        skipped(`${variant}: ${refusal}`);
      }
    }
  });

  it("names different settings for durable and relaxed commits, and settings for normal commits for the write-ahead log alone", () => {
    for (const { durableSettings, relaxedSettings } of engine.commitVariants) {
      expect(durableSettings.length).toBeGreaterThan(relaxedSettings.length);
    }
    const settings = Object.fromEntries(
      engine.commitVariants.map(({ variant, ...both }) => [variant, both]),
    );
    expect(settings.wal?.durableSettings).toContain("journal_mode=WAL, synchronous=FULL");
    expect(settings.rollback?.relaxedSettings).toContain("journal_mode=DELETE, synchronous=OFF");
    expect(settings.mdbx?.relaxedSettings).toBe("MDBX_SAFE_NOSYNC");
    expect(settings.wal?.normalSettings).toMatch(
      /^journal_mode=WAL, synchronous=NORMAL.*: .+ at checkpoints$/,
    );
    for (const variant of ["log", "rollback", "mdbx"]) {
      expect(settings[variant]?.normalSettings).toBeNull();
    }
  });
});

describe.each(namedVariants)("a commit session with %s", (name, variant) => {
  const shapes = [
    [1, 1],
    [10, 50],
    [100, 10],
    [1000, 3],
    [20_000, 1],
  ] as const;

  it.each(shapes)(
    "finds all records again after durable and after relaxed commits and leaves no file behind (records per transaction: %i, transactions: %i)",
    async (records, times) => {
      await withCommitSession(async (session, directory) => {
        for (const durability of ["durable", "relaxed"] as const) {
          const counts = await session.run(
            commitOptions(directory, variant, {
              durability,
              recordsPerTransaction: records,
              transactions: times,
            }),
          );
          expect(counts).toMatchObject({
            endedBy: "complete",
            fault: null,
            transactions: times,
            records: records * times,
            recordsFound: records * times,
          });
          expect(sum(counts.latency.counts)).toBe(times);
          expect(counts.latency.sumNs).toBeLessThanOrEqual(counts.elapsedNs);
          expect(counts.latency.minNs).toBeGreaterThan(0);
          // The records cannot be compressed, so the file holds at least 116 bytes for each.
          expect(counts.fileBytes).toBeGreaterThan(records * times * 116);
          expect(readdirSync(directory)).toEqual([]);
          if (process.platform === "linux") {
            expect(openFilesIn(directory)).toEqual([]);
          }
        }
      });
    },
  );

  it.each([
    [8, 1],
    [9, 13],
    [256, 65_536],
  ])(
    "finds all records again for a key size of %i and a value size of %i, in bytes",
    async (keyBytes, valueBytes) => {
      await withCommitSession(async (session, directory) => {
        const counts = await session.run(
          commitOptions(directory, variant, { keyBytes, valueBytes, transactions: 3 }),
        );
        expect(counts).toMatchObject({ endedBy: "complete", records: 30, recordsFound: 30 });
      });
    },
  );

  it("ends a run between two transactions when the run's time is over", async () => {
    await withCommitSession(async (session, directory) => {
      const counts = await session.run(
        commitOptions(directory, variant, { ...endless, maxNs: 100e6 }),
      );
      expect(counts).toMatchObject({ endedBy: "time", fault: null });
      expect(counts.elapsedNs).toBeGreaterThanOrEqual(100e6);
      expect(counts.records).toBe(counts.transactions * 10);
      expect(counts.recordsFound).toBe(counts.records);
      expect(counts.transactions).toBeLessThan(endless.transactions);
    });
  });

  it("commits one transaction even if the time limit is one nanosecond", async () => {
    await withCommitSession(async (session, directory) => {
      const counts = await session.run(commitOptions(directory, variant, { maxNs: 1 }));
      expect(counts).toMatchObject({ endedBy: "time", transactions: 1, recordsFound: 10 });
    });
  });

  it("returns the committed transactions on stop(), removes every file, and runs again", async () => {
    await withCommitSession(async (session, directory) => {
      const running = session.run(commitOptions(directory, variant, endless));
      await untilCommitted(session, 4);
      session.stop();
      session.stop();
      const counts = await running;
      expect(counts).toMatchObject({ endedBy: "stopped", recordsFound: null, fault: null });
      expect(counts.transactions).toBeGreaterThan(3);
      expect(sum(counts.latency.counts)).toBe(counts.transactions);
      expect(readdirSync(directory)).toEqual([]);
      const next = await session.run(commitOptions(directory, variant));
      expect(next).toMatchObject({ endedBy: "complete", recordsFound: 200 });
    });
  });

  it("counts no transaction if stop() comes during the first one, and leaves no file behind", async () => {
    await withCommitSession(async (session, directory) => {
      const running = session.run(
        commitOptions(directory, variant, { recordsPerTransaction: 1_000_000, transactions: 1 }),
      );
      await until("it is measured", () => session.snapshot().task === "measuring");
      session.stop();
      expect(await running).toMatchObject({ endedBy: "stopped", transactions: 0, elapsedNs: 0 });
      expect(readdirSync(directory)).toEqual([]);
    });
  });

  it("keeps all its files in one folder that only the owner may enter", async () => {
    await withCommitSession(async (session, directory) => {
      const running = session.run(commitOptions(directory, variant, endless));
      await untilCommitted(session, 4);
      expect(readdirSync(directory)).toEqual([folderName]);
      const folder = join(directory, folderName);
      if (process.platform !== "win32") {
        expect(statSync(folder).mode & 0o777).toBe(0o700);
      }
      expect(readdirSync(folder).every((file) => file.startsWith("records."))).toBe(true);
      session.stop();
      await running;
    });
  });

  it("flushes the drive at least once per durable commit, but less than once per relaxed or normal commit", async ({
    skip,
  }) => {
    await onLoopVolume(skip, "ext4", 128, async ({ mountPoint, device }) => {
      const session = engine.openCommitSession();
      const records = { recordsPerTransaction: 100, transactions: 60 };
      const flushed = async (durability: CommitOptions["durability"]) => {
        const before = flushesOf(device);
        const counts = await session.run(
          commitOptions(mountPoint, variant, { ...records, durability }),
        );
        expect(counts).toMatchObject({ endedBy: "complete", transactions: 60 });
        return { flushes: flushesOf(device) - before, checkpoints: counts.checkpoints ?? 0 };
      };
      expect((await flushed("durable")).flushes).toBeGreaterThanOrEqual(60);
      expect((await flushed("relaxed")).flushes).toBeLessThan(30);
      if (variant.normalSettings !== null) {
        const { flushes, checkpoints } = await flushed("normal");
        expect(checkpoints).toBeGreaterThan(0);
        // Each checkpoint flushes the log, and usually the database after the log.
        expect(flushes).toBeGreaterThanOrEqual(checkpoints);
        expect(flushes).toBeLessThan(60);
      }
      await session.close();
    });
  });

  const wordsWhenFull: Record<string, object> = {
    log: { code: "ENOSPC", syscall: "pwrite", osCode: 28 },
    wal: { code: "SQLITE_FULL", osCode: 13, message: "database or disk is full" },
    rollback: { code: "SQLITE_FULL", osCode: 13, message: "database or disk is full" },
    mdbx: { code: "ENOSPC", osCode: 28 },
  };

  it("reports the database's own error when the volume is full, frees the space, and completes a smaller run", async ({
    skip,
  }) => {
    await onLoopVolume(skip, "ext4", 32, async ({ mountPoint }) => {
      const before = statfsSync(mountPoint).bfree;
      const session = engine.openCommitSession();
      const large = { recordsPerTransaction: 10_000, transactions: 100 };
      const counts = await session.run(commitOptions(mountPoint, variant, large));
      expect(counts).toMatchObject({ endedBy: "error", recordsFound: null });
      expect(counts.fault).toMatchObject(wordsWhenFull[name] ?? {});
      expect(counts.fault?.syscall).toMatch(/^(pwrite|sqlite3_step\(\w+\)|mdbx_\w+)$/);
      expect(counts.records).toBe(counts.transactions * 10_000);
      expect(counts.transactions).toBeGreaterThan(0);
      expect(readdirSync(mountPoint)).toEqual(["lost+found"]);
      expect(statfsSync(mountPoint).bfree).toBeGreaterThanOrEqual(before - 16);
      // The session is still usable: a run that fits on the volume completes.
      const small = await session.run(commitOptions(mountPoint, variant));
      expect(small).toMatchObject({ endedBy: "complete", recordsFound: 200 });
      await session.close();
    });
  });

  it("fails with the database's own error on a full tmpfs and leaves no file behind", async ({
    skip,
  }) => {
    await onTmpfs(skip, 1, async (mountPoint) => {
      // Fills the volume. On tmpfs the database's folder needs no page, so it can be made, but no
      // file in it has room.
      const { bavail, bsize } = statfsSync(mountPoint);
      writeFileSync(join(mountPoint, "rest"), Buffer.alloc(bavail * bsize));
      const session = engine.openCommitSession();
      const run = session.run(commitOptions(mountPoint, variant));
      if (name === "log") {
        expect(await run).toMatchObject({
          endedBy: "error",
          transactions: 0,
          fault: wordsWhenFull.log,
        });
      } else {
        await expect(run).rejects.toMatchObject(wordsWhenFull[name] ?? {});
      }
      expect(readdirSync(mountPoint)).toEqual(["rest"]);
      await session.close();
    });
  });
});

describe("a commit session", () => {
  it("resolves a run as stopped even if close() comes before the first commit", async () => {
    await withCommitSession(async (session, directory) => {
      const running = session.run(commitOptions(directory, log, endless));
      const closing = session.close();
      expect(await running).toMatchObject({ endedBy: "stopped", recordsFound: null });
      await closing;
    });
  });

  it("refuses a variant that the addon was built without", async () => {
    await withCommitSession(async (session, directory) => {
      for (const variant of engine.commitVariants.filter(({ refusal }) => refusal)) {
        expect(() => session.run(commitOptions(directory, variant))).toThrow(
          expect.objectContaining({ code: "ERR_VARIANT_UNAVAILABLE", message: variant.refusal }),
        );
      }
      expect(session.snapshot().task).toBe("idle");
    });
  });
});

describe("the test records", () => {
  it("are nearly incompressible, equal for equal seeds and different for different seeds", async () => {
    await withCommitSession(async (session, directory) => {
      const contentOf = async (seed: number) => {
        const running = session.run(commitOptions(directory, log, { ...endless, seed }));
        await untilCommitted(session, 1001);
        const content = readFileSync(join(directory, folderName, "records.log"));
        session.stop();
        await running;
        return content.subarray(0, 100_000);
      };
      const first = await contentOf(1);
      // The records are random but for their headers, so compression saves less than 15 %.
      expect(deflateSync(first).length).toBeGreaterThan(0.85 * first.length);
      expect((await contentOf(1)).equals(first)).toBe(true);
      expect((await contentOf(2)).equals(first)).toBe(false);
    });
  });
});

describe("snapshot()", () => {
  it("shows growing counts during a run, and its final counts and latencies afterwards", async () => {
    await withCommitSession(async (session, directory) => {
      expect(session.snapshot()).toMatchObject({ task: "idle", operations: 0, bytes: 0 });
      const variant = usableVariants.find(({ variant: name }) => name === "wal") ?? log;
      const running = session.run(
        commitOptions(directory, variant, {
          // Durable commits are slow enough for two snapshots during the run.
          durability: "durable",
          recordsPerTransaction: 1000,
          transactions: 100,
        }),
      );
      await until("commits are counted", () => session.snapshot().operations > 2);
      const early = session.snapshot();
      await until("more are", () => session.snapshot().operations > early.operations);
      const late = session.snapshot();
      expect(early.totalBytes).toBe(100_000 * 116);
      expect(early.bytes % 116_000).toBe(0);
      expect(late.bytes).toBeGreaterThan(early.bytes);
      expect(late.elapsedNs).toBeGreaterThan(early.elapsedNs);
      const counts = await running;
      const after = session.snapshot();
      expect(after).toMatchObject({ task: "idle", operations: 100, bytes: 11_600_000 });
      const { valuesNs, counts: inBuckets, ...extremes } = after.latency;
      expect({
        ...extremes,
        valuesNs: Array.from(valuesNs),
        counts: Array.from(inBuckets),
      }).toEqual(counts.latency);
    });
  });
});
