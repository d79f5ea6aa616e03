import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { DurableFile } from "../../electron/main/files/durable-file";
import { syncFolderOf } from "../../electron/main/files/durable-write";
import { folderOfEach, makeTestDirectory } from "../helpers/folders";
import { engine } from "../helpers/native-engine";
import { skipFor } from "../helpers/skipped";
import { holdElsewhere, underWine } from "./windows-setting";

const directory = folderOfEach(makeTestDirectory);
const folderName = ".driveproof-native-test.folder";
const heldMs = 800;

// Sharing modes of CreateFile. Most virus scanners share everything; some let nobody write or
// remove the file.
const sharing = [
  ["sharing it fully", 7],
  ["sharing it for reading only", 1],
] as const;

async function documents() {
  const session = engine.openDocumentSession();
  const options = { directory: directory(), folderName, mostBytes: 4096, seed: 1 };
  await session.prepare(options);
  return { session, document: join(directory(), folderName, "document") };
}

describe.each(sharing)(
  "while another program has a file open, as a virus scanner has, %s,",
  (_, share) => {
    const scan = (file: string) => holdElsewhere(file, share, heldMs);

    it.for(engine.documentWays.map(({ way }) => way))(
      "a save waits until the document can be replaced, and counts the wait as its time: %s",
      async (way, { skip }) => {
        const isLeft = underWine && way === "replace_file" && share === 1;
        skipFor(skip, isLeft && "Wine 8 renames the old file before it knows that it may");
        const { session, document } = await documents();
        await scan(document);
        const counts = await session.save({
          way,
          documentBytes: 4096,
          durationNs: 1,
          maxBytes: 1e6,
        });
        expect(counts).toMatchObject({ fault: null, documents: 1, endedBy: "time" });
        // ReplaceFileW renames the old file, which needs no wait if the programs that hold it open
        // share everything.
        const waitedMs = way === "replace_file" && share === 7 ? 0 : heldMs / 8;
        expect(counts.latency.sumNs).toBeGreaterThan(waitedMs * 1e6);
        expect(await session.check()).toBe(true);
        await session.close();
        expect(readdirSync(directory())).toEqual([]);
      },
    );

    it("close() of a document session waits until its folder can be removed", async () => {
      const { session, document } = await documents();
      await scan(document);
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
      await scan(slots);
      const ours = { folder, modeNames: ["none"], testId: null, run: 7 };
      expect(await engine.removePowerCutTest(ours)).toBe(true);
      expect(readdirSync(directory())).toEqual([]);
    });

    it("syncFolderOf() of the file does not reject", async () => {
      const file = join(directory(), "report.json");
      writeFileSync(file, "{}");
      const { ended } = await scan(file);
      await syncFolderOf(file);
      await ended;
    });

    it("DurableFile.remove() waits until the file can be removed", async () => {
      const file = join(directory(), "kept.json");
      writeFileSync(file, "{}");
      const { ended } = await scan(file);
      await new DurableFile(file, z.object({})).remove();
      await ended;
      expect(readdirSync(directory())).toEqual([]);
    });
  },
);
