import { flushModes, syncCallModeIds } from "#contract/flush-mode";
import { modeLabel } from "#text/flush-modes";
import type { Options } from "../home";

export { name, purpose } from "#text/workloads/sync-interval";

export const options: Options = {
  needsOne: true,
  choices: (os) =>
    syncCallModeIds
      .filter((mode) => flushModes[mode][os] !== undefined)
      .map((id) => ({ id, name: modeLabel(id, os), detail: id })),
  ticked: ({ syncModes }) => syncModes,
  changes: (ticked) => ({ syncModes: syncCallModeIds.filter((id) => ticked.includes(id)) }),
};
