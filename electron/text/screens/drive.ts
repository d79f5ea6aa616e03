import { messages } from "../messages";

/** The screen on which a person chooses a drive, tests and options. */
export const driveText = messages({
  title: "Which drive do you want to inspect?",
  looking: "Looking for drives…",
  listNotRead: "The list of drives could not be read",
  none: "No drives were found",
  noneDetail: "Choose a folder that lies on the drive you want to inspect.",
  drives: "Drives",
  chooseFolder: "Choose a folder…",
  chooseFolderDetail: "The drive it lies on is inspected.",

  choose: "Choose a drive or a folder.",
  summary: "{drive} · {profile}, {duration}",
  promise: "Your files stay as they are. Nothing goes online.",
  // A network drive gets no "Nothing goes online", which would be false.
  promiseOnNetwork: "Your files stay as they are.",
  tooLittleSpace: "There is too little free space on this drive for this choice.",
  starting: "Starting…",
  start: "Inspect this drive",
  plugTest: "Plug test",
  plugTestUse: "optional, for work that must survive a power cut",
  // The plug test's name for sticks and external drives: only the drive loses its power.
  unplugTest: "Unplug test",
  unplugTestUse: "optional, before it carries your only copy of anything",
});

/** The card of a drive in the list. */
export const volumeText = messages({
  sizeNotKnown: "Size not known",
  free: "{free} free of {total}",
  spaceInUse: "Space in use",
  systemOf: "System drive of this {computer}",
  system: "System drive of this computer",
  encrypted: "Encrypted",
  removable: "Removable",
});

/** Consents that some drives require before a test. */
export const consentText = messages({
  "network-mount":
    "Inspect this network drive all the same. It loads the network and the computer at its other end, and the figures describe both of them together.",
  "space-unknown":
    "Inspect it all the same. How much space is free is not known, so that the test may fill it up before it removes its file.",
});

/** The profiles: how thorough the inspection is. */
export const profileText = messages({
  title: "How thorough?",
  duration: "about {time}",
  needsSpace: "Needs {space} of free space.",
  writes:
    "Writes {isLimit, select, true {up to about} other {about}} {amount} of test files, then deletes them.",
});

export const profilePurposes = messages({
  quick: "A first look.",
  standard: "Figures to rely on.",
  thorough: "For a complaint.",
});

export const workloadChoiceText = messages({
  title: "What to test",
  needsOne: "At least one test is needed.",
  moreOptions: "More options",
  chosen: "{chosen, number} of {all, number} tests",
  soldAs: "sold as: {purchase}",
  changed: "options changed",
});
