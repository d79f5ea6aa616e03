import { commitDatabases } from "#contract/workloads/commits";
import { databaseDetails, databaseLabels } from "#text/workloads/commits";
import type { Options } from "../home";

export { name, purpose } from "#text/workloads/commits";

export const options: Options = {
  needsOne: true,
  choices: () =>
    commitDatabases.map((id) => ({
      id,
      name: databaseLabels[id](),
      detail: databaseDetails[id](),
    })),
  ticked: ({ engines }) => engines,
  changes: (ticked) => ({ engines: commitDatabases.filter((id) => ticked.includes(id)) }),
};
