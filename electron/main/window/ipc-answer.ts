import { isSmallCall } from "#contract/call-size";
import { DriveFault, driveError } from "#contract/drive-error";
import type { CallName } from "#contract/ipc-names";
import { ipcCalls, type Result } from "#contract/ipc-schema";
import { internalError } from "#text/in-words";
import { windowFaults } from "#text/window";

/**
 * Resolves with the handler's result, or its error as data, so that no stack trace reaches the
 * window. Validates the arguments before the handler runs, and refuses senders that are not
 * allowed.
 */
export async function answer(
  name: CallName,
  handler: (...args: readonly unknown[]) => unknown,
  args: unknown,
  isServed: boolean,
): Promise<Result<unknown>> {
  try {
    if (!isServed) {
      return refused(windowFaults.foreignPage());
    }
    const parsed = isSmallCall(args) ? ipcCalls[name].parameters.safeParse(args) : null;
    if (!parsed?.success) {
      return refused(windowFaults.senseless({ call: name }));
    }
    return { ok: true, value: await handler(...parsed.data) };
  } catch (error) {
    if (error instanceof DriveFault) {
      return { ok: false, error: error.driveError };
    }
    console.error(`${name} failed:`, error);
    return { ok: false, error: internalError(error) };
  }
}

export function tooMany(): Result<never> {
  return refused(windowFaults.tooMany());
}

function refused(message: string): Result<never> {
  return { ok: false, error: driveError("internal", message) };
}
