import { contextBridge, ipcRenderer } from "electron";
import { isSmallCall } from "#contract/call-size";
import {
  type CallName,
  callChannel,
  callNames,
  eventChannel,
  eventNames,
  firstCallNames,
} from "#contract/ipc-names";

/** The page's globals that this script uses. */
declare const location: { readonly pathname: string };
declare function setTimeout(then: () => void, ms: number): unknown;

/**
 * How long the first answers count; later calls ask main again, because facts about drives go out
 * of date.
 */
const firstAnswersLastMs = 5000;

/**
 * Answers to the window page's first calls, which have no arguments: main prepares them while the
 * page's scripts load. Each answer serves one call.
 */
const firstAnswers = new Map<CallName, Promise<unknown>>();
if (location.pathname.endsWith("/index.html")) {
  for (const name of firstCallNames) {
    const answer = ipcRenderer.invoke(callChannel(name), []);
    // If the page never asks for the answer, its rejection must not count as unhandled.
    answer.catch(() => undefined);
    firstAnswers.set(name, answer);
  }
  setTimeout(() => firstAnswers.clear(), firstAnswersLastMs);
  // An event of main makes the answers outdated.
  for (const name of eventNames) {
    ipcRenderer.once(eventChannel(name), () => firstAnswers.clear());
  }
}

function firstAnswer(name: CallName, args: readonly unknown[]): Promise<unknown> | undefined {
  const answer = args.length === 0 ? firstAnswers.get(name) : undefined;
  firstAnswers.delete(name);
  return answer;
}

// The bridge exposes only these calls and events, from the schema's names.
const calls = callNames.map((name) => [
  name,
  async (...args: unknown[]) => {
    // Main could refuse a large call only after receiving all of it.
    if (!isSmallCall(args)) {
      throw new Error("The call is too large.");
    }
    return firstAnswer(name, args) ?? ipcRenderer.invoke(callChannel(name), args);
  },
]);
const on = eventNames.map((name) => [
  name,
  (listener: (payloadJson: string) => void) => {
    // Events cross as text: the bridge copies objects value by value, which delays the verdict.
    const forward = (_event: unknown, payload: unknown) => listener(JSON.stringify(payload));
    ipcRenderer.on(eventChannel(name), forward);
    return () => ipcRenderer.removeListener(eventChannel(name), forward);
  },
]);

contextBridge.exposeInMainWorld("driveproof", {
  ...Object.fromEntries(calls),
  on: Object.fromEntries(on),
});
