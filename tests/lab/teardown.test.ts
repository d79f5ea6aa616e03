import { spawn, spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { expect, it } from "vitest";
import { type BuiltDrive, build, type Recipe } from "./fixture/build";
import { inLaboratory } from "./fixture/in-laboratory";
import { detach, loopsBelow, mountsBelow, sweep, sweepLeftovers } from "./fixture/sweep.mjs";

const recipe: Recipe = { medium: "simulated", visible: true, fileSystem: "ext4", mebibytes: 32 };

function expectNothingLeft(folder: string): void {
  expect(mountsBelow(folder)).toEqual([]);
  expect(loopsBelow(folder)).toEqual([]);
  expect(existsSync(folder)).toBe(false);
}

inLaboratory("after a test on a simulated drive,", (laboratory) => {
  let number = 0;

  async function built(parent = laboratory().folder): Promise<[folder: string, drive: BuiltDrive]> {
    number += 1;
    const folder = join(parent, `teardown-${number}`);
    mkdirSync(folder, { recursive: true });
    const drive = await build(laboratory(), folder, recipe);
    expect(mountsBelow(folder)).toHaveLength(2);
    expect(loopsBelow(folder)).toHaveLength(2);
    return [folder, drive];
  }

  it("the teardown leaves no mount, loop device or folder behind", async () => {
    const [folder] = await built();
    await sweep(folder);
    expectNothingLeft(folder);
  });

  it("the teardown resets the write cache setting of a loop device", async () => {
    const [folder, { blockDevice }] = await built();
    const cache = `/sys/block/${blockDevice}/queue/write_cache`;
    spawnSync("sh", ["-c", `echo write through > ${cache}`]);
    expect(readFileSync(cache, "utf8")).toBe("write through\n");
    await sweep(folder);
    expect(readFileSync(cache, "utf8")).toBe("write back\n");
  });

  it("the teardown does not detach a loop device that now belongs to another test's file", async () => {
    const [folder, { blockDevice }] = await built();
    await detach(`/dev/${blockDevice}`, join(laboratory().folder, "teardown"));
    expect(loopsBelow(folder)).toHaveLength(2);
    await sweep(folder);
  });

  it("the drive can be attached again after another program has detached it", async () => {
    const [folder, { mountPoint, blockDevice, attachAgain }] = await built();
    writeFileSync(join(mountPoint, "file"), "kept");
    // Detaches the device while it is mounted: the kernel frees it at the unmount.
    spawnSync("losetup", ["--detach", `/dev/${blockDevice}`]);
    await attachAgain?.();
    expect(readFileSync(join(mountPoint, "file"), "utf8")).toBe("kept");
    await sweep(folder);
  });

  it("the teardown does not wait for a drive that has disappeared", async () => {
    const [folder, { simulated }] = await built();
    simulated?.vanish();
    await sweep(folder);
    expectNothingLeft(folder);
  });

  it("the teardown ends an inspection that still runs on the drive", async () => {
    const [folder, { mountPoint }] = await built();
    const handle = openSync(join(mountPoint, "file"), "w");
    // The teardown recognizes an inspection by the option --path with a folder of the laboratory.
    const inspection = spawn(
      process.execPath,
      ["-e", "setTimeout(() => {}, 60000)", "--", "--path", mountPoint],
      { stdio: [handle, "ignore", "ignore"] },
    );
    closeSync(handle);
    const ended = new Promise((settle) => inspection.once("exit", (_, signal) => settle(signal)));
    await sweep(folder);
    expect(await ended).toBe("SIGKILL");
    expectNothingLeft(folder);
  });

  it("the teardown also runs once the pipe from the tests has ended, as after a kill of the tests", async () => {
    const [folder] = await built();
    const cleanup = spawn(process.execPath, [resolve(__dirname, "fixture/cleanup.mjs"), folder], {
      detached: true,
      stdio: ["pipe", "ignore", "inherit"],
    });
    const ended = new Promise((settle) => cleanup.once("exit", settle));
    cleanup.stdin.end();
    expect(await ended).toBe(0);
    expectNothingLeft(folder);
  });

  it("the next start of the tests removes the folders that ended tests have left, and no other folder", async () => {
    const gone = spawnSync("true").pid;
    // Uses a separate folder, because the laboratory's other test files check that the common one
    // has no leftovers.
    const place = join(laboratory().folder, "leftovers");
    const parent = join(place, `driveproof-lab-${gone}-1-left`);
    const atWork = join(place, basename(laboratory().folder));
    mkdirSync(atWork, { recursive: true });
    const [folder] = await built(parent);
    const { swept } = await sweepLeftovers(place);
    expect(swept).toEqual([basename(parent)]);
    expectNothingLeft(folder);
    expect(existsSync(parent)).toBe(false);
    expect(existsSync(atWork)).toBe(true);
  });
});
