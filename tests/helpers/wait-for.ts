import { setTimeout as sleep } from "node:timers/promises";

type Answer<T> = T | null | false;

/** Calls `ask` repeatedly until it returns neither `null` nor `false`. */
export async function waitFor<T>(
  what: string,
  ask: () => Answer<T> | Promise<Answer<T>>,
  { limitMs = 60_000, everyMs = 20 } = {},
): Promise<T> {
  const end = Date.now() + limitMs;
  for (;;) {
    const answer = await ask();
    if (answer !== null && answer !== false) {
      return answer;
    }
    if (Date.now() > end) {
      throw new Error(`waited ${limitMs} ms in vain for ${what}`);
    }
    await sleep(everyMs);
  }
}
