import { afterEach, expect, it, vi } from "vitest";
import type { Kept } from "../../../../electron/main/files/durable-file";
import { RemovedPowerCutTests } from "../../../../electron/main/power-cut/removed-tests";
import { powerCutPlan } from "../../../helpers/sample-power-cut-test";

type Removed = { testId: string | null; removedAt: string };

function setUp() {
  const kept: { tests: Kept<Removed[]> } = { tests: { kind: "missing" } };
  const store = {
    look: async () => kept.tests,
    save: async (tests: Removed[]) => {
      kept.tests = { kind: "value", value: tests };
    },
  };
  return { kept, store, removed: new RemovedPowerCutTests(store) };
}

const later = { ...powerCutPlan, createdAt: new Date(Date.now() + 60_000).toISOString() };

afterEach(() => {
  vi.restoreAllMocks();
});

it("RemovedPowerCutTests recognizes a removed test by its id", async () => {
  const { removed } = setUp();
  expect(await removed.includes(powerCutPlan)).toBe(false);
  await removed.note(powerCutPlan.testId);
  expect(await removed.includes(powerCutPlan)).toBe(true);
  expect(await removed.includes({ ...powerCutPlan, testId: "another" })).toBe(false);
});

it("RemovedPowerCutTests returns null for an earlier test and false for a later test after a removal without an id", async () => {
  const { removed } = setUp();
  await removed.note(null);
  expect(await removed.includes(powerCutPlan)).toBeNull();
  expect(await removed.includes(later)).toBe(false);
});

it("RemovedPowerCutTests returns null for earlier tests if its list was damaged, even after it has recorded another removal", async () => {
  const { kept, removed } = setUp();
  kept.tests = { kind: "unreadable", problem: "damaged", systemCode: null };
  expect(await removed.includes(powerCutPlan)).toBeNull();
  await removed.note("another");
  expect(await removed.includes({ ...powerCutPlan, testId: "another" })).toBe(true);
  expect(await removed.includes(powerCutPlan)).toBeNull();
  expect(await removed.includes(later)).toBe(false);
});

it("RemovedPowerCutTests keeps only the last 64 removals", async () => {
  const { kept, removed } = setUp();
  for (let test = 0; test < 70; test += 1) {
    await removed.note(`test-${test}`);
  }
  const tests = kept.tests.kind === "value" ? kept.tests.value : [];
  expect(tests).toHaveLength(64);
  expect(tests.at(-1)?.testId).toBe("test-69");
});

it("RemovedPowerCutTests reports a removal that it cannot record and does not throw", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { store } = setUp();
  const full = Object.assign(new Error("no space left"), { code: "ENOSPC" });
  await new RemovedPowerCutTests({ ...store, save: () => Promise.reject(full) }).note("a");
  await new RemovedPowerCutTests(null).note("a");
  expect(said.mock.calls.map(([text]) => text)).toEqual([
    expect.stringMatching(/^DriveProof could not note .* \(ENOSPC\)\. Do not finish it later/),
    expect.stringMatching(/\(no folder for notes\)/),
  ]);
});
