/**
 * The names of every call and event between the renderer and main, apart from their schemas: the
 * preload script runs before every page and should not load a schema library.
 */

/** Calls that the window may make; `ipcCalls` has their arguments. */
export const windowCallNames = [
  ...["appInfo", "listVolumes", "driveHealth", "chooseFolder", "showFiles"],
  ...["startInspection", "stopInspection", "currentInspection"],
  ...["listHistory", "removeUnreadable", "showUnreadable", "dataState"],
  ...["openReport", "deleteReport", "exportReport"],
  ...["powerCutGuide", "foundPowerCutTest", "resumePowerCutTest", "removeFoundPowerCutTest"],
  ...["offerWitnesses", "openPowerCutTest", "preparePowerCutTest", "beginPowerCutTest"],
  ...["askForPowerCut", "stopPowerCutTest", "witnessAddresses", "meetWitnessAt"],
  ...["enterWitnessed", "cutQuestion", "sayWhatWasDone", "finishPowerCutTest"],
  "discardPowerCutTest",
] as const;

/** Calls that only the hidden report window may make. */
export const reportCallNames = ["reportDocument", "reportDrawn", "reportFailed"] as const;

export const callNames = [...windowCallNames, ...reportCallNames] as const;

export type CallName = (typeof callNames)[number];

/**
 * The preload script makes these calls in advance: their results are enough for the first screen.
 */
export const firstCallNames = [
  "appInfo",
  "powerCutGuide",
  "currentInspection",
  "listVolumes",
  "dataState",
] as const satisfies readonly CallName[];

/** Events that main sends; `ipcEvents` has their payloads. */
export const eventNames = [
  "volumesChanged",
  "inspectionProgress",
  "inspectionFinished",
  "inspectionKept",
  "powerCutGuideChanged",
] as const;
export type EventName = (typeof eventNames)[number];

export const callChannel = (name: CallName): string => `driveproof:call:${name}`;
export const eventChannel = (name: EventName): string => `driveproof:event:${name}`;
