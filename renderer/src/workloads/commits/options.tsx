import { commitDatabases } from "../../../../electron/contract/workloads/commits";
import {
  commitsScreen,
  databaseDetails,
  databaseLabels,
} from "../../../../electron/text/workloads/commits";
import { TickGroup } from "../../ui/tick";
import type { OptionsProps } from "../home";

/** Which databases are run. */
export function Options({ group, value, onChange }: OptionsProps) {
  return (
    <TickGroup
      {...group}
      needsOne
      hint={commitsScreen.oneOrMore()}
      choices={commitDatabases.map((id) => ({
        id,
        name: databaseLabels[id](),
        detail: databaseDetails[id](),
      }))}
      value={value.engines}
      onChange={(engines) => onChange({ engines })}
    />
  );
}
