import { expect, it } from "vitest";
import { RemovedPlugTests } from "../../../../electron/main/power-cut/removed-plug-tests";
import { plugPlan } from "../../../helpers/sample-plug";

type Removed = { testId: string | null; folder: string; removedAt: string };

function setUp() {
  const kept: { tests: Removed[] | null } = { tests: null };
  const store = {
    read: async () => kept.tests,
    save: async (tests: Removed[]) => {
      kept.tests = tests;
    },
  };
  return { kept, removed: new RemovedPlugTests(store) };
}

it("a removed test is known by its own number, wherever its drive is now", async () => {
  const { removed } = setUp();
  expect(await removed.includes(plugPlan)).toBe(false);
  await removed.note(plugPlan.folder, plugPlan.testId);
  expect(await removed.includes({ ...plugPlan, folder: "/elsewhere" })).toBe(true);
  expect(await removed.includes({ ...plugPlan, testId: "another" })).toBe(false);
});

it("a removed test whose notes were lost is known by its folder, and no later one is", async () => {
  const { removed } = setUp();
  await removed.note(plugPlan.folder, null);
  expect(await removed.includes(plugPlan)).toBe(true);
  expect(await removed.includes({ ...plugPlan, folder: "/elsewhere" })).toBe(false);
  const createdAt = new Date(Date.now() + 1000).toISOString();
  expect(await removed.includes({ ...plugPlan, createdAt })).toBe(false);
});

it("only the last removals are remembered", async () => {
  const { kept, removed } = setUp();
  for (let test = 0; test < 70; test += 1) {
    await removed.note(plugPlan.folder, `test-${test}`);
  }
  expect(kept.tests).toHaveLength(64);
  expect(kept.tests?.at(-1)?.testId).toBe("test-69");
});

it("where nothing can be kept a removal goes on", async () => {
  const failing = async () => Promise.reject(new Error("EROFS"));
  await new RemovedPlugTests({ read: async () => null, save: failing }).note("/f", null);
  const nothing = new RemovedPlugTests(null);
  await nothing.note(plugPlan.folder, plugPlan.testId);
  expect(await nothing.includes(plugPlan)).toBe(false);
});
