import { describe, expect, it } from "vitest";
import {
  shortNames,
  stepSchema,
  usualWorkloads,
  workloadEventSchemas,
  workloadIds,
  workloadOf,
} from "#contract/workloads/index";
import * as registry from "#contract/workloads/registry";

describe("the workloads of the contract", () => {
  it("each have a unique place in the order, with the flush test first and the capacity test last", () => {
    const orders = Object.values(registry).map(({ order }) => order);
    expect(new Set(orders).size).toBe(workloadIds.length);
    expect(workloadIds[0]).toBe("flush-modes");
    expect(workloadIds.at(-1)).toBe("capacity");
  });

  it("each have a unique name on the command line", () => {
    expect([...shortNames.values()]).toEqual(workloadIds);
  });

  it("run by default, except for the long write, the capacity test and workloads added later", () => {
    const usual = [
      ...["flush-modes", "buffer-sweep", "chunked-writes", "commits", "document-saves"],
      ...["parallel-saves", "reading", "sync-interval"],
    ];
    expect(usualWorkloads).toEqual(expect.arrayContaining(usual));
    expect(usualWorkloads).not.toContain("sustained-write");
    expect(usualWorkloads).not.toContain("capacity");
  });

  it("have unique event types, which include every kind of step", () => {
    const types = workloadEventSchemas.map(({ shape }) => shape.type.value);
    expect(new Set(types).size).toBe(types.length);
    const events: readonly string[] = types;
    for (const { shape } of stepSchema.options) {
      expect(events).toContain(shape.kind.value);
    }
  });
});

it("workloadOf() returns the workload of an event type, and null for an unknown type", () => {
  expect(workloadOf("flush-round")).toBe("flush-modes");
  expect(workloadOf("commit-run")).toBe("commits");
  expect(workloadOf("no such event")).toBeNull();
});
