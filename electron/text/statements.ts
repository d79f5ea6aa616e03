import { workloadIds } from "#contract/workloads/index";
import * as inspection from "./inspection/registry";
import * as powerCut from "./power-cut/registry";
import { tellerOf } from "./teller";
import * as verdict from "./verdict/registry";
import { homeOf } from "./workloads";

/** Renders every statement of the program as sentences. */
export const { tell, tellAll, stillMakes, messageOf } = tellerOf(() => [
  ...Object.values(inspection),
  ...Object.values(powerCut),
  ...Object.values(verdict),
  ...workloadIds.map(homeOf),
]);
