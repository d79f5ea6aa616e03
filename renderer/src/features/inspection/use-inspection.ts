import { useEffect, useRef, useState } from "react";
import type { LiveState } from "#contract/live-state";
import { call, on } from "../../api/client";

/**
 * The running inspection as main describes it about five times a second. `onNothingRunning` is
 * called when there turns out to be none, which a window reloaded at the wrong moment meets.
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
        // Progress that arrived in the meantime is newer.
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
