import { spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { endProgram } from "../../../../electron/main/files/end-program";
import { folderOfEach } from "../../../helpers/folders";

// Imitates a call that no drive answers by reading a pipe without a writer.
describe.skipIf(process.platform === "win32")("endProgram()", () => {
  const folder = folderOfEach();
  let pipe: string;
  const kill = vi.fn((_pid: number, _signal?: string | number) => true as const);

  beforeEach(() => {
    pipe = join(folder(), "pipe");
    spawnSync("mkfifo", [pipe]);
    vi.spyOn(process, "kill").mockImplementation(kill);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    kill.mockReset();
  });

  it("exits, and does not kill the process, if no file system call is running", async () => {
    const exit = vi.fn();
    await endProgram(exit);
    expect(exit).toHaveBeenCalledOnce();
    expect(kill).not.toHaveBeenCalled();
  });

  it("waits for a running call to return before it exits", async () => {
    const exit = vi.fn();
    const reading = readFile(pipe, "utf8");
    const ended = endProgram(exit);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(exit).not.toHaveBeenCalled();
    await writeFile(pipe, "late");
    expect(await reading).toBe("late");
    await ended;
    expect(exit).toHaveBeenCalledOnce();
    expect(kill).not.toHaveBeenCalled();
  });

  it("kills the process if a running call does not return", async () => {
    kill.mockImplementationOnce(() => {
      void writeFile(pipe, "");
      return true;
    });
    const reading = readFile(pipe, "utf8");
    await endProgram(() => expect(kill).toHaveBeenCalledWith(process.pid, "SIGKILL"));
    expect(await reading).toBe("");
  });
});
