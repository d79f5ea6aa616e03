import type { OperatingSystem } from "#contract/flush-mode";
import type { FreeChanges, PlanOptions } from "#contract/plan-options";
import type { ProfileName, RunPlan } from "#contract/run-plan";
import {
  usualWorkloads,
  type WorkloadId,
  type WorkloadPlans,
  workloadIds,
} from "#contract/workloads/index";
import { mebibyte } from "./units";
import type { Changes } from "./workloads/home";
import { planOf } from "./workloads/plans";

/** A profile's plan on a system: what each workload does, and which of them run. */
export function planFor(
  profile: ProfileName,
  os: OperatingSystem,
  tests: readonly WorkloadId[] = usualWorkloads,
): RunPlan {
  const plans = workloadIds.map((id) => [id, planOf(id).profiles[profile](os)]);
  return { profile, tests: [...tests], workloads: Object.fromEntries(plans) as WorkloadPlans };
}

/**
 * Size of the largest file of the plan's workloads, each of which removes its file before the next
 * starts. A copy-on-write file system needs twice a file's size to rewrite the file.
 */
export function largestFileBytes({ tests, workloads }: RunPlan, copiesOnWrite = false): number {
  const copies = copiesOnWrite ? 2 : 1;
  return Math.max(...tests.map((id) => planOf(id).fileBytes(workloads[id], copies)));
}

/** Free space that a volume needs: `largestFileBytes()` and a tenth of it (at least 64 MiB). */
export function requiredFreeBytes(plan: RunPlan, copiesOnWrite = false): number {
  const fileBytes = largestFileBytes(plan, copiesOnWrite);
  return fileBytes + Math.max(64 * mebibyte, Math.ceil(fileBytes / 10));
}

/** Free bytes that the smallest inspection needs: one workload in the shortest profile. */
export function leastFreeBytes(os: OperatingSystem, copiesOnWrite: boolean): number {
  const needs = usualWorkloads.map((id) =>
    requiredFreeBytes(planFor("smoke", os, [id]), copiesOnWrite),
  );
  return Math.min(...needs);
}

/** The plan within what the file system allows; FAT holds no file of 4 GiB. */
export function withinFileSystem(plan: RunPlan, fileSystem: string | null): RunPlan {
  const { workloads } = plan;
  const plans = workloadIds.map((id) => [
    id,
    planOf(id).withinFileSystem?.(workloads[id], fileSystem) ?? workloads[id],
  ]);
  return { ...plan, workloads: Object.fromEntries(plans) as WorkloadPlans };
}

/** The values of the plan that a person may change. */
export function optionsOf({ workloads }: RunPlan): PlanOptions {
  const all = workloadIds.map((id) => planOf(id).options?.(workloads[id]));
  return Object.assign({}, ...all) as PlanOptions;
}

export function withChanges(plan: RunPlan, changes: FreeChanges): RunPlan {
  const { workloads } = plan;
  const plans = workloadIds.map((id) => [
    id,
    keysOf(changes).reduce(
      (own, key) => withChange(own, planOf(id).changes ?? {}, key, changes),
      workloads[id],
    ),
  ]);
  return { ...plan, workloads: Object.fromEntries(plans) as WorkloadPlans };
}

function withChange<Plan, Key extends keyof FreeChanges>(
  plan: Plan,
  known: Changes<Plan>,
  key: Key,
  changes: FreeChanges,
): Plan {
  const value = changes[key] ?? null;
  return value === null ? plan : (known[key]?.(plan, value) ?? plan);
}

/** The changes that have no effect on any test of the plan. */
export function withoutEffect({ tests }: RunPlan, changes: FreeChanges): (keyof FreeChanges)[] {
  return keysOf(changes).filter(
    (key) =>
      (changes[key] ?? null) !== null && !tests.some((id) => key in (planOf(id).changes ?? {})),
  );
}

const keysOf = (changes: FreeChanges) => Object.keys(changes) as (keyof FreeChanges)[];

/** Whether any workload of the plan may fill the volume, if the volume is small enough. */
export function mayFill({ tests }: RunPlan): boolean {
  return tests.some((id) => planOf(id).fillsVolume !== undefined);
}

/** Whether a workload of the plan may leave other programs too little space. */
export function fillsVolume({ tests, workloads }: RunPlan, freeBytes: number | null): boolean {
  return tests.some((id) => planOf(id).fillsVolume?.(workloads[id], freeBytes) ?? false);
}
