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

/** Of the page this runs before. */
declare const location: { readonly pathname: string };
declare function setTimeout(then: () => void, ms: number): unknown;

/** A page that asks later than this asks anew: what is true of drives does not last. */
const firstAnswersLastMs = 5000;

/**
 * Answers to what the window's page asks first, without arguments: asked here, before the page's
 * scripts are read, because main answers meanwhile. Each serves one call.
 */
const firstAnswers = new Map<CallName, Promise<unknown>>();
if (location.pathname.endsWith("/index.html")) {
  for (const name of firstCallNames) {
    const answer = ipcRenderer.invoke(callChannel(name), []);
    // Whoever takes it meets the failure; nobody has to take it.
    answer.catch(() => undefined);
    firstAnswers.set(name, answer);
  }
  setTimeout(() => firstAnswers.clear(), firstAnswersLastMs);
  // What main tells meanwhile makes them old.
  for (const name of eventNames) {
    ipcRenderer.once(eventChannel(name), () => firstAnswers.clear());
  }
}

function firstAnswer(name: CallName, args: readonly unknown[]): Promise<unknown> | undefined {
  const answer = args.length === 0 ? firstAnswers.get(name) : undefined;
  firstAnswers.delete(name);
  return answer;
}

// The bridge and nothing else; both halves are derived from the names of the schema.
const calls = callNames.map((name) => [
  name,
  async (...args: unknown[]) => {
    // Here it costs the page's process; main would have to take it in before it could refuse it.
    if (!isSmallCall(args)) {
      throw new Error("The call is too large.");
    }
    return firstAnswer(name, args) ?? ipcRenderer.invoke(callChannel(name), args);
  },
]);
const on = eventNames.map((name) => [
  name,
  (listener: (payload: unknown) => void) => {
    const forward = (_event: unknown, payload: unknown) => listener(payload);
    ipcRenderer.on(eventChannel(name), forward);
    return () => ipcRenderer.removeListener(eventChannel(name), forward);
  },
]);

contextBridge.exposeInMainWorld("driveproof", {
  ...Object.fromEntries(calls),
  on: Object.fromEntries(on),
});
