import { type Capacity, capacityParts } from "#contract/workloads/capacity";
import type { Step } from "#contract/workloads/index";
import { sampleCapacity } from "../sample-capacity";

/** Results of the capacity test for tests. */

interface Options {
  /** The outcome of the capacity test. */
  readonly capacity?: Capacity["result"] | (() => Capacity);
}

export const ordinary: Options = { capacity: "whole" };

export function results({ capacity }: Options) {
  if (capacity === undefined) {
    return null;
  }
  return { capacity: typeof capacity === "string" ? sampleCapacity(capacity) : capacity() };
}

export function steps(): Step[] {
  return capacityParts.map((part) => ({ kind: "capacity", part }));
}

export const live = () => ({ capacity: sampleCapacity() });

export const inspected = null;
