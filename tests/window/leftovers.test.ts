import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { folderOfEach } from "../helpers/folders";
import { openRealApp, type RealApp, startSmoke } from "../helpers/real-app";

/**
 * What the whole program leaves behind when all its processes are killed at once, and what its next
 * start removes.
 */

const run = "0b6f0e3e-5d0c-4a53-8f5b-7e9f0a1b2c3d";
const folder = folderOfEach();
const data = folderOfEach();

const remembered = () =>
  (
    JSON.parse(readFileSync(path.join(data(), "unfinished-inspections.json"), "utf8")) as {
      readonly directory: string;
    }[]
  ).map(({ directory }) => directory);

async function startInspection(real: RealApp): Promise<void> {
  await real.answerFolderDialog(folder());
  await startSmoke(real.page);
}

it("the next start of the program removes the files that a killed inspection left and nothing else, and forgets the folder", async () => {
  const killed = await openRealApp({ data: data() });
  await startInspection(killed);
  expect(remembered()).toEqual([folder()]);
  await killed.kill();
  // The named file stands for the test file on a file system where test files have names, and the
  // folder for that of a database whose guardian process was killed, too.
  writeFileSync(path.join(folder(), `.driveproof-${run}.tmp`), "left");
  mkdirSync(path.join(folder(), `.driveproof-${run}-1.db`));
  writeFileSync(path.join(folder(), "letter.txt"), "precious");

  const real = await openRealApp({ data: data() });
  try {
    await expect.poll(() => readdirSync(folder())).toEqual(["letter.txt"]);
    await expect.poll(remembered).toEqual([]);
    // The program forgets the folder of an inspection when the inspection ends.
    await startInspection(real);
    expect(remembered()).toEqual([folder()]);
    await real.page.evaluate(() => window.driveproof.stopInspection());
    await expect.poll(remembered).toEqual([]);
  } finally {
    await real.close();
  }
});
