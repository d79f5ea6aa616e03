import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { driveError } from "../../../electron/contract/drive-error";
import {
  newPlugState,
  offerFor,
  type PlugStep,
  takeStep,
} from "../../../electron/contract/power-cut-stage";
import {
  type PlugState,
  plugStages,
  plugStateSchema,
} from "../../../electron/contract/power-cut-state";
import { plugMode, plugPlan, plugResult } from "../../helpers/sample-plug";

const at = "2026-11-21T10:00:00.000Z";
const gone = driveError("drive-error", "The drive reported an error.");
const full = driveError("volume-full", "The drive filled up.");

const steps = {
  prepared: { type: "prepared", modes: [plugMode("fsync")] },
  begins: { type: "writing-begins", at, bootId: "first", unsafeShutdowns: 41 },
  stopped: { type: "stopped" },
  gone: { type: "failed", error: gone },
  full: { type: "failed", error: full },
  reading: { type: "reading-begins" },
  finished: { type: "finished", result: plugResult },
  removal: { type: "removal-begins" },
} as const satisfies Record<string, PlugStep>;

const stateAfter = (...names: (keyof typeof steps)[]): PlugState =>
  names.reduce((state, name) => takeStep(state, steps[name]), newPlugState(plugPlan));

describe("a plug test", () => {
  it("goes from making files to its result, across the power cut", () => {
    const state = stateAfter("prepared", "begins", "reading", "finished");
    expect(state).toMatchObject({
      stage: "finished",
      writingSince: at,
      bootId: "first",
      result: plugResult,
    });
  });

  it("knows the end of the writing: stopped, or the drive went", () => {
    expect(stateAfter("prepared", "begins", "stopped")).toMatchObject({
      stage: "stopped",
      error: null,
    });
    expect(stateAfter("prepared", "begins", "gone")).toMatchObject({
      stage: "drive-lost",
      driveLost: true,
      error: gone,
    });
    expect(stateAfter("prepared", "begins", "full")).toMatchObject({
      stage: "stopped",
      driveLost: false,
      error: full,
    });
  });

  it("may begin to read again when the program ended meanwhile", () => {
    expect(stateAfter("prepared", "begins", "reading", "reading").stage).toBe("reading-back");
  });

  it.each([
    ["begins"],
    ["stopped"],
    ["reading"],
    ["prepared", "reading"],
    ["prepared", "begins", "finished"],
    ["prepared", "begins", "reading", "begins"],
    ["prepared", "begins", "removal", "reading"],
  ] as const)("does not skip or repeat steps: %s", (...names) => {
    expect(() => stateAfter(...names)).toThrow(/cannot go on/);
  });

  it("survives being stored at every stage", () => {
    const anyStep = fc.constantFrom(...Object.values(steps));
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 8 }), (taken) => {
        let state = newPlugState(plugPlan);
        for (const step of taken) {
          try {
            state = takeStep(state, step);
          } catch {
            // Not from here; the state stays.
          }
          expect(plugStateSchema.parse(JSON.parse(JSON.stringify(state)))).toEqual(state);
        }
      }),
    );
  });
});

describe("what is offered when the program starts again", () => {
  it("is to finish exactly those tests that may have seen a power cut", () => {
    const offers = plugStages.map((stage) => [stage, offerFor({ ...stateAfter(), stage })]);
    expect(Object.fromEntries(offers)).toEqual({
      preparing: "clear",
      ready: "clear",
      writing: "finish",
      "drive-lost": "finish",
      stopped: "clear",
      "reading-back": "finish",
      finished: "show",
      removing: "clear",
    });
  });
});
