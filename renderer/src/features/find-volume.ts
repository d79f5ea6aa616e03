import type { Report } from "../../../electron/contract/report";
import type { Volume } from "../../../electron/contract/volume";

/**
 * The volume of a report among those that are there now; `undefined` when it is gone. A report from
 * an earlier sitting knows its volume by where it was, not by its id.
 */
export function volumeOf(
  { volume: was }: Report,
  volumeId: string | null,
  volumes: readonly Volume[],
): Volume | undefined {
  return volumes.find((volume) =>
    volumeId === null
      ? volume.mountPoint === was.mountPoint && volume.device === was.device
      : volume.id === volumeId,
  );
}
