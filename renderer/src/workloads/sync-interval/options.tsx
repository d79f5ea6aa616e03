import { flushModes, syncCallModeIds } from "../../../../electron/contract/flush-mode";
import { modeLabel } from "../../../../electron/text/flush-modes";
import { measured } from "../../../../electron/text/measured";

import { TickGroup } from "../../ui/tick";
import type { OptionsProps } from "../home";

/** Which calls confirm. */
export function Options({ group, value, onChange, os }: OptionsProps) {
  return (
    <TickGroup
      {...group}
      needsOne
      hint={measured.oneOrMore()}
      choices={syncCallModeIds
        .filter((mode) => flushModes[mode][os] !== undefined)
        .map((id) => ({ id, name: modeLabel(id, os), detail: id }))}
      value={value.syncModes}
      onChange={(syncModes) => onChange({ syncModes })}
    />
  );
}
