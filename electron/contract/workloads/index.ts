import { z } from "zod";
import type { Worded } from "../drive-error";
import * as registry from "./registry";

/**
 * The contract of a workload: its plan, steps and result events, its fields of the report, its
 * place among the others (`order`) and its name on the command line. Optional: the `options` that a
 * person may change, the most entries per list that an inspection can produce (`mostShown`) and a
 * type for the live view (`live`).
 */

type Registry = typeof registry;
export type WorkloadId = keyof Registry;
type Member<Key extends keyof Registry[WorkloadId]> = Registry[WorkloadId][Key];

const homes: { readonly [Id in WorkloadId]: Registry[Id] } = registry;
const inOrder = (Object.keys(homes) as WorkloadId[]).sort(
  (a, b) => homes[a].order - homes[b].order,
);

/** The workloads run and are shown in this order. */
export const workloadIds: readonly WorkloadId[] = inOrder;
export const workloadIdSchema = z.enum(inOrder);

/** Workloads that run by default. */
export const usualWorkloads: readonly WorkloadId[] = inOrder.filter(
  (id) => !("onRequest" in homes[id]),
);

/** Names that the command line's option `--tests` accepts. */
export const shortNames: ReadonlyMap<string, WorkloadId> = new Map(
  inOrder.map((id) => [homes[id].shortName, id]),
);

// The casts in this file name types that the compiler cannot derive from a loop over the registry.

type PlanSchemas = { [Id in WorkloadId]: Registry[Id]["planSchema"] };
/** One plan for each workload, whether it is chosen or not. */
export const workloadPlansSchema = z.object(each("planSchema") as PlanSchemas);
export type WorkloadPlans = z.infer<typeof workloadPlansSchema>;

type Steps = [Member<"steps">[number]];
/** One measurement of a workload; `kind` is also the type of the event that brings its result. */
export const stepSchema = z.discriminatedUnion("kind", all("steps") as unknown as Steps);
export type Step = z.infer<Member<"steps">[number]>;
export type StepOf<Kind extends Step["kind"]> = Extract<Step, { kind: Kind }>;

/**
 * An event whose `counts` are `null` without a refusal or an error stands for a step that was left
 * out, because the computer slept, or the program was halted, in each attempt at it.
 */
export const workloadEventSchemas = all("events") as unknown as [Member<"events">[number]];
export type WorkloadEvent = Worded<z.infer<Member<"events">[number]>>;
/** The events of one workload. */
export type EventOf<Id extends WorkloadId> = Worded<z.infer<Registry[Id]["events"][number]>>;

/** The workload of an event with this type or a step of this kind; `null` if none. */
export function workloadOf(type: string): WorkloadId | null {
  return (
    inOrder.find((id) => homes[id].events.some(({ shape }) => shape.type.value === type)) ?? null
  );
}

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
export const workloadResults = Object.assign(
  {},
  ...inOrder.map((id) => homes[id].results),
) as Intersection<Member<"results">>;
export type WorkloadResults = z.infer<z.ZodObject<typeof workloadResults>>;

type WithOptions = Extract<Registry[WorkloadId], { options: unknown }>;
/** The options that a person may change in the plans, of all workloads together. */
export const workloadOptions = Object.assign(
  {},
  ...inOrder.map((id) => ("options" in homes[id] ? homes[id].options : {})),
) as Intersection<WithOptions["options"]>;

/** Lists of results that are shown in full, with their maximum lengths. */
export const mostShownOfWorkloads: Readonly<Record<string, number>> = Object.assign(
  {},
  ...inOrder.map((id) => ("mostShown" in homes[id] ? homes[id].mostShown : {})),
);

type LiveOf<Home> = Home extends { live: infer Live }
  ? Live
  : Home extends { results: infer Results extends z.ZodRawShape }
    ? z.infer<z.ZodObject<Results>>
    : never;
type EachLive = { [Id in WorkloadId]: LiveOf<Registry[Id]> };
/** What the window shows of running workloads: their `live` if defined, else their results. */
export type LiveOfWorkloads = Intersection<EachLive[WorkloadId]>;

function each<Key extends keyof Registry[WorkloadId]>(key: Key) {
  return Object.fromEntries(inOrder.map((id) => [id, homes[id][key]]));
}

function all(key: "steps" | "events"): readonly z.ZodType[] {
  return inOrder.flatMap((id): readonly z.ZodType[] => homes[id][key]);
}
