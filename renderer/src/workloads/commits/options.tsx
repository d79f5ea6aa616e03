import { type CommitEngine, commitEngines } from "../../../../electron/contract/workloads/commits";
import { TickGroup } from "../../ui/tick";
import type { OptionsProps } from "../home";
import { engineLabels } from "./words";

/** What the engine is, in one line for somebody who has to choose. */
const engineDetails: Readonly<Record<CommitEngine, string>> = {
  "append-log": "Records written one after the other.",
  sqlite: "In most phones, browsers and office programs.",
  mdbx: "Keeps its file mapped into memory.",
};

/** Which databases are run. */
export function Options({ group, value, onChange }: OptionsProps) {
  return (
    <TickGroup
      {...group}
      needsOne
      hint="one or more"
      choices={commitEngines.map((id) => ({
        id,
        name: engineLabels[id],
        detail: engineDetails[id],
      }))}
      value={value.engines}
      onChange={(engines) => onChange({ engines })}
    />
  );
}
