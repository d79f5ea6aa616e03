import { afterEach, beforeEach, expect, it, vi } from "vitest";

/**
 * Tests the answers of the main process before the first screen is drawn
 * (renderer/src/api/first-answers.ts).
 */

type Answer = { readonly ok: true; readonly value: unknown };
type Answers = Record<string, Promise<Answer>>;
const answer = (value: unknown): Promise<Answer> => Promise.resolve({ ok: true, value });

let answers: Answers = {};
let volumesChanged: ((payloadJson: string) => void) | null = null;

beforeEach(() => {
  answers = {
    appInfo: answer("info"),
    powerCutGuide: answer(null),
    currentInspection: answer(null),
    listVolumes: answer(["old"]),
  };
  volumesChanged = null;
  const calls = Object.keys(answers).map((name) => [name, () => answers[name]]);
  const on = {
    volumesChanged: (listener: (payloadJson: string) => void) => {
      volumesChanged = listener;
      return () => {
        volumesChanged = null;
      };
    },
  };
  vi.stubGlobal("window", { driveproof: { ...Object.fromEntries(calls), on } });
  vi.useFakeTimers();
  vi.resetModules();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const load = () => import("../../../renderer/src/api/first-answers");

it("firstAnswer() returns the main process's answers after awaitFirstAnswers(), and null after forgetFirstAnswers()", async () => {
  const { awaitFirstAnswers, firstAnswer, forgetFirstAnswers } = await load();
  expect(firstAnswer("listVolumes")).toBeNull();
  await awaitFirstAnswers();
  expect(firstAnswer("appInfo")).toEqual({ ok: true, value: "info" });
  expect(firstAnswer("listVolumes")).toEqual({ ok: true, value: ["old"] });
  forgetFirstAnswers();
  expect(firstAnswer("listVolumes")).toBeNull();
  expect(volumesChanged).toBeNull();
});

it("awaitFirstAnswers() waits between 100 and 200 ms for the list of drives, and firstAnswer() ignores a later list", async () => {
  let arrive: (answer: Answer) => void = () => undefined;
  answers.listVolumes = new Promise((resolve) => {
    arrive = resolve;
  });
  const { awaitFirstAnswers, firstAnswer } = await load();
  let isDrawn = false;
  const drawn = awaitFirstAnswers().then(() => {
    isDrawn = true;
  });
  await vi.advanceTimersByTimeAsync(100);
  expect(isDrawn).toBe(false);
  await vi.advanceTimersByTimeAsync(100);
  await drawn;
  arrive({ ok: true, value: ["late"] });
  await vi.advanceTimersByTimeAsync(1);
  expect(firstAnswer("listVolumes")).toBeNull();
  expect(firstAnswer("appInfo")).toEqual({ ok: true, value: "info" });
});

it("firstAnswer() returns the new list of drives if the drives changed before the first list arrived", async () => {
  let arrive: (answer: Answer) => void = () => undefined;
  answers.listVolumes = new Promise((resolve) => {
    arrive = resolve;
  });
  const { awaitFirstAnswers, firstAnswer } = await load();
  const drawn = awaitFirstAnswers();
  volumesChanged?.('["new"]');
  arrive({ ok: true, value: ["old"] });
  await drawn;
  expect(firstAnswer("listVolumes")).toEqual({ ok: true, value: ["new"] });
});

it("firstAnswer() returns no list of drives if the drives changed after awaitFirstAnswers()", async () => {
  const { awaitFirstAnswers, firstAnswer } = await load();
  await awaitFirstAnswers();
  volumesChanged?.('["new"]');
  expect(firstAnswer("listVolumes")).toBeNull();
});
