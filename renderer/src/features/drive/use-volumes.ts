import { useCallback, useEffect, useState } from "react";
import type { Volume } from "#contract/volume";
import { call, on } from "../../api/client";
import { firstAnswer } from "../../api/first-answers";
import { type Loaded, loaded } from "../../api/use-call";

/**
 * The volumes from main, kept up to date while the screen is open. Main's list later includes a
 * folder that the person chose; until then it is added here.
 */
export function useVolumes() {
  const [volumes, setVolumes] = useState<Loaded<readonly Volume[]>>(() =>
    loaded(firstAnswer("listVolumes")),
  );
  const reload = useCallback(() => {
    void call("listVolumes").then((result) => setVolumes(loaded(result)));
  }, []);
  useEffect(() => {
    const unsubscribe = on("volumesChanged", (value) => setVolumes({ status: "ready", value }));
    if (firstAnswer("listVolumes") === null) {
      reload();
    }
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
