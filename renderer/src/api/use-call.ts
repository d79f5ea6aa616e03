import { useCallback, useEffect, useRef, useState } from "react";
import type { DriveError } from "#contract/drive-error";
import type { CallName } from "#contract/ipc-names";
import type { CallArguments, CallValue } from "#contract/ipc-schema";
import { call } from "./client";

export type Loaded<T> =
  | { readonly status: "loading" }
  | { readonly status: "ready"; readonly value: T }
  | { readonly status: "failed"; readonly error: DriveError };

/** Calls main when the screen opens, and again on `reload`; the old answer stays until then. */
export function useCall<N extends CallName>(
  name: N,
  ...args: CallArguments<N>
): readonly [Loaded<CallValue<N>>, () => void] {
  const [state, setState] = useState<Loaded<CallValue<N>>>({ status: "loading" });
  const newest = useRef(0);
  const key = JSON.stringify(args);
  const load = useCallback(() => {
    newest.current += 1;
    const mine = newest.current;
    void call(name, ...(JSON.parse(key) as CallArguments<N>)).then((result) => {
      // Ignores an answer that a later call has overtaken.
      if (mine === newest.current) {
        setState(
          result.ok
            ? { status: "ready", value: result.value }
            : { status: "failed", error: result.error },
        );
      }
    });
  }, [name, key]);
  useEffect(() => {
    load();
    return () => {
      newest.current += 1;
    };
  }, [load]);
  return [state, load];
}
