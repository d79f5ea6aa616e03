import type { WriteCacheState } from "../../contract/volume";
import { messages } from "../messages";

/** The choice of a drive and of what is done to it. */
export const driveText = messages({
  title: "Which drive would you like to inspect?",
  looking: "Looking for drives…",
  listNotRead: "The list of drives could not be read",
  none: "No drives were found",
  noneDetail: "Choose a folder that lies on the drive you want to inspect.",
  drives: "Drives",
  chooseFolder: "Choose a folder…",
  chooseFolderDetail: "The drive it lies on is inspected. Your files stay as they are.",

  choose: "Choose a drive or a folder.",
  summary: "{profile}, {duration}. The test file is removed afterwards.",
  tooLittleSpace: "There is too little free space on this drive for this choice.",
  starting: "Starting…",
  start: "Inspect this drive",
});

/** A drive in the list. */
export const volumeText = messages({
  modelNotKnown: "Model not known",
  sizeNotKnown: "Size not known",
  free: "{free} free of {total}",
  spaceInUse: "Space in use",
  system: "System drive",
  encrypted: "Encrypted ({encryption})",
  removable: "Removable",
});

export const cacheTags: Readonly<Record<WriteCacheState, () => string>> = messages({
  "write-back": "Cache on",
  "write-through": "Cache off",
  unknown: "Cache not known",
});

/** What the person agrees to, where a drive is tested only then. */
export const consentText = messages({
  "network-mount":
    "Inspect this network drive all the same. It loads the network and the computer at its other end, and the figures describe both of them together.",
  "space-unknown":
    "Inspect it all the same. How much space is free is not known, so that the test may fill it up before it removes its file.",
});

/** How thorough the inspection is. */
export const profileText = messages({
  title: "How thorough?",
  duration: "about {time}",
  needsSpace: "Needs {space} of free space.",
  writes: "Will write {isLimit, select, true {up to about} other {about}} {amount}.",
  writesShare:
    "Will write {isLimit, select, true {up to about} other {about}} {amount}, at most about {share} of what such a drive is rated for.",
});

export const profilePurposes = messages({
  quick: "A first look.",
  standard: "Figures to rely on.",
  thorough: "For a complaint or a comparison.",
});

/** What is tested. */
export const workloadChoiceText = messages({
  title: "What to test",
  needsOne: "At least one test is needed.",
  moreOptions: "More options",
  changed: "changed",
});
