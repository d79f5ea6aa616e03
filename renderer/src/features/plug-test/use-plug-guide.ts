import { useEffect, useState } from "react";
import type { PlugGuide } from "../../../../electron/contract/plug-guide";
import { call, on } from "../../api/client";

/** The plug test main is leading, kept up to date; `undefined` until main has said so once. */
export function usePlugGuide(): PlugGuide | null | undefined {
  const [guide, setGuide] = useState<PlugGuide | null>();
  useEffect(() => {
    let isNewer = false;
    const unsubscribe = on("plugGuideChanged", (changed) => {
      isNewer = true;
      setGuide(changed);
    });
    void call("plugGuide").then((result) => {
      // An event that came meanwhile is the later picture.
      if (!isNewer) {
        setGuide(result.ok ? result.value : null);
      }
    });
    return unsubscribe;
  }, []);
  return guide;
}
