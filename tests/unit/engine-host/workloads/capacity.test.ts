import { describe, expect, it } from "vitest";
import { planFor } from "../../../../electron/analysis/plan";
import { rereadBytes, targetBytes } from "../../../../electron/analysis/workloads/capacity/plan";
import type { HostEvent } from "../../../../electron/contract/engine-messages";
import { hostEventSchema } from "../../../../electron/contract/engine-messages";
import { Bench } from "../../../../electron/engine-host/bench";
import { run } from "../../../../electron/engine-host/workloads/capacity";
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
  return { error, told: ofType(events, "capacity") };
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
