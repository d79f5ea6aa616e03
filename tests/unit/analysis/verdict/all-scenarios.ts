import { commitScenarios } from "./commit-scenarios";
import { driveScenarios } from "./drive-scenarios";
import { healthScenarios } from "./health-scenarios";
import { powerCutScenarios } from "./power-cut-scenarios";
import { runScenarios } from "./run-scenarios";
import type { Scenario } from "./scenario";
import { systemScenarios } from "./system-scenarios";
import { workloadScenarios } from "./workload-scenarios";

export const allScenarios: readonly Scenario[] = [
  ...driveScenarios,
  ...systemScenarios,
  ...runScenarios,
  ...workloadScenarios,
  ...commitScenarios,
  ...powerCutScenarios,
  ...healthScenarios,
];
