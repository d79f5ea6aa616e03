import { useEffect, useState } from "react";
import { markOf } from "#analysis/drive-identity";
import type { CallValue } from "#contract/ipc-schema";
import type { Volume } from "#contract/volume";
import { call } from "../../api/client";
import { type Loaded, loaded } from "../../api/use-call";

/**
 * The chosen drive's health; loading while none is chosen. Read again if the drive changes or the
 * system reports more of it.
 */
export function useDriveHealth(volume: Volume | null): Loaded<CallValue<"driveHealth">> {
  const volumeId = volume?.id ?? null;
  const mark = volume && markOf(volume);
  const [answer, setAnswer] = useState<{ readonly of: string; readonly is: Answer }>();
  useEffect(() => {
    let open = true;
    if (volumeId !== null && mark !== null) {
      void call("driveHealth", volumeId).then((result) => {
        if (open) {
          setAnswer({ of: mark, is: loaded(result) });
        }
      });
    }
    return () => {
      open = false;
    };
  }, [volumeId, mark]);
  return answer?.of === mark && answer ? answer.is : { status: "loading" };
}

type Answer = Loaded<CallValue<"driveHealth">>;
