import { useEffect, useRef, useState } from "react";
import type { LiveState } from "#contract/live-state";
import { call, on } from "../../api/client";

/**
 * The running inspection, updated by main about five times a second. Calls `onNothingRunning` if
 * there is none, as when a window is reloaded just as the inspection ends.
 */
export function useInspection(onNothingRunning: () => void): LiveState | null {
  const [live, setLive] = useState<LiveState | null>(null);
  const nothingRunning = useRef(onNothingRunning);
  nothingRunning.current = onNothingRunning;
  useEffect(() => {
    let open = true;
    const unsubscribe = on("inspectionProgress", setLive);
    void call("currentInspection").then((result) => {
      if (!open) {
        return;
      }
      if (result.ok && result.value === null) {
        nothingRunning.current();
      } else if (result.ok) {
        // Progress events that arrived meanwhile are newer.
        setLive((newer) => newer ?? result.value);
      }
    });
    return () => {
      open = false;
      unsubscribe();
    };
  }, []);
  return live;
}
