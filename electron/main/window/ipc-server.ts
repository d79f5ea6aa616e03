import { type IpcMainInvokeEvent, ipcMain, type WebContents } from "electron";
import { isSmallCall } from "../../contract/call-size";
import { DriveFault, driveError } from "../../contract/drive-error";
import {
  type CallArguments,
  type CallName,
  type CallValue,
  callChannel,
  type EventName,
  type EventPayload,
  eventChannel,
  ipcCalls,
  type Result,
} from "../../contract/ipc-schema";
import { internalError } from "../../text/in-words";
import { windowFaults } from "../../text/window";
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
 * Answers the given calls of the schema to one page. The sender and the arguments are checked
 * here, once, for all; whatever a handler throws becomes data, so that no stack trace reaches the
 * window.
 */
export function serveIpc<N extends CallName>(handlers: Pick<Handlers, N>, served: Served): void {
  let underWay = 0;
  for (const name of Object.keys(handlers) as N[]) {
    ipcMain.handle(callChannel(name), async (event, args: unknown) => {
      if (underWay >= mostAtOnce) {
        return refused(windowFaults.tooMany());
      }
      underWay += 1;
      try {
        return await answer(name, handlers[name] as AnyHandler, event, args, served);
      } finally {
        underWay -= 1;
      }
    });
  }
}

type AnyHandler = (sender: WebContents, ...args: readonly unknown[]) => unknown;

async function answer(
  name: CallName,
  handler: AnyHandler,
  event: IpcMainInvokeEvent,
  args: unknown,
  served: Served,
): Promise<Result<unknown>> {
  try {
    if (!isServedPage(event, served)) {
      return refused(windowFaults.foreignPage());
    }
    const parsed = isSmallCall(args) ? ipcCalls[name].parameters.safeParse(args) : null;
    if (!parsed?.success) {
      return refused(windowFaults.senseless({ call: name }));
    }
    return { ok: true, value: await handler(event.sender, ...parsed.data) };
  } catch (error) {
    if (error instanceof DriveFault) {
      return { ok: false, error: error.driveError };
    }
    console.error(`${name} failed:`, error);
    return { ok: false, error: internalError(error) };
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

function refused(message: string): Result<never> {
  return { ok: false, error: driveError("internal", message) };
}

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
