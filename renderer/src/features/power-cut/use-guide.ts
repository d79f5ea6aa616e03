import { useEffect, useState } from "react";
import type { PowerCutGuide } from "#contract/power-cut/state";
import { call, on } from "../../api/client";

/** Main's current plug test, kept up to date; `undefined` until main has answered. */
export function usePowerCutGuide(): PowerCutGuide | null | undefined {
  const [guide, setGuide] = useState<PowerCutGuide | null>();
  useEffect(() => {
    let isNewer = false;
    const unsubscribe = on("powerCutGuideChanged", (changed) => {
      isNewer = true;
      setGuide(changed);
    });
    void call("powerCutGuide").then((result) => {
      // An event that arrived meanwhile is newer.
      if (!isNewer) {
        setGuide(result.ok ? result.value : null);
      }
    });
    return unsubscribe;
  }, []);
  return guide;
}
