import { flushModes, syncCallModeIds } from "#contract/flush-mode";
import { modeLabel } from "#text/flush-modes";
import { measured } from "#text/measured";

import { TickGroup } from "../../ui/tick";
import type { OptionsProps } from "../home";

/** Selects the sync calls. */
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
