import { afterEach, beforeEach, expect, it, vi } from "vitest";

/** What main answers before the first screen is drawn (renderer/src/api/first-answers.ts). */

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

it("the first screen uses the answers that the main process has already sent, and later screens ask again", async () => {
  const { awaitFirstAnswers, firstAnswer, forgetFirstAnswers } = await load();
  expect(firstAnswer("listVolumes")).toBeNull();
  await awaitFirstAnswers();
  expect(firstAnswer("appInfo")).toEqual({ ok: true, value: "info" });
  expect(firstAnswer("listVolumes")).toEqual({ ok: true, value: ["old"] });
  forgetFirstAnswers();
  expect(firstAnswer("listVolumes")).toBeNull();
  expect(volumesChanged).toBeNull();
});

it("the first screen appears without the list of drives if the list takes too long, and then asks for it again", async () => {
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

it("the first screen shows the new list of drives if the drives changed while the main process made the first list", async () => {
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

it("the first screen asks for the drives again if they changed after it had drawn them", async () => {
  const { awaitFirstAnswers, firstAnswer } = await load();
  await awaitFirstAnswers();
  volumesChanged?.('["new"]');
  expect(firstAnswer("listVolumes")).toBeNull();
});
