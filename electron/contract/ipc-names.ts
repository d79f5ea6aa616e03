/**
 * The names of every call and event between the renderer and main, apart from their schemas: the
 * preload bridge needs no more, and reads no schema library before each page.
 */

/** What the window may ask; `ipcCalls` says with what. */
export const windowCallNames = [
  "appInfo",
  "listVolumes",
  "driveHealth",
  "chooseFolder",
  "showFiles",
  "startInspection",
  "stopInspection",
  "currentInspection",
  "listHistory",
  "removeUnreadable",
  "showUnreadable",
  "dataState",
  "openReport",
  "deleteReport",
  "exportReport",
  "powerCutGuide",
  "foundPowerCutTest",
  "resumePowerCutTest",
  "removeFoundPowerCutTest",
  "offerWitnesses",
  "openPowerCutTest",
  "preparePowerCutTest",
  "beginPowerCutTest",
  "askForPowerCut",
  "stopPowerCutTest",
  "witnessAddresses",
  "meetWitnessAt",
  "enterWitnessed",
  "cutQuestion",
  "sayWhatWasDone",
  "finishPowerCutTest",
  "discardPowerCutTest",
] as const;

/** What the hidden report window alone may ask. */
export const reportCallNames = ["reportDocument", "reportDrawn", "reportFailed"] as const;

export const callNames = [...windowCallNames, ...reportCallNames] as const;

export type CallName = (typeof callNames)[number];

/** What the window's page asks as soon as it is there: enough for its first screen. */
export const firstCallNames = [
  "appInfo",
  "powerCutGuide",
  "currentInspection",
  "listVolumes",
  "dataState",
] as const satisfies readonly CallName[];

/** What main tells unasked; `ipcEvents` says with what. */
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
