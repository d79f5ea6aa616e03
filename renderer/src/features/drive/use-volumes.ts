import { useCallback, useEffect, useState } from "react";
import type { Volume } from "#contract/volume";
import { call, on } from "../../api/client";
import type { Loaded } from "../../api/use-call";

/**
 * The volumes from main, kept up to date while the screen is open. Main's list later includes a
 * folder that the person chose; until then it is added here.
 */
export function useVolumes() {
  const [volumes, setVolumes] = useState<Loaded<readonly Volume[]>>({ status: "loading" });
  const reload = useCallback(() => {
    void call("listVolumes").then((result) =>
      setVolumes(
        result.ok
          ? { status: "ready", value: result.value }
          : { status: "failed", error: result.error },
      ),
    );
  }, []);
  useEffect(() => {
    const unsubscribe = on("volumesChanged", (value) => setVolumes({ status: "ready", value }));
    reload();
    return unsubscribe;
  }, [reload]);
  const add = useCallback((volume: Volume) => {
    setVolumes((state) => {
      const known = state.status === "ready" ? state.value : [];
      const others = known.filter(({ id }) => id !== volume.id);
      return { status: "ready", value: [...others, volume] };
    });
  }, []);
  return { volumes, reload, add };
}
