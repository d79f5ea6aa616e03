import { findingCodes } from "#analysis/facts/finding";
import { homeOf } from "#analysis/workloads/index";
import type * as homes from "#analysis/workloads/registry";
import { workloadIds } from "#contract/workloads/index";

type Homes = typeof homes;
export type FindingCode =
  | (typeof findingCodes)[number]
  | Homes[keyof Homes]["findingCodes"][number];

/** Every finding that a verdict can contain. */
export const everyFindingCode: readonly string[] = [
  ...findingCodes,
  ...workloadIds.flatMap((id) => homeOf(id).findingCodes),
];
