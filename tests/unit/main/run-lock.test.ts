import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { acquireRunLock } from "../../../electron/main/run-lock";

let folder: string;
let address: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "driveproof-lock-"));
  address =
    process.platform === "win32"
      ? `\\\\.\\pipe\\${path.basename(folder)}`
      : path.join(folder, "lock");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("lets one in at a time", async () => {
  const release = await acquireRunLock(address);
  await expect(acquireRunLock(address)).rejects.toThrow(/Another DriveProof inspection/);
  release();
  const again = await acquireRunLock(address);
  again();
});

it("takes over the lock of a program that was killed", async () => {
  const script = path.join(folder, "holder.cjs");
  writeFileSync(
    script,
    `require("node:net").createServer().listen(process.argv[2], () => process.send("held"));`,
  );
  const holder = fork(script, [address]);
  await once(holder, "message");
  await expect(acquireRunLock(address)).rejects.toThrow(/Another/);
  holder.kill("SIGKILL");
  await once(holder, "exit");
  const release = await acquireRunLock(address);
  release();
});
