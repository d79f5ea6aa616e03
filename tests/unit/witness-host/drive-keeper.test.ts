import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DrivePlace } from "#contract/power-cut/witness";
import { witnessWords } from "#text/witness-page";
import { DriveKeeper } from "../../../electron/witness-host/drive-keeper";
import { faultOf } from "../../../electron/witness-host/faults";
import { WitnessLedger } from "../../../electron/witness-host/ledger";
import { Sealer } from "../../../electron/witness-host/seal";
import { WitnessFile } from "../../../electron/witness-host/witness-file";
import { eventually } from "../../helpers/eventually";
import { folderOfEach } from "../../helpers/folders";
import { sampleTicket } from "../../helpers/sample-witness";

const folder = folderOfEach();
let place: DrivePlace;
beforeEach(() => {
  place = { kind: "drive", file: path.join(folder(), "witness.txt") };
});
afterEach(() => vi.restoreAllMocks());

function context(runId?: string) {
  const sample = sampleTicket();
  const ticket = { ...sample, place, runId: runId ?? sample.runId };
  const ledger = new WitnessLedger(() => performance.now());
  const failures: unknown[] = [];
  return {
    ticket,
    words: witnessWords(),
    ledger,
    sealer: new Sealer(ticket.secret, ticket.runId),
    nowMs: () => performance.now(),
    onChange: vi.fn(),
    onFailure: (error: unknown) => failures.push(error),
    failures,
  };
}

async function held(ledger: WitnessLedger, number: number): Promise<void> {
  await eventually(() => expect(ledger.lastHeld("fsync")).toBe(number));
}

/** A spy on the flush of every file handle. */
async function spyOnFlush() {
  const handle = await open(os.devNull, "r");
  await handle.close();
  return vi.spyOn(Object.getPrototypeOf(handle) as FileHandle, "sync");
}

/** Makes every flush wait; the test ends the waiting flushes by calling these functions. */
async function waitingFlushes() {
  const waiting: (() => void)[] = [];
  const flush = await spyOnFlush();
  flush.mockImplementation(() => new Promise<void>((resolve) => waiting.push(resolve)));
  return waiting;
}

