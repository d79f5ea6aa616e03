import { commitDatabases } from "#contract/workloads/commits";
import { measured } from "#text/measured";
import { databaseDetails, databaseLabels } from "#text/workloads/commits";
import { TickGroup } from "../../ui/tick";
import type { OptionsProps } from "../home";

/** Selects the databases to run. */
export function Options({ group, value, onChange }: OptionsProps) {
  return (
    <TickGroup
      {...group}
      needsOne
      hint={measured.oneOrMore()}
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
