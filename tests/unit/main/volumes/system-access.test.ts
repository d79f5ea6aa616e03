import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterEach, expect, it, vi } from "vitest";
import { nodeSystemAccess } from "../../../../electron/main/volumes/system-access";
import { NotAnswering } from "../../../../electron/main/volumes/time-limit";
import { foldersOfEach } from "../../../helpers/folders";

const newFolder = foldersOfEach();
afterEach(() => vi.useRealTimers());

/** A program that writes its process number to a file and then hangs. */
const hanging = `
  const fs = require("node:fs");
  fs.writeFileSync(process.argv[1] + ".new", String(process.pid));
  fs.renameSync(process.argv[1] + ".new", process.argv[1]);
  setTimeout(() => undefined, 20_000);
`;

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it("SystemAccess.run() kills a program at its time limit, not earlier, and rejects with NotAnswering", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const file = path.join(newFolder(), "pid");
  const args = ["-e", hanging, file];
  const answer = nodeSystemAccess().run(process.execPath, args, { timeoutMs: 5000 });
  const rejected = expect(answer).rejects.toBeInstanceOf(NotAnswering);
  while (!existsSync(file)) {
    await setImmediate();
  }
  const pid = Number(readFileSync(file, "utf8"));
  vi.advanceTimersByTime(4999);
  expect(isRunning(pid)).toBe(true);
  vi.advanceTimersByTime(1);
  await rejected;
  await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false);
});
