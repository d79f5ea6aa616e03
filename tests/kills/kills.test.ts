import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { chance } from "../helpers/chance";
import { makeTestDirectory } from "../helpers/folders";
import { complaints, killedWorkloads, killOnce, killTable } from "../helpers/kill-rounds";
import { loopVolumeProblem, withLoopVolume } from "../helpers/native-volumes";
import { skipFor } from "../helpers/skipped";

/** DRIVEPROOF_KILLS sets the number of kills; DRIVEPROOF_SEED repeats a run. */
const kills = Number(process.env.DRIVEPROOF_KILLS ?? 100);
const seed = Number(process.env.DRIVEPROOF_SEED ?? randomInt(2 ** 31));

it(`${kills} runs killed at random moments leave no file after the program's next start (seed ${seed})`, async ({
  skip,
}) => {
  skipFor(skip, process.platform !== "linux" && "whose child a process is, is read on Linux only");
  const random = chance(seed);
  const rounds: Awaited<ReturnType<typeof killOnce>>[] = [];
  const killIn = async (above: string, count: number) => {
    let begun = 0;
    const lane = async () => {
      while (begun < count) {
        const workload = killedWorkloads[begun % killedWorkloads.length] ?? "commits";
        begun += 1;
        const folder = mkdtempSync(path.join(above, "kill-"));
        rounds.push(await killOnce(workload, folder, random));
        rmSync(folder, { recursive: true, force: true });
      }
    };
    // Three kills at a time, because they mostly wait: each has its own folder, lock and list.
    await Promise.all([lane(), lane(), lane()]);
  };
  const problem = loopVolumeProblem("btrfs");
  // Makes half of the kills on btrfs, where test files have names: on other file systems a kill can
  // leave only a database's files.
  const named = problem === null ? Math.floor(kills / 2) : 0;
  if (named > 0) {
    await withLoopVolume("btrfs", 8192, ({ mountPoint }) => killIn(mountPoint, named));
  } else {
    console.warn(`all kills on this computer's own file system: ${problem}`);
  }
  const directory = makeTestDirectory();
  await killIn(directory, kills - named).finally(() => rmSync(directory, { recursive: true }));
  const sentences = [...new Set(rounds.flatMap(({ said }) => said))].map((sentence) =>
    sentence.replace(/ of \S+ was/, " of FOLDER was"),
  );
  console.log(`seed ${seed}\n${killTable(rounds)}\n${[...new Set(sentences)].join("\n")}`);
  expect(rounds.flatMap(complaints)).toEqual([]);
  expect(rounds.some(({ left }) => left.length > 0)).toBe(true);
});
