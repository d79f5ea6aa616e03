import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { planFor } from "#analysis/plan";
import { rereadBytes, reserveBytes, targetBytes } from "#analysis/workloads/capacity/plan";
import type { CapacityRemoved, NativeFault } from "#native/index";
import { warningInWords } from "#text/in-words";
import type { Bench } from "../../../../electron/engine-host/bench";
import { HostFault } from "../../../../electron/engine-host/fault";
import { run } from "../../../../electron/engine-host/workloads/capacity/index";
import { OldFiles } from "../../../../electron/engine-host/workloads/capacity/old-files";
import { benchOver, ofType } from "../../../helpers/fake-bench";
import { FakeCapacitySession } from "../../../helpers/fake-capacity-session";
import { fakeNativeEngine } from "../../../helpers/fake-native-engine";
import { eio } from "../../../helpers/fake-session";
import { folderOfEach } from "../../../helpers/folders";
import { planWith } from "../../../helpers/plan-with";

const mebibyte = 1 << 20;
const plan = planFor("quick", "linux", ["capacity"]);
const folder = folderOfEach();

async function ran(
  session: FakeCapacitySession,
  { wanted = plan, onBench = (_bench: Bench) => undefined as unknown } = {},
) {
  const engine = fakeNativeEngine({ openCapacitySession: () => session });
  const { bench, events } = benchOver(engine, wanted, { os: "linux" });
  onBench(bench);
  const error = await run(bench).then(
    () => null,
    (cause: unknown) => cause,
  );
  expect(session.closed).toBe(true);
  return { error, told: ofType(events, "capacity"), warnings: ofType(events, "warning") };
}

describe("the capacity test", () => {
  it("fills the free space except a reserve, reads all of it, then rewrites and rereads the last part", async () => {
    const session = new FakeCapacitySession();
    const { told } = await ran(session);
    const bytes = targetBytes(plan.workloads.capacity, session.freeBytes);
    const again = rereadBytes(bytes);
    expect(bytes).toBe(128 * mebibyte);
    expect(session.calls).toEqual([
      ["fill", bytes],
      ["read", 0, bytes],
      ["rewrite", again],
      ["read", bytes - again, again],
    ]);
    expect(told.map(({ part }) => part)).toEqual(["fill", "read", "rewrite", "reread"]);
    expect(session.prepared[0]?.folderName).toMatch(/^driveproof-capacity-test-/);
  });

  it("does not reread the last part if there was no room to rewrite that part", async () => {
    const session = new FakeCapacitySession();
    session.rewriteEnd = { endedBy: "full", fullBecause: "no-room" };
    const { told, error } = await ran(session);
    expect(error).toBeNull();
    expect(told.map(({ part }) => part)).toEqual(["fill", "read", "rewrite"]);
    expect(session.calls.map(([call]) => call)).toEqual(["fill", "read", "rewrite"]);
  });

  it('ends with the error "space-unknown", and fills nothing, if the free space exceeds the safe integer range', async () => {
    const session = new FakeCapacitySession();
    session.freeBytes = 2 ** 63;
    const { error, told } = await ran(session);
    expect(error).toMatchObject({ error: { code: "space-unknown" } });
    expect(told).toEqual([]);
    expect(session.calls).toEqual([]);
  });

  it("runs, and reports null for a volume's size and used space, if these exceed the safe integer range", async () => {
    const session = new FakeCapacitySession();
    const { freeBytes } = session;
    session.prepare = async () => ({ freeBytes, totalBytes: 2 ** 63, usedBytes: 2 ** 63 });
    const { error, told } = await ran(session);
    expect(error).toBeNull();
    expect(told[0]).toMatchObject({ freeBytes, totalBytes: null, usedBytes: null });
  });

  it('ends with the error "no-space", and fills nothing, if no more than the reserve for other programs is free', async () => {
    const session = new FakeCapacitySession();
    session.freeBytes = 8 * mebibyte;
    const { error, told } = await ran(session);
    expect(error).toMatchObject({ error: { code: "no-space" } });
    expect(told).toEqual([]);
    expect(session.calls).toEqual([]);
  });

  it("fills no more than the limit that the plan sets", async () => {
    const session = new FakeCapacitySession();
    const wanted = planWith(plan, { capacity: { maxBytes: 16 * mebibyte } });
    await ran(session, { wanted });
    expect(session.calls[0]).toEqual(["fill", 16 * mebibyte]);
  });

  it.each([
    ["the fill", "fill", [1, 1, 1, 1]],
    ["the rewrite", "rewrite", [0, 0, 0, 1]],
  ])("reports that an old file changed during %s", async (_what, call, changedFiles) => {
    writeFileSync(path.join(folder(), "photo"), new Uint8Array(8192).fill(1));
    // Makes OldFiles search only the test's folder; the product searches the whole volume.
    const { sample } = OldFiles;
    const limited = vi.spyOn(OldFiles, "sample");
    limited.mockImplementation((drive, _directory, isStopping) =>
      sample(drive, folder(), isStopping, folder()),
    );
    onTestFinished(() => limited.mockRestore());
    const session = new FakeCapacitySession();
    session.hash = () => {
      const isChanged = session.calls.some(([made]) => made === call);
      return { hash: isChanged ? "2" : "1", ownBlocks: 2, aroundCache: true, fault: null };
    };
    const { told } = await ran(session);
    expect(told.map(({ oldFiles }) => oldFiles?.changedFiles)).toEqual(changedFiles);
    expect(told.at(-1)?.oldFiles).toMatchObject({ files: 1, sampledBytes: 8192, ownBytes: 8192 });
  });

  it("reports what it filled and read before a stop", async () => {
    const session = new FakeCapacitySession();
    const { told, error } = await ran(session, {
      onBench: (bench) => {
        session.onRead = () => bench.stop();
      },
    });
    expect(error).toBeNull();
    expect(told.map(({ part }) => part)).toEqual(["fill", "read"]);
  });

  it("reports the results up to a drive error and ends with that error", async () => {
    for (const [field, parts] of [
      ["fillFault", ["fill"]],
      ["readFault", ["fill", "read"]],
    ] as const) {
      const session = new FakeCapacitySession();
      session[field] = eio;
      const { told, error } = await ran(session);
      expect(told.map(({ part }) => part)).toEqual(parts);
      expect(error).toMatchObject({ error: { code: "drive-error" } });
    }
  });

  it("tells the engine how much space to leave free for other programs", async () => {
    const session = new FakeCapacitySession();
    await ran(session);
    expect(session.reserves).toEqual([reserveBytes(session.freeBytes)]);
  });
});

