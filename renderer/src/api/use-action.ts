import { useState } from "react";
import type { DriveError } from "#contract/drive-error";
import type { CallName } from "#contract/ipc-names";
import type { CallArguments, CallValue, Result } from "#contract/ipc-schema";
import { call } from "./client";

export interface Action {
  readonly busy: boolean;
  readonly error: DriveError | null;
  readonly ask: <N extends CallName>(
    name: N,
    ...args: CallArguments<N>
  ) => Promise<Result<CallValue<N>>>;
  /** Resolves to true if the call succeeded. */
  readonly run: <N extends CallName>(name: N, ...args: CallArguments<N>) => Promise<boolean>;
}

/** Calls main; `busy` and `error` are those of the latest call. */
export function useAction(): Action {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<DriveError | null>(null);
  const ask: Action["ask"] = async (name, ...args) => {
    setBusy(true);
    setError(null);
    const result = await call(name, ...args);
    setBusy(false);
    if (!result.ok) {
      setError(result.error);
    }
    return result;
  };
  return { busy, error, ask, run: async (name, ...args) => (await ask(name, ...args)).ok };
}
