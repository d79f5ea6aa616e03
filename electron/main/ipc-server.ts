import { type IpcMainInvokeEvent, ipcMain, type WebContents } from "electron";
import { DriveFault, driveError } from "../contract/drive-error";
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
} from "../contract/ipc-schema";

export type Handlers = {
  readonly [N in CallName]: (
    sender: WebContents,
    ...args: CallArguments<N>
  ) => Promise<CallValue<N>> | CallValue<N>;
};

/**
 * Answers the given calls of the schema to one page. The sender and the arguments are checked
 * here, once, for all; whatever a handler throws becomes data, so that no stack trace reaches the
 * window.
 */
export function serveIpc<N extends CallName>(handlers: Pick<Handlers, N>, page: string): void {
  for (const name of Object.keys(handlers) as N[]) {
    ipcMain.handle(callChannel(name), (event, args: unknown) =>
      answer(name, handlers[name] as AnyHandler, event, args, page),
    );
  }
}

type AnyHandler = (sender: WebContents, ...args: readonly unknown[]) => unknown;

async function answer(
  name: CallName,
  handler: AnyHandler,
  event: IpcMainInvokeEvent,
  args: unknown,
  page: string,
): Promise<Result<unknown>> {
  if (!isOurPage(event, page)) {
    return refused("This page may not ask that.");
  }
  const parsed = ipcCalls[name].parameters.safeParse(args);
  if (!parsed.success) {
    return refused(`The window asked for ${name} in a way that makes no sense.`);
  }
  try {
    return { ok: true, value: await handler(event.sender, ...parsed.data) };
  } catch (error) {
    if (error instanceof DriveFault) {
      return { ok: false, error: error.driveError };
    }
    console.error(`${name} failed:`, error);
    return refused(
      `DriveProof itself failed: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Only the main frame of that page; a frame inside it or a page that moved on is nobody. */
function isOurPage(event: IpcMainInvokeEvent, page: string): boolean {
  const frame = event.senderFrame;
  if (!frame || frame !== event.sender.mainFrame) {
    return false;
  }
  return frame.url.split(/[?#]/)[0] === page;
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
