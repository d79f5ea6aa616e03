import { type IpcMainInvokeEvent, ipcMain, type WebContents } from "electron";
import { type CallName, callChannel, type EventName, eventChannel } from "#contract/ipc-names";
import type { CallArguments, CallValue, EventPayload, Result } from "#contract/ipc-schema";
import { type PageName, pageAddress } from "./built-pages";

export type Handlers = {
  readonly [N in CallName]: (
    sender: WebContents,
    ...args: CallArguments<N>
  ) => Promise<CallValue<N>> | CallValue<N>;
};

/** The only page that may call, and a check that the window was opened for this page. */
export interface Served {
  readonly page: PageName;
  readonly isServed: (sender: WebContents) => boolean;
}

/** No page of this program makes this many calls at once, and more would only pile up. */
const mostAtOnce = 64;

/** Answers that need no handlers, to calls without arguments. */
export type FirstAnswers = {
  readonly [N in CallName]?: () => Promise<CallValue<N>> | CallValue<N>;
};

/**
 * Serves the given calls to one page. Calls may arrive before the handlers: the window opens while
 * the program behind it still loads, and `first` answers the calls it can. For all calls the sender
 * is checked here and the arguments in ipc-answer.ts.
 */
export function serveIpc<N extends CallName>(
  names: readonly N[],
  handlers: Promise<Pick<Handlers, N>>,
  served: Served,
  first: Promise<FirstAnswers> = Promise.resolve({}),
): void {
  let isLoaded = false;
  // Each waiting call receives the rejection, but there may be no call yet.
  first.catch(() => undefined);
  const loaded = handlers.then(
    () => {
      isLoaded = true;
    },
    () => undefined,
  );
  const answerAtOnce = async (name: N, args: unknown): Promise<Result<unknown> | null> => {
    const hasNoArguments = Array.isArray(args) && args.length === 0;
    try {
      const answerFirst = hasNoArguments && !isLoaded ? (await first)[name] : undefined;
      return answerFirst === undefined ? null : { ok: true, value: await answerFirst() };
    } catch {
      return null; // the handler meets the same error, and answers with its sentence
    }
  };
  let underWay = 0;
  for (const name of names) {
    ipcMain.handle(callChannel(name), async (event: IpcMainInvokeEvent, args: unknown) => {
      const isServed = isServedPage(event, served);
      const isTooMany = underWay >= mostAtOnce;
      underWay += isTooMany ? 0 : 1;
      try {
        const atOnce = isServed && !isTooMany ? await answerAtOnce(name, args) : null;
        if (atOnce) {
          return atOnce;
        }
        // The handlers are ready after the page has loaded: an earlier import would make the page's
        // scripts wait.
        await loaded;
        const { answer, tooMany } = await import("./ipc-answer");
        if (isTooMany) {
          return tooMany();
        }
        const handler = async (...asked: readonly unknown[]) =>
          ((await handlers)[name] as AnyHandler)(event.sender, ...asked);
        return await answer(name, handler, args, isServed);
      } finally {
        underWay -= isTooMany ? 0 : 1;
      }
    });
  }
}

/**
 * Whether the served page calls: no embedded frame and no page that has navigated away may do so.
 */
function isServedPage(
  { sender, senderFrame }: IpcMainInvokeEvent,
  { page, isServed }: Served,
): boolean {
  return (
    isServed(sender) &&
    senderFrame !== null &&
    senderFrame === sender.mainFrame &&
    senderFrame.url.split(/[?#]/)[0] === pageAddress(page)
  );
}

type AnyHandler = (sender: WebContents, ...args: readonly unknown[]) => unknown;

export function sendEvent<N extends EventName>(
  target: WebContents | undefined,
  name: N,
  payload: EventPayload<N>,
): void {
  if (target && !target.isDestroyed()) {
    target.send(eventChannel(name), payload);
  }
}
