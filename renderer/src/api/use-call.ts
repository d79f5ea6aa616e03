import { useCallback, useEffect, useRef, useState } from "react";
import type { DriveError } from "#contract/drive-error";
import type { CallName } from "#contract/ipc-names";
import type { CallArguments, CallValue, Result } from "#contract/ipc-schema";
import { call } from "./client";
import { firstAnswer } from "./first-answers";

export type Loaded<T> =
  | { readonly status: "loading" }
  | { readonly status: "ready"; readonly value: T }
  | { readonly status: "failed"; readonly error: DriveError };

/** The state of a call with this result; `null`: main has not answered yet. */
export function loaded<T>(result: Result<T> | null): Loaded<T> {
  if (result === null) {
    return { status: "loading" };
  }
  return result.ok
    ? { status: "ready", value: result.value }
    : { status: "failed", error: result.error };
}

/** Calls main when the screen opens, and again on `reload`; the old answer stays until then. */
export function useCall<N extends CallName>(
  name: N,
  ...args: CallArguments<N>
): readonly [Loaded<CallValue<N>>, () => void] {
  const [state, setState] = useState(() => loaded(firstAnswer(name)));
  const newest = useRef(0);
  const key = JSON.stringify(args);
  const load = useCallback(() => {
    newest.current += 1;
    const mine = newest.current;
    void call(name, ...(JSON.parse(key) as CallArguments<N>)).then((result) => {
      // Ignores an answer that a later call has overtaken.
      if (mine === newest.current) {
        setState(loaded(result));
      }
    });
  }, [name, key]);
  useEffect(() => {
    if (firstAnswer(name) === null) {
      load();
    }
    return () => {
      newest.current += 1;
    };
  }, [name, load]);
  return [state, load];
}
