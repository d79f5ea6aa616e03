import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import { rereadBytes, reserveBytes, targetBytes } from "#analysis/workloads/capacity/plan";
import type { HostEvent } from "#contract/engine-messages";
import { hostEventSchema } from "#contract/engine-messages";
import type { CapacityRemoved, NativeFault } from "#native/index";
import { warningInWords } from "#text/in-words";
import { Bench } from "../../../../electron/engine-host/bench";
import { HostFault } from "../../../../electron/engine-host/fault";
import { run } from "../../../../electron/engine-host/workloads/capacity/index";
import { ofType, requestFor } from "../../../helpers/fake-bench";
import { FakeCapacitySession } from "../../../helpers/fake-capacity-session";
import { fakeNativeEngine } from "../../../helpers/fake-native-engine";
import { eio } from "../../../helpers/fake-session";
import { planWith } from "../../../helpers/plan-with";

const mebibyte = 1 << 20;
const plan = planFor("quick", "linux", ["capacity"]);

async function ran(
  session: FakeCapacitySession,
  { wanted = plan, onBench = (_bench: Bench) => undefined as unknown } = {},
) {
  const events: HostEvent[] = [];
  const engine = fakeNativeEngine({ openCapacitySession: () => session });
  const bench = new Bench(engine, requestFor(wanted), (event) => events.push(event), {
    os: "linux",
  });
  onBench(bench);
  const error = await run(bench).then(
    () => null,
    (cause: unknown) => cause,
  );
  for (const event of events) {
    expect(hostEventSchema.safeParse(event).error).toBeUndefined();
  }
  expect(session.closed).toBe(true);
  return { error, told: ofType(events, "capacity"), warnings: ofType(events, "warning") };
}

describe("the test of the drive's size", () => {
  it("fills what is free but for a reserve, reads all, and the last part once more", async () => {
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

  it("is refused where the system names more free space than can be counted", async () => {
    const session = new FakeCapacitySession();
    session.freeBytes = 2 ** 63;
    const { error, told } = await ran(session);
    expect(error).toMatchObject({ error: { code: "space-unknown" } });
    expect(told).toEqual([]);
    expect(session.calls).toEqual([]);
  });

  it("keeps to a limit", async () => {
    const session = new FakeCapacitySession();
    const wanted = planWith(plan, { capacity: { maxBytes: 16 * mebibyte } });
    await ran(session, { wanted });
    expect(session.calls[0]).toEqual(["fill", 16 * mebibyte]);
  });

  it("does nothing where nothing is free", async () => {
    const session = new FakeCapacitySession();
    session.freeBytes = 5 * mebibyte;
    const { told, error } = await ran(session);
    expect([told, error, session.calls]).toEqual([[], null, []]);
  });

  it("ends where it is upon a stop, with what was read until then", async () => {
    const session = new FakeCapacitySession();
    const { told, error } = await ran(session, {
      onBench: (bench) => {
        session.onRead = () => bench.stop();
      },
    });
    expect(error).toBeNull();
    expect(told.map(({ part }) => part)).toEqual(["fill", "read"]);
  });

  it("tells what was done before an error of the drive, and then the error", async () => {
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
});

describe("what the test of the drive's size leaves behind", () => {
  const told = (code: string): NativeFault => ({
    ...{ code, syscall: "unlinkat", osCode: 39, offset: null, message: "No." },
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

  it("is nothing where everything is gone and its space is back", async () => {
    expect(await warned({})).toEqual({ error: null, said: [], codes: [] });
  });

  it("is a folder in which others have put something: no error of the test", async () => {
    for (const code of ["ENOTEMPTY", "EBUSY", "ERROR_DIR_NOT_EMPTY"]) {
      const { error, said } = await warned({ fault: told(code), folder });
      expect(error).toBeNull();
      expect(said).toEqual([{ code: "own-folder-left", params: { folder } }]);
    }
  });

  it("is a folder that the system keeps, with its words", async () => {
    const { error, said } = await warned({ fault: told("EPERM"), folder });
    expect(error).toBeNull();
    const refusal = "unlinkat: EPERM, No.";
    expect(said).toEqual([{ code: "own-folder-stuck", params: { folder, refusal } }]);
  });

  it("is a fault of the drive where removing meets one", async () => {
    for (const code of ["EIO", "EROFS", "ENXIO"]) {
      const { error, codes } = await warned({ fault: told(code), folder });
      expect(error).toBeInstanceOf(HostFault);
      expect(codes).toEqual(["own-folder-stuck"]);
    }
  });

  it("is named with the bytes that are not free again, and with what was moved", async () => {
    const { said } = await warned({ moved: ["/x/1", "/x/2"], missingBytes: 5e9 });
    expect(said).toEqual([
      { code: "own-files-moved", params: { files: ["/x/1", "/x/2"] } },
      { code: "space-not-back", params: { missingBytes: 5e9, folder: null } },
    ]);
    const sentences = warningInWords("space-not-back", said).message;
    expect(sentences).toMatch(/5\sGB of the space that the test used do not seem to be free again/);
    expect(sentences).toContain("/x/1 and /x/2");
  });

  it("is not known where the system does not say what is free", async () => {
    expect((await warned({ missingBytes: null })).codes).toEqual(["space-back-not-known"]);
  });

  it("hides no error that ended the test, and waits for no drive that fails", async () => {
    const session = new FakeCapacitySession();
    session.fillFault = eio;
    Object.assign(session, { left: { ...session.left, fault: told("EROFS"), folder } });
    const { error } = await ran(session);
    expect(error).toMatchObject({ error: { code: "drive-error", syscall: eio.syscall } });
    expect(session.removed).toBeNull(); // closing the session does it
    const other = new FakeCapacitySession();
    other.fillFault = { ...eio, code: "ENOENT" };
    Object.assign(other, { left: { ...other.left, fault: told("EROFS"), folder } });
    expect((await ran(other)).error).toMatchObject({ error: { code: "path-missing" } });
    expect(other.removed).not.toBeNull();
  });

  it("asks the engine to keep the reserve free while it fills", async () => {
    const session = new FakeCapacitySession();
    await ran(session);
    expect(session.reserves).toEqual([reserveBytes(session.freeBytes)]);
  });
});

describe("reserveBytes()", () => {
  const gibibyte = 1024 * mebibyte;

  it.each([
    [136 * mebibyte, 8 * mebibyte],
    [gibibyte, 32 * mebibyte],
    [4 * gibibyte, 64 * mebibyte],
    [50 * gibibyte, Math.ceil((50 * gibibyte) / 100)],
    [1000 * gibibyte, gibibyte],
  ])("of %i bytes free keeps %i", (free, reserve) => {
    expect(reserveBytes(free)).toBe(reserve);
  });
});
