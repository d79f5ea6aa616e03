import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { operatingSystemOf, ordinarySaveMode } from "#contract/flush-mode";
import type { MeasureTogetherOptions, NativeParallelSession } from "#native/index";
import { folderOfEach, makeTestDirectory } from "../helpers/folders";
import { blockBytes, engine, prepareOptions, sum, until } from "../helpers/native-engine";
import { onLoopVolume } from "../helpers/native-volumes";

const mode = ordinarySaveMode(operatingSystemOf(process.platform));
const files = 4;
const fileBytes = 64 * blockBytes;

const measuring = (changes: Partial<MeasureTogetherOptions> = {}): MeasureTogetherOptions => ({
  mode,
  writers: files,
  durationNs: 100e6,
  maxBytes: 64 * 1_048_576,
  ...changes,
});

const directory = folderOfEach(makeTestDirectory);

describe("several writers on real files", () => {
  let session: NativeParallelSession;
  beforeEach(async () => {
    session = engine.openParallelSession();
  });
  afterEach(async () => {
    await session.close();
    expect(readdirSync(directory())).toEqual([]);
  });

  const prepare = () => session.prepare({ ...prepareOptions(directory()), fileBytes, files });

  it("have at least the bytes of a whole file each written by prepare(), which lists every mode", async () => {
    const prepared = await prepare();
    expect(prepared.bytesWritten).toBeGreaterThanOrEqual(files * fileBytes);
    expect(prepared.modes.map((known) => known.mode)).toEqual(
      engine.modes.map((known) => known.mode),
    );
  });

  it.each([1, 2, files])(
    "save at the same time and lose no write (number of writers: %d)",
    async (writers) => {
      await prepare();
      const started = process.hrtime.bigint();
      // 400 ms are enough that even on a busy computer the last writer begins before the first one
      // ends.
      const durationNs = 400e6;
      const counts = await session.measure(measuring({ writers, durationNs }));
      const tookNs = Number(process.hrtime.bigint() - started);
      expect(counts).toHaveLength(writers);
      for (const writer of counts) {
        expect(writer).toMatchObject({ endedBy: "time", fault: null });
        expect(writer.operations).toBeGreaterThan(0);
        expect(writer.bytes).toBe(writer.operations * blockBytes);
        expect(sum(writer.latency.counts)).toBe(writer.operations);
      }
      // The times of all writers are on one clock, which begins with the first writer.
      expect(Math.min(...counts.map(({ startNs }) => startNs))).toBe(0);
      for (const { startNs, endNs, elapsedNs } of counts) {
        expect(endNs - startNs).toBe(elapsedNs);
        expect(endNs).toBeLessThanOrEqual(tookNs);
      }
      // No writer waits for the end of another.
      const lastStartNs = Math.max(...counts.map(({ startNs }) => startNs));
      expect(lastStartNs).toBeLessThan(Math.min(...counts.map(({ endNs }) => endNs)));
      expect(sum(counts.map(({ elapsedNs }) => elapsedNs))).toBeGreaterThan(
        0.9 * writers * durationNs,
      );
      const checked = await session.verify();
      expect(checked).toMatchObject({
        blocksChecked: files * (fileBytes / blockBytes),
        mismatchCount: 0,
        endedBy: "complete",
        fault: null,
      });
    },
  );

  it("end on stop() without a damaged block, and can write again after drain()", async () => {
    await prepare();
    const running = session.measure(measuring({ durationNs: 3600e9, maxBytes: 1e15 }));
    await until("all of them save", () => session.snapshot().operations > 2 * files);
    session.stop();
    const counts = await running;
    expect(counts.map(({ endedBy }) => endedBy)).toEqual(counts.map(() => "stopped"));
    expect(await session.verify()).toMatchObject({ mismatchCount: 0, endedBy: "complete" });
    await session.drain();
    const again = await session.measure(measuring());
    expect(again.map(({ endedBy }) => endedBy)).toEqual(again.map(() => "time"));
  });

  it("each end after the planned bytes", async () => {
    await prepare();
    const counts = await session.measure(measuring({ durationNs: 60e9, maxBytes: 8 * blockBytes }));
    expect(counts.map(({ operations }) => operations)).toEqual(counts.map(() => 8));
  });

  it("fail with an error if measure() comes before prepare(), or if prepare() comes twice", async () => {
    expect(() => session.measure(measuring())).toThrow(/prepare/);
    await prepare();
    expect(() => prepare()).toThrow(/already/);
  });
});

it("a parallel session leaves no file behind, and another program's file unchanged, if that file has one of its file names", async ({
  skip,
}) => {
  const tryIn = async (place: string, hasNames: boolean) => {
    const taken = prepareOptions(place).fileName.replace(".tmp", "-3.tmp");
    writeFileSync(join(place, taken), "theirs");
    const session = engine.openParallelSession();
    const made = session.prepare({ ...prepareOptions(place), fileBytes, files });
    const code = process.platform === "win32" ? "ERROR_FILE_EXISTS" : "EEXIST";
    await (hasNames ? expect(made).rejects.toMatchObject({ code }) : made);
    await session.close();
    expect(readdirSync(place)).toEqual([taken]);
    expect(readFileSync(join(place, taken), "utf8")).toBe("theirs");
  };
  if (process.platform === "linux") {
    await tryIn(directory(), false);
    // On btrfs the test files have names.
    await onLoopVolume(skip, "btrfs", 256, ({ mountPoint }) => tryIn(mountPoint, true));
  } else {
    await tryIn(directory(), true);
  }
});
