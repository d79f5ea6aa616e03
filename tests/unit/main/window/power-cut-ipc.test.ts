import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { PowerCutGuideService } from "../../../../electron/main/power-cut/guide";

const { active, powerSaveBlocker } = vi.hoisted(() => {
  const kinds = new Map<number, string>();
  let last = -1;
  return {
    active: kinds,
    powerSaveBlocker: {
      start: (kind: string) => {
        last += 1;
        kinds.set(last, kind);
        return last;
      },
      stop: (id: number) => kinds.delete(id),
    },
  };
});
vi.mock("electron", () => ({ powerSaveBlocker }));

// Loads the modules again, because tests of other files in this worker have loaded them without the
// mocks.
vi.resetModules();
const { powerCutHandlers } = await import("../../../../electron/main/window/power-cut-ipc");
afterAll(() => {
  vi.resetModules();
});

const kept = () => [...active.values()];
/** A guide that does nothing: the handlers only pass calls on to it. */
const guide = {
  open: vi.fn(),
  prepare: vi.fn(),
  startWriting: vi.fn(),
  askForCut: vi.fn(),
  stop: vi.fn(),
  finish: vi.fn(),
  discard: vi.fn(),
  /** The promise stays pending, as while the plug test writes. */
  ended: vi.fn(() => new Promise<void>(() => undefined)),
};
let handlers: ReturnType<typeof powerCutHandlers>;

beforeEach(() => {
  active.clear();
  handlers = powerCutHandlers(guide as unknown as PowerCutGuideService);
});

describe("a plug test", () => {
  it("keeps the computer awake from its first write on, with a single sleep blocker even if it writes again", () => {
    void handlers.preparePowerCutTest();
    expect(kept()).toEqual([]);
    void handlers.beginPowerCutTest();
    void handlers.beginPowerCutTest();
    expect(kept()).toEqual(["prevent-app-suspension"]);
    void handlers.askForPowerCut();
    expect(kept()).toEqual(["prevent-app-suspension"]);
  });

  it.each([
    ["cannot begin or ends by itself", () => Promise.resolve()],
    ["fails", () => Promise.reject(new Error("the disk of the record is full"))],
  ])("lets the computer sleep again if the writing %s", async (_how, ended) => {
    guide.ended.mockImplementationOnce(ended);
    void handlers.beginPowerCutTest();
    await Promise.resolve();
    await Promise.resolve();
    expect(kept()).toEqual([]);
  });

  it.each(["stopPowerCutTest", "finishPowerCutTest", "discardPowerCutTest"] as const)(
    "lets the computer sleep again after %s, and keeps it awake in the next test",
    (end) => {
      void handlers.beginPowerCutTest();
      void handlers[end]();
      expect(kept()).toEqual([]);
      void handlers[end]();
      void handlers.beginPowerCutTest();
      expect(kept()).toEqual(["prevent-app-suspension"]);
    },
  );
});
