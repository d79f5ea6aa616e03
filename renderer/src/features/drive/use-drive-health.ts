import { useEffect, useState } from "react";
import type { CallValue } from "../../../../electron/contract/ipc-schema";
import { call } from "../../api/client";
import type { Loaded } from "../../api/use-call";

/** What the chosen drive says of itself; loading while none is chosen. */
export function useDriveHealth(volumeId: string | null): Loaded<CallValue<"driveHealth">> {
  const [answer, setAnswer] = useState<{ readonly of: string; readonly is: Answer }>();
  useEffect(() => {
    let open = true;
    if (volumeId !== null) {
      void call("driveHealth", volumeId).then((result) => {
        if (open) {
          const is: Answer = result.ok
            ? { status: "ready", value: result.value }
            : { status: "failed", error: result.error };
          setAnswer({ of: volumeId, is });
        }
      });
    }
    return () => {
      open = false;
    };
  }, [volumeId]);
  return answer?.of === volumeId && answer ? answer.is : { status: "loading" };
}

type Answer = Loaded<CallValue<"driveHealth">>;
