import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { newPowerCutState, type PowerCutState, powerCutStages } from "#contract/power-cut/state";
import type { PowerCutModeResult, PowerCutTest } from "#contract/power-cut/test";
import { stateFileIn } from "../../../electron/main/power-cut/files";
import { powerCutPlan } from "../../helpers/sample-power-cut-test";
import { inLaboratory } from "../fixture/in-laboratory";
import { run } from "../fixture/laboratory";
import { type Tally, tallyMode } from "./independent-reader";
import { LosableDrive } from "./losable-drive";
import {
  type FinishedPowerCutTest,
  finishPowerCutTest,
  WritingPowerCutTest,
} from "./power-cut-test";

/**
 * The plug test against drives whose truth is known: the shipped program writes on a simulated
 * drive, the power is cut at a random moment, and the program's result is compared with an
 * independent count.
 */
const safeModes = ["fsync", "fdatasync", "o_dsync"] as const;
const allModes = ["none", ...safeModes];
const cuts = 10;
/**
 * The sync of another program just before a cut may save the control's writes. It does not happen
 * before every one of 30 cuts.
 */
const mostCuts = 30;

/**
 * Half of the cuts test the control and one safe mode, so that each cut proves or refutes that
 * mode; the other half test all modes in turns.
 */
function modesOf(cut: number): readonly string[] {
  return cut % 4 < 2 ? ["none", safeModes[cut % safeModes.length] ?? "fsync"] : allModes;
}

interface Cut {
  readonly finished: FinishedPowerCutTest;
  readonly tallies: ReadonlyMap<string, Tally>;
  readonly acknowledged: ReadonlyMap<string, number>;
}

