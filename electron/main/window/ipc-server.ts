import { type IpcMainInvokeEvent, ipcMain, type WebContents } from "electron";
import { type CallName, callChannel, type EventName, eventChannel } from "#contract/ipc-names";
import type { CallArguments, CallValue, EventPayload } from "#contract/ipc-schema";
import { type PageName, pageAddress } from "./built-pages";

export type Handlers = {
  readonly [N in CallName]: (
    sender: WebContents,
    ...args: CallArguments<N>
  ) => Promise<CallValue<N>> | CallValue<N>;
};

/** Who is answered: that page, and only in windows that were opened for it. */
export interface Served {
  readonly page: PageName;
  readonly isServed: (sender: WebContents) => boolean;
}

/** No page of ours asks for more at once; what is asked beyond it would only pile up. */
const mostAtOnce = 64;

/**
 * Takes the given calls of the schema from one page. They may come before there are handlers: the
 * window opens while the program behind it is still being read. The sender is checked here and the
 * arguments in ipc-answer.ts, once, for all.
 */
export function serveIpc<N extends CallName>(
  names: readonly N[],
  handlers: Promise<Pick<Handlers, N>>,
  served: Served,
): void {
  // Whoever asks hears of it; nobody may ask.
  handlers.catch(() => undefined);
  let underWay = 0;
  for (const name of names) {
    ipcMain.handle(callChannel(name), async (event: IpcMainInvokeEvent, args: unknown) => {
      const isServed = isServedPage(event, served);
      const isTooMany = underWay >= mostAtOnce;
      underWay += isTooMany ? 0 : 1;
      try {
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

/** Only the main frame of that page; a frame inside it or a page that moved on is nobody. */
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

/** Tells a window something unasked; a window that is gone is not told. */
export function sendEvent<N extends EventName>(
  target: WebContents | undefined,
  name: N,
  payload: EventPayload<N>,
): void {
  if (target && !target.isDestroyed()) {
    target.send(eventChannel(name), payload);
  }
}
