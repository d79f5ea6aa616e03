import { closeSync, mkdirSync, openSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderOfEach, makeTestDirectory } from "../helpers/folders";
import { engine } from "../helpers/native-engine";

const directory = folderOfEach(makeTestDirectory);
const folderName = ".driveproof-native-test.folder";
const heldMs = 300;

/** Opens the file as a virus scanner or an indexer does, which shares everything, for a moment. */
function scan(file: string): void {
  const descriptor = openSync(file, "r");
  setTimeout(() => closeSync(descriptor), heldMs);
}

async function documents() {
  const session = engine.openDocumentSession();
  const options = { directory: directory(), folderName, mostBytes: 4096, seed: 1 };
  await session.prepare(options);
  return { session, document: join(directory(), folderName, "document") };
}

describe("while a virus scanner has a file open,", () => {
  it.each(engine.documentWays.map(({ way }) => way))(
    "a save waits until the document can be replaced, and counts the wait as its time: %s",
    async (way) => {
      const { session, document } = await documents();
      scan(document);
      const counts = await session.save({ way, documentBytes: 4096, durationNs: 1, maxBytes: 1e6 });
      expect(counts).toMatchObject({ fault: null, documents: 1, endedBy: "time" });
      // ReplaceFileW gives the old file another name, which an open file need not prevent.
      const waitedMs = way === "replace_file" ? 0 : heldMs / 2;
      expect(counts.latency.sumNs).toBeGreaterThan(waitedMs * 1e6);
      expect(await session.check()).toBe(true);
      await session.close();
    },
  );

  it("close() waits until the folder of the documents can be removed", async () => {
    const { session, document } = await documents();
    scan(document);
    await session.close();
    expect(readdirSync(directory())).toEqual([]);
  });

  it("the removal of a plug test waits until its files can be removed", async () => {
    const folder = join(directory(), "DriveProof plug test");
    mkdirSync(join(folder, "none"), { recursive: true });
    const slots = join(folder, "none", "slots");
    const record = Buffer.alloc(512, 7);
    record.write("DrPfPlg2", 0, "latin1");
    record.writeBigUInt64LE(7n, 8);
    writeFileSync(slots, record);
    scan(slots);
    const ours = { folder, modeNames: ["none"], testId: null, run: 7 };
    expect(await engine.removePowerCutTest(ours)).toBe(true);
    expect(readdirSync(directory())).toEqual([]);
  });
});
