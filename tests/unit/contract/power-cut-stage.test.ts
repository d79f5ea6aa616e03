import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DriveErrorCode, driveError } from "#contract/drive-error";
import { driveErrorCodes } from "#contract/drive-error-schema";
import {
  newPowerCutState,
  offerFor,
  type PowerCutState,
  type PowerCutStep,
  powerCutStages,
  powerCutStateSchema,
  takeStep,
} from "#contract/power-cut/state";
import { powerCutMode, powerCutPlan, powerCutResult } from "../../helpers/sample-power-cut-test";

const at = "2026-11-21T10:00:00.000Z";
const gone = driveError("drive-error", "The drive reported an error.");
const ending = {
  numbers: [{ mode: "fsync" as const, number: 7 }],
  failedAtNs: 90,
  longestNs: 5,
};
const full = driveError("volume-full", "The drive filled up.");

const steps = {
  prepared: { type: "prepared", modes: [powerCutMode("fsync")] },
  begins: { type: "writing-begins", at, bootId: "first", noted: { unsafeShutdowns: 41 } },
  stopped: { type: "stopped" },
  gone: { type: "failed", error: gone, ending },
  full: { type: "failed", error: full, ending: null },
  absence: { type: "absence-seen", absentNs: 4_000_000_000 },
  reading: { type: "reading-begins" },
  finished: { type: "finished", result: powerCutResult() },
  removal: { type: "removal-begins" },
} as const satisfies Record<string, PowerCutStep>;

const stateAfter = (...names: (keyof typeof steps)[]): PowerCutState =>
  names.reduce((state, name) => takeStep(state, steps[name]), newPowerCutState(powerCutPlan));

describe("the state of a plug test", () => {
  it('has the stage "finished" and the result after preparing, writing and reading back', () => {
    const state = stateAfter("prepared", "begins", "reading", "finished");
    expect(state).toMatchObject({
      stage: "finished",
      writingSince: at,
      bootId: "first",
      result: powerCutResult(),
    });
  });

  it("records whether the writing was stopped, filled the drive, or lost the drive", () => {
    expect(stateAfter("prepared", "begins", "stopped")).toMatchObject({
      stage: "stopped",
      wasStopped: true,
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

  it('has the stage "drive-lost" after the errors drive-error, read-only and volume-gone, and after no other error', () => {
    const stageAfter = (code: DriveErrorCode) =>
      takeStep(stateAfter("prepared", "begins"), {
        type: "failed",
        error: driveError(code, "A call failed."),
        ending: null,
      }).stage;
    const lost = driveErrorCodes.filter((code) => stageAfter(code) === "drive-lost");
    expect(lost.sort()).toEqual(["drive-error", "read-only", "volume-gone"]);
  });

  it("contains the last numbers of the engine and how long the drive was missing", () => {
    const state = stateAfter("prepared", "begins", "gone");
    expect(state.ending).toEqual(ending);
    expect(stateAfter("prepared", "begins", "gone", "absence").marks).toEqual({
      usb: null,
      absentNs: 4_000_000_000,
    });
  });

  it('stays "reading-back" if the reading begins a second time', () => {
    expect(stateAfter("prepared", "begins", "reading", "reading").stage).toBe("reading-back");
  });

  it.each<[(keyof typeof steps)[]]>([
    [["begins"]],
    [["stopped"]],
    [["reading"]],
    [["prepared", "reading"]],
    [["prepared", "begins", "finished"]],
    [["prepared", "begins", "reading", "begins"]],
    [["prepared", "begins", "removal", "reading"]],
  ])("refuses the sequence of steps %j", (names) => {
    expect(() => stateAfter(...names)).toThrow(/cannot go on/);
  });

  it("does not change at any stage if it is stored and read again", () => {
    const anyStep = fc.constantFrom(...Object.values(steps));
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 8 }), (taken) => {
        let state = newPowerCutState(powerCutPlan);
        for (const step of taken) {
          try {
            state = takeStep(state, step);
          } catch {
            // The event is not allowed at this stage and throws; the state does not change.
          }
          expect(powerCutStateSchema.parse(JSON.parse(JSON.stringify(state)))).toEqual(state);
        }
      }),
    );
  });
});

it('offerFor() returns "finish" for a plug test whose power may have been cut, "show" for a finished one and "clear" for others', () => {
  const offers = powerCutStages.map((stage) => [stage, offerFor({ ...stateAfter(), stage })]);
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
