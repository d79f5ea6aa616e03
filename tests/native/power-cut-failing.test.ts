import { describe, expect, it } from "vitest";
import type { FlushModeId } from "#contract/flush-mode";
import type { NativePowerCutPrepared, NativePowerCutRun } from "#native/index";
import { failingCalls } from "../helpers/native-child";
import { sum } from "../helpers/native-engine";
import { judgeRun, plugFolderOfEach, quickLayout } from "../helpers/power-cut-run";

/** Imitates failing drives: chosen calls on the plug test's files fail. */
describe.skipIf(process.platform !== "linux")("the plug test", () => {
  const { directory, saidUnder } = failingCalls(plugFolderOfEach());

  interface Story {
    prepared: NativePowerCutPrepared;
    run: NativePowerCutRun;
    failure: { code: string; syscall: string } | null;
  }

  /**
   * Writes in these modes while the rules make calls fail. The run has far more operations than the
   * rules need, however slow the computer is.
   */
  async function tell(rules: string, modes: readonly FlushModeId[]): Promise<Story> {
    const files = { folder: directory(), modes, ...quickLayout };
    return saidUnder(
      rules,
      `(async () => {
         const story = { prepared: null, run: null, failure: null };
         const session = engine.openPowerCutSession();
         try {
           story.prepared = await session.prepare(${JSON.stringify(files)});
           const watch = setInterval(() => {
             if (session.snapshot().operations >= 2000) session.stop();
           }, 20);
           story.run = await session.run();
           clearInterval(watch);
         } catch ({ code, syscall }) {
           story.failure = { code, syscall };
         }
         await session.close();
         say(JSON.stringify(story));
       })();`,
    );
  }

  const judged = ({ prepared, run: { acknowledged } }: Story, modes: readonly FlushModeId[]) =>
    judgeRun({ files: { folder: directory(), modes, ...quickLayout }, prepared, acknowledged });

  it.each(["fsync:EIO:40:40", "pwrite:EIO:150:150"])(
    "stops writing, does not acknowledge the failed operation, and loses no acknowledged one if a call fails: %s",
    async (rule) => {
      const modes: FlushModeId[] = ["none", "fsync"];
      const story = await tell(rule, modes);
      const { run } = story;
      const [syscall] = rule.split(":");
      expect(run).toMatchObject({ endedBy: "error", fault: { code: "EIO", syscall, osCode: 5 } });
      expect(sum(run.acknowledged)).toBe(run.operations - 1);
      if (syscall === "fsync") {
        // The record was written but not acknowledged, because its flush failed.
        const { found } = await judged(story, modes);
        const last = (run.acknowledged[1] ?? 0) + 1;
        const begins = [found[1]?.slots, found[1]?.log].flatMap(
          (places) => places?.elapsedNs.filter((_, place) => places.numbers[place] === last) ?? [],
        );
        expect(begins).toEqual([run.failedAtNs]);
      }
      const { result } = await judged(story, modes);
      expect(result.modes.map(({ failed }) => failed)).toEqual([0, 0]);
    },
  );

  it("reports a slow flush as its longest operation and not as a failure", async () => {
    const { run } = await tell("fdatasync:LATE:20:20", ["none", "fdatasync"]);
    expect(run).toMatchObject({ endedBy: "stopped", failedAtNs: null });
    expect(run.longestNs).toBeGreaterThanOrEqual(500_000_000);
    expect(run.longestNs).toBeLessThan(run.elapsedNs);
  });

  it("writes the unwritten part of a record after a short write", async () => {
    const modes: FlushModeId[] = ["none", "fsync"];
    const story = await tell("pwrite:SHORT:1:1000000", modes);
    expect(story.run).toMatchObject({ endedBy: "stopped", fault: null });
    const { result } = await judged(story, modes);
    expect(result.modes.map(({ failed }) => failed)).toEqual([0, 0]);
  });

  it.each(["pwrite", "fsync", "openat", "fallocate"])("repeats %s after EINTR", async (call) => {
    const story = await tell(`${call}:EINTR:1:50`, ["none", "fsync"]);
    expect(story.failure).toBe(null);
    expect(story.run).toMatchObject({ endedBy: "stopped", fault: null });
  });

  it("makes a mode unavailable if its flush fails with EINVAL, and writes in the other mode", async () => {
    const modes: FlushModeId[] = ["none", "fdatasync"];
    const story = await tell("fdatasync:EINVAL:1:1000000", modes);
    expect(story.prepared.modes.map(({ refusal }) => refusal?.code ?? null)).toEqual([
      null,
      "EINVAL",
    ]);
    expect(story.run.acknowledged[0]).toBeGreaterThan(0);
    expect(story.run.acknowledged[1]).toBe(0);
    const { result } = await judged(story, modes);
    expect(result.modes[1]).toMatchObject({ verdict: "unavailable" });
  });

  // prepare() calls fsync twice as a trial: first on the slots, then on the folder.
  it("omits the test of file names if the sync of a folder fails with EINVAL", async () => {
    const story = await tell("fsync:EINVAL:2:2", ["fsync"]);
    expect(story.prepared.modes[0]).toMatchObject({
      refusal: null,
      nameRefusal: { code: "EINVAL", syscall: "fsync" },
    });
    const { found, result } = await judged(story, ["fsync"]);
    expect(found[0]?.names).toEqual([]);
    expect(result.modes[0]).toMatchObject({ failed: 0 });
    expect(result.modes[0]?.counts.acknowledged).toBeGreaterThan(quickLayout.namesEvery);
  });

  it("reports ENOSPC from prepare() with the failed call", async () => {
    const story = await tell("fallocate:ENOSPC:1:1", ["none"]);
    expect(story.failure).toEqual({ code: "ENOSPC", syscall: "fallocate" });
  });
});
