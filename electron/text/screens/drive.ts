import { messages } from "../messages";

/** The choice of a drive and of what is done to it. */
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
  // A network drive is reached over a network, so nothing is said of it.
  promiseOnNetwork: "Your files stay as they are.",
  tooLittleSpace: "There is too little free space on this drive for this choice.",
  starting: "Starting…",
  start: "Inspect this drive",
  plugTest: "Plug test",
  plugTestUse: "optional, for work that must survive a power cut",
  // Where only the drive loses its power: a stick or an external drive.
  unplugTest: "Unplug test",
  unplugTestUse: "optional, before it carries your only copy of anything",
});

/** A drive in the list. */
export const volumeText = messages({
  sizeNotKnown: "Size not known",
  free: "{free} free of {total}",
  spaceInUse: "Space in use",
  systemOf: "System drive of this {computer}",
  system: "System drive of this computer",
  encrypted: "Encrypted",
  removable: "Removable",
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
  writes:
    "Writes {isLimit, select, true {up to about} other {about}} {amount} of test files, then deletes them.",
});

export const profilePurposes = messages({
  quick: "A first look.",
  standard: "Figures to rely on.",
  thorough: "For a complaint.",
});

/** What is tested. */
export const workloadChoiceText = messages({
  title: "What to test",
  needsOne: "At least one test is needed.",
  moreOptions: "More options",
  chosen: "{chosen, number} of {all, number} tests",
  soldAs: "sold as: {purchase}",
  changed: "options changed",
});
