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

/** Location of the page; this script runs before the page's own scripts. */
declare const location: { readonly pathname: string };
declare function setTimeout(then: () => void, ms: number): unknown;

/**
 * How long, in ms, an early answer may wait for its call. Later calls ask again, because facts
 * about drives go out of date.
 */
const firstAnswersLastMs = 5000;

/**
 * Answers to the window page's first calls, which have no arguments. Requested here, so that main
 * prepares them while the page's scripts load. Each answer serves one call.
 */
const firstAnswers = new Map<CallName, Promise<unknown>>();
if (location.pathname.endsWith("/index.html")) {
  for (const name of firstCallNames) {
    const answer = ipcRenderer.invoke(callChannel(name), []);
    // Catches the rejection here, which the page receives, too: if the page never asks for the
    // answer, its rejection must not count as unhandled.
    answer.catch(() => undefined);
    firstAnswers.set(name, answer);
  }
  setTimeout(() => firstAnswers.clear(), firstAnswersLastMs);
  // Forgets the answers when main sends an event, which makes them outdated.
  for (const name of eventNames) {
    ipcRenderer.once(eventChannel(name), () => firstAnswers.clear());
  }
}

function firstAnswer(name: CallName, args: readonly unknown[]): Promise<unknown> | undefined {
  const answer = args.length === 0 ? firstAnswers.get(name) : undefined;
  firstAnswers.delete(name);
  return answer;
}

// The bridge exposes only these calls and events; both are derived from the schema's names.
const calls = callNames.map((name) => [
  name,
  async (...args: unknown[]) => {
    // Checks the size in the page, before the call is sent: main could refuse it only after
    // receiving it.
    if (!isSmallCall(args)) {
      throw new Error("The call is too large.");
    }
    return firstAnswer(name, args) ?? ipcRenderer.invoke(callChannel(name), args);
  },
]);
const on = eventNames.map((name) => [
  name,
  (listener: (payloadJson: string) => void) => {
    // Passes the event as text, because the bridge copies objects value by value, which delays the
    // verdict.
    const forward = (_event: unknown, payload: unknown) => listener(JSON.stringify(payload));
    ipcRenderer.on(eventChannel(name), forward);
    return () => ipcRenderer.removeListener(eventChannel(name), forward);
  },
]);

contextBridge.exposeInMainWorld("driveproof", {
  ...Object.fromEntries(calls),
  on: Object.fromEntries(on),
});