describe("the end of the capacity test", () => {
  const told = (code: string): NativeFault => ({
    code,
    syscall: "unlinkat",
    osCode: 39,
    offset: null,
    message: "No.",
  });
  const folder = "/somewhere/driveproof-capacity-test-run-1";

  async function warned(left: Partial<CapacityRemoved>) {
    const session = new FakeCapacitySession();
    Object.assign(session, { left: { ...session.left, ...left } });
    const { error, warnings } = await ran(session);
    expect(session.removed).not.toBeNull();
    const said = warnings.flatMap(({ statements }) => statements);
    return { error, said, codes: warnings.map(({ code }) => code) };
  }

  it("causes no warning if no file remains and the space is free again", async () => {
    expect(await warned({})).toEqual({ error: null, said: [], codes: [] });
  });

  it("causes a warning but no error if the folder contains other files", async () => {
    for (const code of ["ENOTEMPTY", "EBUSY", "ERROR_DIR_NOT_EMPTY"]) {
      const { error, said } = await warned({ fault: told(code), folder });
      expect(error).toBeNull();
      expect(said).toEqual([{ code: "own-folder-left", params: { folder } }]);
    }
  });

  it("causes a warning with the system's error if the system does not permit the folder's removal", async () => {
    const { error, said } = await warned({ fault: told("EPERM"), folder });
    expect(error).toBeNull();
    const refusal = "unlinkat: EPERM, No.";
    expect(said).toEqual([{ code: "own-folder-stuck", params: { folder, refusal } }]);
  });

  it("causes a warning and an error if EIO, EROFS or ENXIO prevents the folder's removal", async () => {
    for (const code of ["EIO", "EROFS", "ENXIO"]) {
      const { error, codes } = await warned({ fault: told(code), folder });
      expect(error).toBeInstanceOf(HostFault);
      expect(codes).toEqual(["own-folder-stuck"]);
    }
  });

  it("causes one warning about files that were moved away and one about space that did not become free again", async () => {
    const { said } = await warned({ moved: ["/x/1", "/x/2"], missingBytes: 5e9 });
    expect(said).toEqual([
      { code: "own-files-moved", params: { files: ["/x/1", "/x/2"] } },
      { code: "space-not-back", params: { missingBytes: 5e9, folder: null } },
    ]);
    const sentences = warningInWords("space-not-back", said).message;
    expect(sentences).toMatch(/5\sGB of the space that the test used do not seem to be free again/);
    expect(sentences).toContain("/x/1 and /x/2");
  });

  it("causes a warning if the free space is not known", async () => {
    expect((await warned({ missingBytes: null })).codes).toEqual(["space-back-not-known"]);
  });

  it("keeps an earlier error, and leaves the removal of the files to the session's end if the drive failed", async () => {
    const session = new FakeCapacitySession();
    session.fillFault = eio;
    Object.assign(session, { left: { ...session.left, fault: told("EROFS"), folder } });
    const { error } = await ran(session);
    expect(error).toMatchObject({ error: { code: "drive-error", syscall: eio.syscall } });
    expect(session.removed).toBeNull(); // closing the session removes the files
    const other = new FakeCapacitySession();
    other.fillFault = { ...eio, code: "ENOENT" };
    Object.assign(other, { left: { ...other.left, fault: told("EROFS"), folder } });
    expect((await ran(other)).error).toMatchObject({ error: { code: "path-missing" } });
    expect(other.removed).not.toBeNull();
  });
});
