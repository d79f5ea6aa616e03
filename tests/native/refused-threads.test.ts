import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { libraryOfAll } from "../helpers/c-libraries";
import { folderOfEach, makeTestDirectory } from "../helpers/folders";
import { runChild } from "../helpers/native-child";

/**
 * Imitates a system that starts no more threads by cpp/refused-threads.c; that is no fault of a
 * drive.
 */
describe.skipIf(process.platform !== "linux")("if the system starts no more threads,", () => {
  const library = libraryOfAll("refused-threads");
  const directory = folderOfEach(makeTestDirectory);

  const refusal = { code: "EAGAIN", syscall: "pthread_create" };

  /** Runs the script and returns the JSON that it prints; the process must end normally. */
  async function told(script: string): Promise<unknown> {
    const end = await runChild(
      `const left = (count) => { process.env.DRIVEPROOF_THREADS_LEFT = String(count); };
       const all = () => { delete process.env.DRIVEPROOF_THREADS_LEFT; };
       const faultOf = ({ code, syscall }) => ({ code, syscall });
       (async () => { ${script} })().catch((error) => say(JSON.stringify(faultOf(error))));`,
      { directory: directory(), environment: { LD_PRELOAD: library() } },
    );
    expect(end).toMatchObject({ code: 0, signal: null, stderr: "" });
    expect(readdirSync(directory())).toEqual([]);
    return JSON.parse(end.stdout);
  }

  it.each([
    "openSession",
    "openParallelSession",
    "openCommitSession",
    "openCapacitySession",
    "openDocumentSession",
    "openPowerCutSession",
  ])("%s() throws EAGAIN, and opens a session once threads are available again", async (open) => {
    const said = await told(`
      left(0);
      let refused = null;
      try { engine.${open}(); } catch (error) { refused = faultOf(error); }
      all();
      await engine.${open}().close();
      say(JSON.stringify(refused));`);
    expect(said).toEqual(refusal);
  });

  it.each([0, 1, 2])(
    "a measurement rejects with EAGAIN if only %i of its three writers can start, and a later measurement succeeds",
    async (count) => {
      const said = await told(`
      const session = engine.openParallelSession();
      await session.prepare({ ...options(), files: 3 });
      left(${count});
      const round = { mode: "fsync", durationNs: 60e9, maxBytes: 1 << 30 };
      let refused = null;
      try { await session.measure({ ...round, writers: 3 }); } catch (error) { refused = error; }
      all();
      const again = await session.measure({ ...round, maxBytes: 40960, writers: 3 });
      await session.close();
      say(JSON.stringify([refused && faultOf(refused), again.length]));`);
      expect(said).toEqual([refusal, 3]);
    },
  );

  it("a long write with background flushes ends with EAGAIN", async () => {
    const said = await told(`
      const session = engine.openSession();
      await session.prepare(options());
      left(0);
      const counts = await session.sequential({ mode: "fsync", writeBytes: 65536,
        totalBytes: 1 << 22, maxNs: 60e9, layout: "rewrite", syncEveryBytes: null,
        syncAtEnd: true, backgroundSyncNs: 1e6, unbuffered: false });
      all();
      await session.close();
      say(JSON.stringify({ ended: counts.endedBy, fault: counts.fault && faultOf(counts.fault) }));`);
    expect(said).toEqual({ ended: "error", fault: refusal });
  });
});