describe("DriveKeeper", () => {
  it("finds the last number of each mode again after a restart", async () => {
    const before = context();
    const keeper = await DriveKeeper.create(place, before);
    for (const number of [3, 17, 42]) {
      before.ledger.acknowledge({ mode: "fsync", number }, 5000);
      before.ledger.acknowledge({ mode: "none", number: number * 1000 }, 5000);
      keeper.update();
      await held(before.ledger, number);
    }
    const after = context();
    await DriveKeeper.reopen(place, after);
    expect(after.ledger.allHeld()).toEqual([
      { mode: "fsync", number: 42, elapsedNs: 5000 },
      { mode: "none", number: 42_000, elapsedNs: 5000 },
    ]);
    expect(readFileSync(place.file, "utf8")).toMatch(/^# DriveProof plug test/);
    keeper.close();
  });

  it("confirms a number only after the flush of the file line with this number has returned", async () => {
    const now = context();
    const keeper = await DriveKeeper.create(place, now);
    const waiting = await waitingFlushes();
    now.ledger.acknowledge({ mode: "fsync", number: 9 }, 5000);
    keeper.update();
    await eventually(() => expect(waiting).toHaveLength(1));
    expect(readFileSync(place.file, "utf8")).toContain("fsync 9 ");
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(now.ledger.lastHeld("fsync")).toBe(0);
    waiting.shift()?.();
    await held(now.ledger, 9);
    keeper.close();
  });

  it("merges numbers that arrive during a flush and runs one flush at a time", async () => {
    const now = context();
    const keeper = await DriveKeeper.create(place, now);
    const waiting = await waitingFlushes();
    for (let number = 1; number <= 500; number += 1) {
      now.ledger.acknowledge({ mode: "fsync", number }, 5000);
      keeper.update();
    }
    await eventually(() => expect(waiting).toHaveLength(1));
    waiting.shift()?.();
    await held(now.ledger, 1);
    keeper.update();
    await eventually(() => expect(waiting).toHaveLength(1));
    waiting.shift()?.();
    await held(now.ledger, 500);
    const lines = readFileSync(place.file, "utf8").match(/^fsync /gm);
    expect(lines).toHaveLength(2);
    keeper.close();
  });

  it("skips torn or damaged lines and lines of another run", async () => {
    const before = context();
    const keeper = await DriveKeeper.create(place, before);
    before.ledger.acknowledge({ mode: "fsync", number: 42 }, 5000);
    keeper.update();
    await held(before.ledger, 42);
    const stranger = context("00000000-1111-2222-3333-444444444444").sealer;
    const { seal } = before.sealer.seal("fsync", 42, 5000);
    appendFileSync(
      place.file,
      [
        `fsync 43 5000 ${seal}`,
        `fsync 42 ${seal}`,
        `fsync 99 5000 ${stranger.seal("fsync", 99, 5000).seal}`,
        "\u0000".repeat(512),
        `o_sync 7 5000 ${seal}`,
        `fsync 44 5000 ${before.sealer.seal("fsync", 44, 5000).seal.slice(0, 9)}`,
      ].join("\n"),
    );
    const after = context();
    await DriveKeeper.reopen(place, after);
    expect(after.ledger.allHeld()).toEqual([{ mode: "fsync", number: 42, elapsedNs: 5000 }]);
    keeper.close();
  });

  it("confirms nothing after the first failed flush, and reports its error", async () => {
    const now = context();
    const keeper = await DriveKeeper.create(place, now);
    const broken = Object.assign(new Error("EIO: i/o error"), {
      code: "EIO",
      syscall: "fsync",
      errno: -5,
    });
    (await spyOnFlush()).mockRejectedValueOnce(broken);
    now.ledger.acknowledge({ mode: "fsync", number: 9 }, 5000);
    keeper.update();
    await eventually(() => expect(now.failures).toEqual([broken]));
    now.ledger.acknowledge({ mode: "fsync", number: 10 }, 5000);
    keeper.update();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(now.ledger.allHeld()).toEqual([]);
    expect(keeper.connections()).toBe(0);
    expect(faultOf(broken, place)).toMatchObject({
      code: "drive-error",
      syscall: "fsync",
      osCode: 5,
    });
    keeper.close();
  });

  it("refuses to begin in an existing file or through a symbolic link, and leaves the file unchanged", async () => {
    writeFileSync(place.file, "a letter");
    const error = await DriveKeeper.create(place, context()).catch((cause: unknown) => cause);
    expect(faultOf(error, place)).toMatchObject({ code: "file-exists" });
    expect(readFileSync(place.file, "utf8")).toBe("a letter");

    const target = path.join(folder(), "elsewhere.txt");
    const link = { ...place, file: path.join(folder(), "link.txt") };
    symlinkSync(target, link.file);
    await expect(DriveKeeper.create(link, context())).rejects.toMatchObject({ code: "EEXIST" });
    expect(existsSync(target)).toBe(false);
  });

  it("names Windows' folder protection in the error for ENOENT in an existing folder, and else the missing file", async () => {
    const refused = Object.assign(new Error("ENOENT"), {
      code: "ENOENT",
      syscall: "open",
      errno: -4058,
    });
    const create = async (where: typeof place, platform: NodeJS.Platform) => {
      vi.spyOn(WitnessFile, "create").mockRejectedValueOnce(refused);
      const creating = DriveKeeper.create(where, context(), platform);
      return faultOf(await creating.catch((cause: unknown) => cause), where, platform);
    };
    expect(await create(place, "win32")).toMatchObject({
      code: "no-permission",
      statement: { code: "witness.controlled-folder" },
      syscall: "open",
    });
    const gone = { ...place, file: path.join(folder(), "gone", "witness.txt") };
    expect((await create(gone, "win32")).code).toBe("file-missing");
    expect((await create(place, "linux")).code).toBe("file-missing");
  });

  it("names the privacy settings in the error for EPERM on macOS, and a missing permission on Linux", () => {
    const refused = Object.assign(new Error("EPERM"), { code: "EPERM", errno: -1 });
    const said = (platform: NodeJS.Platform) => faultOf(refused, place, platform).statement.code;
    expect(said("darwin")).toBe("witness.privacy");
    expect(said("linux")).toBe("witness.no-permission");
  });

  it("reports that the file is missing if the witness drive is not back after a restart", async () => {
    const error = await DriveKeeper.reopen(place, context()).catch((cause: unknown) => cause);
    expect(faultOf(error, place)).toMatchObject({ code: "file-missing", syscall: "open" });
  });

  it.skipIf(process.platform === "win32")(
    'rejects a pipe or a symbolic link in place of the witness file with "file-missing"',
    async () => {
      const reopen = () =>
        DriveKeeper.reopen(place, context()).catch((cause: unknown) => faultOf(cause, place).code);
      execFileSync("mkfifo", [place.file]);
      expect(await reopen()).toBe("file-missing");
      rmSync(place.file);
      writeFileSync(`${place.file}.other`, "");
      symlinkSync(`${place.file}.other`, place.file);
      expect(await reopen()).toBe("file-missing");
    },
  );
});
