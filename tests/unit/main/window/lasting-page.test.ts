import { EventEmitter } from "node:events";
import { beforeEach, expect, it, vi } from "vitest";
import { LastingPage } from "../../../../electron/main/window/lasting-page";

class FakeContents extends EventEmitter {
  destroyed = false;
  isDestroyed = () => this.destroyed;
  forcefullyCrashRenderer = () => this.die();
  die = () => void this.emit("render-process-gone", {}, { reason: "crashed" });
}

let contents: FakeContents;
/** For each load of the page, whether the page learned that it was reloaded. */
let loads: boolean[];
let answers: boolean[];
let asked: number;
let givenUp: number;
let nowMs: number;
let page: LastingPage;

beforeEach(() => {
  contents = new FakeContents();
  [loads, answers, asked, givenUp, nowMs] = [[], [], 0, 0, 1000];
  page = new LastingPage({
    contents: contents as never,
    load: async (reopened) => {
      loads.push(reopened);
    },
    askToReopen: async () => {
      asked += 1;
      await new Promise(setImmediate);
      return answers.shift() ?? false;
    },
    giveUp: () => {
      givenUp += 1;
    },
    nowMs: () => nowMs,
  });
  vi.spyOn(console, "error").mockReturnValue(undefined);
  return () => vi.restoreAllMocks();
});

/**
 * Waits 20 turns of the event loop, more than any reaction to the end of the page's process takes.
 */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    await new Promise(setImmediate);
  }
}

async function dies(times: number): Promise<void> {
  for (let index = 0; index < times; index += 1) {
    contents.die();
    await settle();
  }
}

it('LastingPage reloads a page as "reopened" after its process has died', async () => {
  await page.open();
  await dies(1);
  expect(loads).toEqual([false, true]);
});

it("LastingPage ends and reloads a page that does not respond", async () => {
  await page.open();
  contents.emit("unresponsive");
  await settle();
  expect(loads).toEqual([false, true]);
});

it("LastingPage reloads a crashing page three times, then asks the person once and gives up if the person declines", async () => {
  await page.open();
  await dies(3);
  expect([loads.length, asked]).toEqual([4, 0]);
  contents.die();
  contents.die();
  await settle();
  expect([loads.length, asked, givenUp]).toEqual([4, 1, 1]);
});

it("LastingPage reloads a crashing page three more times if the person wants to continue", async () => {
  answers = [true];
  await page.open();
  await dies(7);
  expect([loads.length, asked, givenUp]).toEqual([8, 1, 0]);
  await dies(1);
  expect([asked, givenUp]).toEqual([2, 1]);
});

it("LastingPage reloads a page without asking the person however often it crashes, if minutes pass in between", async () => {
  await page.open();
  for (let index = 0; index < 20; index += 1) {
    await dies(1);
    nowMs += 5 * 60_000;
  }
  expect([loads.length, asked]).toEqual([21, 0]);
});

it("LastingPage does nothing after its window is gone", async () => {
  await page.open();
  contents.destroyed = true;
  await dies(1);
  expect([loads.length, asked]).toEqual([1, 0]);
});

it("LastingPage throws no error if loading the page fails", async () => {
  const failing = new LastingPage({
    contents: contents as never,
    load: () => Promise.reject(new Error("ERR_ABORTED")),
    askToReopen: async () => false,
    giveUp: () => undefined,
    nowMs: () => nowMs,
  });
  await expect(failing.open()).resolves.toBeUndefined();
});
