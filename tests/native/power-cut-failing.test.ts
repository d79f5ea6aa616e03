import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { FlushModeId } from "#contract/flush-mode";
import type { NativePowerCutPrepared, NativePowerCutRun } from "#native/index";
import { libraryOfAll } from "../helpers/c-libraries";
import { folderOfEach, makeTestDirectory } from "../helpers/folders";
import { saidUnder } from "../helpers/native-child";
import { sum } from "../helpers/native-engine";
import { judgeRun, quickLayout } from "../helpers/power-cut-run";

/** The plug test on drives that fail: chosen calls on its files are spoiled. */
describe.skipIf(process.platform !== "linux")("when the system reports", () => {
  const library = libraryOfAll("failing-calls");

  const parent = folderOfEach(makeTestDirectory);
  const directory = () => join(parent(), ".driveproof-native-test");
  beforeEach(() => void mkdirSync(directory()));

  interface Story {
    prepared: NativePowerCutPrepared;
    run: NativePowerCutRun;
    failure: { code: string; syscall: string } | null;
  }

  /** Writes for a moment in these modes while the rules spoil calls. */
  async function tell(rules: string, modes: readonly FlushModeId[]): Promise<Story> {
    const files = { folder: directory(), modes, ...quickLayout };
    return saidUnder(
      rules,
      `(async () => {
         const story = { prepared: null, run: null, failure: null };
         const session = engine.openPowerCutSession();
         try {
           story.prepared = await session.prepare(${JSON.stringify(files)});
           setTimeout(() => session.stop(), 300);
           story.run = await session.run();
         } catch ({ code, syscall }) {
           story.failure = { code, syscall };
         }
         await session.close();
         say(JSON.stringify(story));
       })();`,
      { directory: directory(), library: library() },
    );
  }

  const judged = ({ prepared, run: { acknowledged } }: Story, modes: readonly FlushModeId[]) =>
    judgeRun({ files: { folder: directory(), modes, ...quickLayout }, prepared, acknowledged });

  it.each(["fsync:EIO:40:40", "pwrite:EIO:150:150"])(
    "%s, the writing ends there and that operation is not acknowledged",
    async (rule) => {
      const modes: FlushModeId[] = ["none", "fsync"];
      const story = await tell(rule, modes);
      const { run } = story;
      const [syscall] = rule.split(":");
      expect(run).toMatchObject({ endedBy: "error", fault: { code: "EIO", syscall, osCode: 5 } });
      expect(sum(run.acknowledged)).toBe(run.operations - 1);
      if (syscall === "fsync") {
        expect(run.faultyMode).toBe(1);
        // The record itself was written: only its flush failed, and so nobody was told of it.
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

  it("a flush that takes long, that one is the longest, and nothing has failed", async () => {
    const { run } = await tell("fdatasync:LATE:20:20", ["none", "fdatasync"]);
    expect(run).toMatchObject({ endedBy: "stopped", failedAtNs: null });
    expect(run.longestNs).toBeGreaterThanOrEqual(500_000_000);
    expect(run.longestNs).toBeLessThan(run.elapsedNs);
  });

  it("half a write, the rest is written", async () => {
    const modes: FlushModeId[] = ["none", "fsync"];
    const story = await tell("pwrite:SHORT:1:1000000", modes);
    expect(story.run).toMatchObject({ endedBy: "stopped", fault: null });
    const { result } = await judged(story, modes);
    expect(result.modes.map(({ failed }) => failed)).toEqual([0, 0]);
  });

  it.each(["pwrite", "fsync", "openat", "fallocate"])(
    "an interruption of %s, the call is repeated",
    async (call) => {
      const story = await tell(`${call}:EINTR:1:50`, ["none", "fsync"]);
      expect(story.failure).toBe(null);
      expect(story.run).toMatchObject({ endedBy: "stopped", fault: null });
    },
  );

  it("EINVAL from a flush, only that mode is unavailable and has no turns", async () => {
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

  // The first fsync is the trial on the slots, the second that on the folder.
  it("EINVAL from the flush of a folder, names are left out and the rest goes on", async () => {
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

  it("ENOSPC while the files are made, with the call", async () => {
    const story = await tell("fallocate:ENOSPC:1:1", ["none"]);
    expect(story.failure).toEqual({ code: "ENOSPC", syscall: "fallocate" });
  });
});
