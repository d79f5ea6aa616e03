import type { CallName } from "#contract/ipc-names";
import type { CallValue, Result } from "#contract/ipc-schema";
import { call, on } from "./client";

/** Calls whose answers decide which screen is first. Main answers them from memory. */
const necessary = ["appInfo", "powerCutGuide", "currentInspection"] as const;
/** A call that is awaited for `longestWaitMs` at most, because a drive may be slow. */
const useful = "listVolumes";
const longestWaitMs = 150;

const answers = new Map<CallName, Result<unknown>>();
let isOpen = true;
let unsubscribe = () => {};

/** Waits for the answers that the first screen needs: each later answer costs another layout. */
export async function awaitFirstAnswers(): Promise<void> {
  unsubscribe = on("volumesChanged", (value) => {
    if (isOpen) {
      answers.set("listVolumes", { ok: true, value });
    } else {
      // The first screen was drawn with the old list of volumes; without a stored answer it asks
      // main again.
      answers.delete("listVolumes");
    }
  });
  const rest = ask(useful);
  await Promise.all(necessary.map(ask));
  await Promise.race([rest, new Promise((resolve) => setTimeout(resolve, longestWaitMs))]);
  // Ends storing: the screen is drawn now, and nothing would read an answer stored from now on.
  isOpen = false;
}

async function ask(name: (typeof necessary)[number] | typeof useful): Promise<void> {
  const answer = await call(name);
  // Keeps an answer that is stored already: it came with an event from main and is newer.
  if (isOpen && !answers.has(name)) {
    answers.set(name, answer);
  }
}

/** The answer if it came before the first screen was drawn; else `null`, and the caller calls main. */
export function firstAnswer<N extends CallName>(name: N): Result<CallValue<N>> | null {
  return (answers.get(name) as Result<CallValue<N>> | undefined) ?? null;
}

/**
 * Forgets the stored answers once the first screen is drawn, so that later screens call main again.
 */
export function forgetFirstAnswers(): void {
  unsubscribe();
  answers.clear();
}
