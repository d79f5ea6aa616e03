import { driveError } from "#contract/drive-error";
import type { CallName, EventName } from "#contract/ipc-names";
import type {
  CallArguments,
  CallValue,
  DriveProofApi,
  EventPayload,
  Result,
} from "#contract/ipc-schema";
import { frameText } from "#text/screens/frame";

declare global {
  interface Window {
    readonly driveproof: DriveProofApi;
  }
}

/**
 * Calls main. Never throws: if the call itself fails (main has ended, the arguments were refused),
 * the result is an error like any other.
 */
export async function call<N extends CallName>(
  name: N,
  ...args: CallArguments<N>
): Promise<Result<CallValue<N>>> {
  try {
    const ask = window.driveproof[name] as (
      ...args: CallArguments<N>
    ) => Promise<Result<CallValue<N>>>;
    return await ask(...args);
  } catch (cause) {
    const message =
      cause instanceof Error
        ? frameText.noAnswerBecause({ cause: cause.message })
        : frameText.noAnswer();
    return { ok: false, error: driveError("internal", message) };
  }
}

/** Subscribes to an event of main; returns the function that ends the subscription. */
export function on<N extends EventName>(
  name: N,
  listener: (payload: EventPayload<N>) => void,
): () => void {
  return window.driveproof.on[name]((payloadJson) => listener(JSON.parse(payloadJson)));
}
