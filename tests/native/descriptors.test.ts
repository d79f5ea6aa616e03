import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { prepareOptions, testFileDescriptors, until, withSession } from "../helpers/native-engine";
import { fileBytes, withFile } from "../helpers/native-sequential";

const endless = { mode: "none", durationNs: 3600e9, maxBytes: 1e15 } as const;

/**
 * On Linux the timed thread has its own table of descriptors; the rest of the process must not
 * notice.
 */
describe.skipIf(process.platform !== "linux")("while a round runs,", () => {
  it("the test file stays in the descriptor table of the process", async () => {
    await withFile(fileBytes, async (session) => {
      const before = testFileDescriptors();
      const counting = session.measure(endless);
      await until("operations are counted", () => session.snapshot().operations > 0);
      expect(testFileDescriptors()).toEqual(before);
      session.stop();
      await counting;
      expect(testFileDescriptors()).toEqual(before);
    });
  });

  it("a reader sees the end of a pipe that the process closes, whether opened before or after the test file", async () => {
    await withSession(async (session, directory) => {
      // Starts one reader before prepare() and one after, so that its pipe's descriptor is below or
      // above those of the test file.
      const readers = [spawnReader()];
      await session.prepare(prepareOptions(directory));
      readers.push(spawnReader());
      const counting = session.measure(endless);
      await until("operations are counted", () => session.snapshot().operations > 0);
      for (const { process, ended } of readers) {
        process.stdin.destroy();
        expect(await ended).toEqual([0, null]);
      }
      expect(session.snapshot().task).toBe("measuring");
      session.stop();
      expect(await counting).toMatchObject({ endedBy: "stopped" });
    });
  });
});

function spawnReader() {
  const process = spawn("cat", { stdio: ["pipe", "ignore", "ignore"] });
  return { process, ended: once(process, "exit") };
}
