import { useEffect, useState } from "react";
import type { PowerCutGuide } from "#contract/power-cut/guide";
import { call, on } from "../../api/client";

/** The plug test main is leading, kept up to date; `undefined` until main has said so once. */
export function usePowerCutGuide(): PowerCutGuide | null | undefined {
  const [guide, setGuide] = useState<PowerCutGuide | null>();
  useEffect(() => {
    let isNewer = false;
    const unsubscribe = on("powerCutGuideChanged", (changed) => {
      isNewer = true;
      setGuide(changed);
    });
    void call("powerCutGuide").then((result) => {
      // An event that came meanwhile is the later picture.
      if (!isNewer) {
        setGuide(result.ok ? result.value : null);
      }
    });
    return unsubscribe;
  }, []);
  return guide;
}
