import { useCallback, useEffect, useRef, useState } from "react";
import type { DriveError } from "#contract/drive-error";
import type { CallName, EventName } from "#contract/ipc-names";
import type { CallArguments, CallValue, Result } from "#contract/ipc-schema";
import { call, on } from "./client";
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

/**
 * For each call the event that brings newer answers. The end of an inspection is no such event: it
 * makes the window leave the inspection's screen.
 */
const newerAnswers: Partial<Record<CallName, EventName>> = {
  listVolumes: "volumesChanged",
  currentInspection: "inspectionProgress",
  powerCutGuide: "powerCutGuideChanged",
};

type Answer<T> = readonly [
  state: Loaded<T>,
  /** Calls main again; the old answer stays until the new one comes. */
  reload: () => void,
  /** Changes the answer that is shown, until main sends a new one. */
  change: (changed: (known: T | undefined) => T) => void,
];

/** Calls main when the screen opens, and keeps the answer up to date. */
export function useCall<N extends CallName>(
  name: N,
  ...args: CallArguments<N>
): Answer<CallValue<N>> {
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
    const event = newerAnswers[name];
    const unsubscribe =
      event &&
      on(event, (value) => {
        newest.current += 1;
        setState({ status: "ready", value: value as CallValue<N> });
      });
    if (firstAnswer(name) === null) {
      load();
    }
    return () => {
      newest.current += 1;
      unsubscribe?.();
    };
  }, [name, load]);
  return [
    state,
    load,
    (changed) =>
      setState((now) => ({
        status: "ready",
        value: changed(now.status === "ready" ? now.value : undefined),
      })),
  ];
}