inLaboratory("on simulated drives,", (laboratory) => {
  let drives = 0;

  /**
   * Runs `body` with a drive; one that hides its cache confirms each flush and makes nothing
   * permanent.
   */
  function withDrive<Result>(
    { hidesItsCache }: { readonly hidesItsCache: boolean },
    body: (drive: LosableDrive) => Promise<Result>,
  ): Promise<Result> {
    drives += 1;
    const flaws = hidesItsCache ? ["ignore-flushes"] : [];
    return LosableDrive.with(laboratory(), `drive-${drives}`, { flaws }, body);
  }

  /** Writes the lines of a plug test to a file that is not on the drive, and returns its path. */
  function witnessOf(writing: WritingPowerCutTest): string {
    const file = join(laboratory().folder, `${writing.state.plan.testId}.jsonl`);
    writeFileSync(file, writing.lines);
    return file;
  }

  /** A plug test from the first record to the result, with the power cut in between. */
  function cutOnce(options: {
    readonly hidesItsCache: boolean;
    readonly modes: readonly string[];
    /** Runs while the plug test writes records, before the power cut. */
    readonly meanwhile: (drive: LosableDrive) => Promise<void>;
  }): Promise<Cut> {
    const { modes } = options;
    return withDrive(options, async (drive) => {
      const writing = new WritingPowerCutTest(drive.mountPoint, modes);
      await writing.prepared();
      await drive.writeCacheOut();
      await writing.beginWriting();
      await writing.writtenInEveryMode();
      await options.meanwhile(drive);
      drive.cutPower();
      expect(await writing.ended()).toBe(4);
      expect(writing.state).toMatchObject({ stage: "drive-lost", driveLost: true });
      await drive.powerOn();
      const finished = await finishPowerCutTest(drive.mountPoint, witnessOf(writing), "cable");
      const { plan } = writing.state;
      const acknowledged = new Map(modes.map((mode) => [mode, writing.acknowledged(mode)]));
      const tallies = new Map(
        modes.map((mode, writer) => [
          mode,
          tallyMode(join(plan.folder, mode), writer, plan.layout, acknowledged.get(mode) ?? 0),
        ]),
      );
      return { finished, tallies, acknowledged };
    });
  }

  /** Compares the program's counts for every mode with those of the independent reader. */
  function expectTheTruth({ finished: { result, report }, tallies, acknowledged }: Cut): void {
    expect(report).toMatchObject({ runId: result.testId, flushModes: [] });
    // The mode of the ordinary save decides the outcome, unless another mode lost a save.
    const main = result.modes.find(({ mode }) => mode === "fsync") ?? result.modes[1];
    const isCut = result.outcome === "lost" || main?.verdict === "kept";
    expect(result.cut.evidence).toBe("person");
    expect(report.powerCut).toMatchObject({ cuts: isCut ? 1 : 0, confirmedCuts: 0 });
    for (const mode of result.modes) {
      const sum = report.powerCut?.modes.find((one) => one.mode === mode.mode);
      const isProven = mode.verdict === "kept" || mode.verdict === "lost";
      expect(sum).toMatchObject({
        systemCall: mode.systemCall,
        cuts: isProven ? 1 : 0,
        cutsWithLoss: mode.verdict === "lost" ? 1 : 0,
        counts: isProven ? mode.counts : { acknowledged: 0, survived: 0 },
      });
      const tally = tallies.get(mode.mode);
      const { counts } = mode;
      expect({
        mode: mode.mode,
        acknowledged: counts.acknowledged,
        places: counts.acknowledged - counts.replaced,
        survived: counts.survived,
        underWay: counts.inFlight,
        failed: mode.failed,
        wrongHashes: counts.corrupted,
      }).toEqual({
        mode: mode.mode,
        acknowledged: acknowledged.get(mode.mode),
        places: tally?.places,
        survived: tally?.survived,
        underWay: tally?.underWay,
        failed: tally?.failed,
        wrongHashes: tally?.wrongHashes,
      });
    }
  }

  const modeOf = (result: PowerCutTest, mode: string): PowerCutModeResult => {
    const found = result.modes.find((one) => one.mode === mode);
    if (!found) {
      throw new Error(`the result has no mode ${mode}`);
    }
    return found;
  };

  const aWhile = () => sleep(Math.random() * 1000);

  /**
   * Runs `cuts` cuts, two at a time, because most of a cut is waiting; runs more, up to `mostCuts`,
   * until `isEnough`.
   */
  async function cutAgainAndAgain(
    body: (cut: number) => Promise<void>,
    isEnough = () => true,
  ): Promise<void> {
    const lanes = [0, 1].map(async (lane) => {
      for (let cut = lane; cut < cuts || (cut < mostCuts && !isEnough()); cut += 2) {
        await body(cut);
      }
    });
    // Waits for both series of cuts, so that every drive is taken apart before the first failure is
    // thrown.
    const ends = await Promise.allSettled(lanes);
    const failed = ends.find((end) => end.status === "rejected");
    if (failed?.status === "rejected") {
      throw failed.reason;
    }
  }

  it(`the plug test finds every confirmed save on a faithful drive after each of at least ${cuts} power cuts`, async () => {
    let proven = 0;
    await cutAgainAndAgain(
      async (cut) => {
        const modes = modesOf(cut);
        const done = await cutOnce({ hidesItsCache: false, modes, meanwhile: aWhile });
        expectTheTruth(done);
        const { result, report, code, stderr } = done.finished;
        // The control may have kept everything: another program's sync just before the cut saves
        // its writes, too.
        const isControlLost = (done.tallies.get("none")?.failed ?? 0) > 0;
        const control = isControlLost ? "lost" : "kept";
        expect({ code, control: result.control }).toEqual({ code: 0, control });
        for (const mode of result.modes.filter(({ mode: id }) => id !== "none")) {
          expect(mode).toMatchObject({ failed: 0, lossExpected: false });
          expect(mode.counts.survived).toBeGreaterThan(0);
          expect(
            isControlLost ? [null, "flushed-by-another", "window-too-long"] : ["control-survived"],
          ).toContain(mode.doubt);
        }
        if (!isControlLost) {
          expect(result.outcome).toBe("not-proven");
          return;
        }
        expect(report.verdict.headline).toMatch(
          /^With writes that nothing confirms this drive lost/,
        );
        expect(modeOf(result, "none")).toMatchObject({ verdict: "lost", lossExpected: true });
        // On a busy computer the witness may lag too far behind to prove anything.
        if (modes.length === 2 && result.modes[1]?.doubt !== "window-too-long") {
          expect(result.outcome).toBe("kept");
          proven += 1;
          expect(stderr).toMatch(/^No save that was confirmed as safe was lost/m);
          expect(report.verdict.headline).toMatch(/ it lost nothing, if the power was cut as/);
          expect(report.powerCut).toMatchObject({ cutsWithLoss: 0, lossRateBound: 1 });
        }
      },
      () => proven > 0,
    );
    expect(proven).toBeGreaterThan(0);
  }, 180_000);

  it(`the plug test counts exactly the saves that a drive with a hidden cache loses in each of ${cuts} power cuts`, async () => {
    await cutAgainAndAgain(async (cut) => {
      // In every third cut the drive makes its cache permanent by itself before the cut.
      const writesOut = cut % 3 === 1;
      const done = await cutOnce({
        hidesItsCache: true,
        modes: modesOf(cut),
        meanwhile: async (drive) => {
          await aWhile();
          if (writesOut) {
            await drive.writeCacheOut();
            await sleep(600);
          }
        },
      });
      expectTheTruth(done);
      const { result, report, code, stderr } = done.finished;
      expect({ code, outcome: result.outcome }).toEqual({ code: 4, outcome: "lost" });
      expect(report.powerCut).toMatchObject({ cutsWithLoss: 1, lossRateBound: null });
      expect(report.verdict).toMatchObject({
        grade: "poor",
        answers: [{ word: "No" }, { word: "No" }],
      });
      expect(stderr).toMatch(/^[\d\u202f\u00a0 ]+ saves? that had been confirmed did not survive/m);
      for (const mode of result.modes.filter(() => !writesOut)) {
        expect(mode.verdict).toBe("lost");
        expect(mode.failed).toBeGreaterThan(0);
      }
    });
  }, 180_000);

  it("the plug test counts every record that was not overwritten as lost if the test folder never reached the drive", async () => {
    await withDrive({ hidesItsCache: true }, async (drive) => {
      const writing = new WritingPowerCutTest(drive.mountPoint, allModes);
      await writing.prepared();
      await writing.beginWriting();
      await writing.writtenInEveryMode();
      drive.cutPower();
      await writing.ended();
      await drive.powerOn();
      const witness = witnessOf(writing);
      const { code, result } = await finishPowerCutTest(drive.mountPoint, witness, "cable");
      expect(code).toBe(4);
      for (const mode of result.modes) {
        const { counts } = mode;
        expect(counts.acknowledged).toBe(writing.acknowledged(mode.mode));
        expect(mode.failed).toBe(counts.acknowledged - counts.replaced);
        expect(counts.survived).toBe(0);
      }
    });
  });

  it("a simulated drive rejects the writes of an earlier mount after a power cut", async () => {
    await withDrive({ hidesItsCache: false }, async (drive) => {
      const file = join(drive.mountPoint, "file");
      await writeFile(file, Buffer.alloc(2 ** 16, "a"), { flush: true });
      // The `unshare` process makes a mount namespace, in which the file system from before the cut
      // stays mounted.
      const own = ["--mount", "--propagation", "private"];
      const flush = `read line; echo "$line"; read line; sync --file-system "$0"; echo "$line"; cat`;
      const holder = spawn("unshare", [...own, "sh", "-c", flush, drive.mountPoint], {
        stdio: ["pipe", "pipe", "ignore"],
      });
      try {
        holder.stdin.write("held\n");
        await once(holder.stdout, "data");
        const handle = await open(file, "r+");
        await handle.write(Buffer.alloc(2 ** 16, "b"), 0, 2 ** 16, 0);
        await handle.close();
        drive.cutPower();
        await drive.powerOn();
        holder.stdin.write("flushed\n");
        await once(holder.stdout, "data");
        // A direct read, because the page cache could still return the content from before the cut.
        const read = [`if=${file}`, "iflag=direct", "bs=4096", "count=1", "status=none"];
        expect(await run("dd", ...read)).toBe("a".repeat(4096));
      } finally {
        holder.stdin.end();
        await once(holder, "exit");
      }
    });
  });

  it("the plug test does not mistake the end of the writing program for a power cut", async () => {
    await withDrive({ hidesItsCache: false }, async (drive) => {
      const writing = new WritingPowerCutTest(drive.mountPoint, allModes);
      await writing.prepared();
      await writing.beginWriting();
      await writing.writtenInEveryMode();
      writing.kill();
      await writing.ended();
      const { code, result } = await finishPowerCutTest(drive.mountPoint, witnessOf(writing));
      expect({ code, outcome: result.outcome, control: result.control }).toEqual({
        code: 0,
        outcome: "not-proven",
        control: "kept",
      });
      for (const mode of result.modes) {
        expect(mode).toMatchObject({ failed: 0, doubt: "no-power-cut" });
      }
    });
  });

  it("a plug test keeps its state file through a power cut, both after a save and during a save", async () => {
    await withDrive({ hidesItsCache: false }, async (drive) => {
      const store = stateFileIn(drive.mountPoint);
      const state = newPowerCutState(powerCutPlan);
      for (const stage of powerCutStages) {
        await store.save({ ...state, stage });
      }
      drive.cutPower();
      await drive.powerOn();
      expect((await store.read())?.stage).toBe(powerCutStages.at(-1));

      const endless = keepSaving(store, state);
      await sleep(Math.random() * 50);
      drive.cutPower();
      const confirmed = await endless;
      await drive.powerOn();
      const kept = await stateFileIn(drive.mountPoint).read();
      expect(Number(kept?.plan.layout.run)).toBeGreaterThanOrEqual(confirmed);
    });
  });

  /**
   * Saves one state after the other until a save fails; returns the number of the last saved state.
   */
  async function keepSaving(
    store: ReturnType<typeof stateFileIn>,
    state: PowerCutState,
  ): Promise<number> {
    const { plan } = state;
    for (let run = 1; ; run += 1) {
      try {
        await store.save({ ...state, plan: { ...plan, layout: { ...plan.layout, run } } });
      } catch (error) {
        expect(error).toMatchObject({ code: expect.stringMatching(/EIO|EROFS/) });
        return run - 1;
      }
    }
  }
});
