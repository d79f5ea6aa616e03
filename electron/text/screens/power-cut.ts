import type { FoundPowerCutTest } from "#contract/power-cut/state";
import type { CutDeed } from "#contract/power-cut/test";
import { messages } from "../messages";

/** The plug test's pages, in the order in which they appear. */

/** Buttons that several pages share. */
export const powerCutButtons = messages({
  back: "Back",
  continue: "Continue",
  stopTest: "Stop the test",
  remove: "Remove the test",
});

/** Questions that the introduction answers, in this order. */
export const introQuestions = messages({
  worth: "Worth doing",
  notNeeded: "Not needed",
  cut: "What is cut",
  battery: "The battery",
  time: "How long it takes",
  files: "Your files",
});
export const introParts = ["worth", "notNeeded", "cut", "battery", "time", "files"] as const;
export type IntroPart = (typeof introParts)[number];

/** Answers for an internal drive, which loses its power with the computer. */
export const plugIntro: Readonly<Record<IntroPart | "lead", () => string>> = messages({
  lead: "This test is optional. It shows what a sudden loss of power leaves of work that was saved.",
  worth:
    "If work here must survive a power cut: accounts, a database, the only copy of something, or a computer without a battery.",
  notNeeded:
    "If you want to know how fast and how sound the drive is. The inspection tells you that without any cut.",
  cut: "The power of this computer, by you, when you are told: hold the power button of a laptop, pull the plug of a desktop computer.",
  battery:
    "It plays no part: holding the power button switches a laptop off past its battery. A few laptops keep their drive powered even then, and the result says what is known of that.",
  time: "About ten minutes for the first cut, with the restart. More cuts tell more, and you decide after each.",
  files:
    "They are not touched. Only test files are written, and deleted at the end. Close your work first, and have a copy of what matters.",
});

/** Words of the first page for a stick or an external drive, which can lose power while the computer runs. */
export const unplugIntro: Readonly<Record<IntroPart | "lead", () => string>> = messages({
  lead: "This test is optional. It shows what is left of saved files when the drive is pulled out too early.",
  worth: "Before this drive carries the only copy of anything.",
  notNeeded:
    "If you only carry copies on it, or want to know how fast and how large it is. The inspection tells you that without any cut.",
  cut: "Only the power of this drive, by you, when you are told: pull it or its cable out, but first a power supply of its own. The computer stays on.",
  battery: "It plays no part. The computer keeps running.",
  time: "About five minutes for the first time. More times tell more, and you decide after each.",
  files:
    "They are not touched. Only test files are written, and deleted at the end. Have a copy of what matters all the same.",
});

export const setupText = messages({
  title: "The plug test of {drive}",
  unplugTitle: "The unplug test of {drive}",
  whyHint: "Nothing is written yet.",
  backToDrives: "Back to the drives",
  how: "How it shows that",
  stepWrite: "DriveProof writes numbered records and asks for every one to be confirmed.",
  stepWitness: "A witness, such as your phone, notes the last number that was confirmed.",
  stepCut: "You cut the power.",
  stepUnplug: "You pull the drive out.",
  stepLook: "Afterwards DriveProof looks whether everything the witness knows of is there.",

  beforeTitle: "Before you start",
  beforeHint: "Nothing is written yet.",
  saveWork: "Save your work and close all other programs, on this drive and on others.",
  waitForOthers: "Wait until nothing is being copied, installed or updated.",
  tellPeople:
    "Let other people who use this computer know. They lose what they have not saved, too.",
  riskTitle: "What can happen to other data",
  risk: "What is saved and left alone normally survives a power cut; the system puts itself in order at the next start. What is being written at that moment can be damaged. In rare cases a drive does not start again after a power cut. So do not test a drive that holds the only copy of something that matters.",
  ownFolder:
    "DriveProof itself writes into a folder of its own, “{folder}”, at most {size}, and removes it at the end.",
  agreement: "My work is saved, and what matters on this drive exists somewhere else, too.",

  powerTitle: "How will you cut the power?",
  powerHint: "Nothing is written yet. You will be told when to do it.",
  whereDriveIs: "Where the drive is",
  noCut:
    "Sleep, restart, shut down and “safely remove” do not count: the system then writes everything out first, and nothing is at stake.",
});

/** Kinds of machines that contain the drive. */
export const machineTitles = messages({
  external: "An external drive",
  desktop: "A desktop computer",
  laptop: "A laptop",
});

/** How to cut the power, and which part the result then judges. */
export const machineCuts = messages({
  external:
    "You pull out the drive or its cable; where it has a power supply of its own, you pull that first. The computer stays on. The drive loses its power at once, so this is the clearest test.",
  desktop:
    "You pull the plug, or switch off the power strip or the power supply at the back. The drive loses its power with the computer.",
  laptop:
    "You hold the power button until the screen goes black, about ten seconds. Some laptops keep the drive powered all the while: the result then proves less than it seems. Where the battery can be taken out, unplug the charger and take it out instead: that is a power cut.",
});

/** The instruction to cut the power, at the moment of the cut, in one line. */
export const cutNow = messages({
  external: "Pull out the drive or its cable; first a power supply of its own.",
  desktop: "Pull the plug of the computer.",
  laptop: "Hold the power button until the screen is black.",
});

/** The instruction to cut the power, shown before the moment comes. */
export const cutWhenTold = messages({
  external: "When it says “now”: pull out the drive or its cable; first a power supply of its own.",
  desktop: "When it says “now”: pull the plug of the computer.",
  laptop: "When it says “now”: hold the power button until the screen is black.",
});

export const afterTheCut = messages({
  external:
    "Leave the drive without power for about ten seconds. Then plug it in again at this computer.",
  desktop:
    "Leave the computer without power for about 30 seconds. Then start it and open DriveProof.",
  laptop: "Wait about 30 seconds. Then start the computer and open DriveProof.",
});

/** The page about a plug test that was found on the drive. */
export const foundText = messages({
  title: "There is a plug test on this drive already",
  inTheWay: "Something is in the way of a plug test",
  hint: "It lies in {folder}.",
  leave: "Leave it as it is",
  showResult: "Show its result",
  finish: "Finish it",
  noNotes:
    "DriveProof on this computer has no notes of it: they were lost, or it was started elsewhere.",
  begunWithoutNotes:
    "It was begun on {begun}. DriveProof on this computer has no notes of it: they were lost, or it was started elsewhere.",
});

export const foundOffers: Readonly<Record<FoundPowerCutTest["offer"], () => string>> = messages({
  finish:
    "You can still finish it. The numbers its witness holds cannot be used without the notes, so DriveProof judges by what the drive itself shows, which proves less.",
  show: "It was finished. Its result is noted on the drive.",
  clear:
    "It was stopped before the power was cut, or removed in part. Nothing can be said about the drive. Remove it to start a new one.",
  unreadable:
    "What it noted of itself cannot be read, so it cannot be judged. Remove it to start a new one. Only files of the test are removed.",
  foreign:
    "Where the plug test makes its folder lies something that is not a folder. Rename or move it, then choose the plug test again.",
});

export const witnessChoiceText = messages({
  title: "Who notes the numbers?",
  hint: "Nothing is written to the drive under test yet.",
  pageHint:
    "The page is then there on your local network, at an address nobody can guess, until the test is over. It shows the numbers of this test and nothing else.",
  lookAgain: "Look again",
  openPage: "Open the page for my phone",
  why: "The witness must not lose its power together with the drive. It keeps the last number that was confirmed.",
  looking: "Looking for witnesses…",
  witness: "Witness",

  phone: "A phone or another computer",
  phoneOver: "A phone or another computer, over {adapter} ({address})",
  phoneDetail:
    "It opens a page of this computer in its browser; both must be in the same network. The best witness for a drive inside the computer.",
  noNetwork:
    "This computer is in no local network at the moment. Connect it to the Wi-Fi your phone is in, then look again.",
  computer: "This computer",
  computerDetail: "It stays on while you pull the drive out, and remembers the numbers.",
  drive: "Another drive: {drive}",
  driveDetail: "{folder}. The weaker witness: a file to which the numbers are added.",
});

/** The witness's address, connection and numbers. */
export const witnessText = messages({
  meetPage: "Open the page on your phone",
  meet: "The witness",
  meetHint: "Continue makes the files of the test; the power stays on.",
  chooseAnother: "Choose another witness",

  code: "Code to scan: the address of the page",
  scan: "Scan the code with your phone’s camera, or type this address into its browser:",
  notOpening:
    "If the page does not open: is the phone in the same Wi-Fi, and not in a guest network? Has a firewall asked on this computer? You can go back and choose another witness.",

  notThere: "The witness is not there",
  pageConnected: "The page is connected",
  pageWaiting: "Waiting for the page to be opened",
  pageForgets:
    "Its browser cannot store the numbers, in a private window perhaps. Do not reload or close the page, or open it in an ordinary window.",
  pageStays: "Leave it open, with the screen on, until it says that it is done.",
  pageNoticed: "This computer notices by itself.",
  fileThere: "The witness file is there",
  fileOpening: "Opening the witness file",
  fileSafe: "{file}, each line made safe with {systemCall}. Leave the drive plugged in.",
  oneMoment: "One moment.",
  computerIsWitness: "This computer is the witness",
  computerStays: "Leave DriveProof open while you pull the drive out.",

  noNumber: "none yet",
});

/** Texts of the pages from the creation of the files to the power cut. */
export const writingText = messages({
  preparing: "Making the files of the test",
  preparingHint: "Leave the power on.",

  ready: "Everything is ready",
  readyHint: "A countdown follows. Do nothing before it says “now”.",
  begin: "Begin",
  goThere: "Go to where you cut the power, and have the witness in view.",
  pressBegin: "Press Begin. DriveProof writes, and the witness’s numbers grow.",

  writing: "Writing",
  now: "Now",
  writingHint: "Stop ends the test without a power cut.",
  goesOn: "DriveProof goes on writing until the power is gone.",
  secondsLeft: "Seconds until you cut the power.",
  waitingForWitness: "Waiting until the witness keeps up in every way of saving.",
  witnessBehind: "The witness is behind",
  witnessBehindDetail: "Wait a moment until its numbers grow again, then cut the power.",
  confirmedAfter: "The witness confirms a number after {time}.",
});

/** The pages after the power cut. */
export const returnText = messages({
  title: "Finish the plug test",
  driveGone: "The drive does not answer any more",
  readingHint: "Reading changes nothing on the drive.",
  witnessHint: "First the witness hands back its numbers.",
  giveUp: "Give up and remove the test",
  look: "Look what is left",
  looking: "Looking what is left",

  found:
    "This plug test was found on {drive}. If you did not cut the power, you can finish it all the same and say so.",
  plugInAgain:
    "Leave it without power for about ten seconds. Then plug it in again and wait until the system shows it.",
  wasUnderWay:
    "A plug test of {drive} was under way when DriveProof last ran. If you did not cut the power, you can finish it all the same and say so.",

  numbersLost: "The numbers of the witness are lost",
  numbersLostDetail:
    "DriveProof judges by what the drive itself shows. A confirmed save that left no trace on the drive cannot be noticed in this way.",
  numbersBack: "The witness has handed back its numbers",
  numbersBackDetail: "DriveProof can now look whether all of it is on the drive.",
  waiting: "Waiting for the witness",
  triesAgain: "{fault} DriveProof tries again by itself.",
});

/** What the page waits for, by kind of witness. */
export const waitingFor = messages({
  page: "The page on your phone finds this computer by itself, usually within ten seconds. It must still be open.",
  drive: "DriveProof is reading the witness file.",
  computer:
    "DriveProof was closed in between, so this computer has forgotten the numbers. The test cannot be judged; remove it and start again.",
});

/** Help if the phone's page does not reconnect by itself. */
export const otherWaysText = messages({
  title: "The page does not come back",
  typeTitle: "Type what the page shows",
  type: "The page keeps its numbers while it is open. Leave it open and type them here.",
  chooseAddress: "Choose an address of this computer first:",
  address: "{adapter}, {address}",
  closedTitle: "The page was closed",
  openAgain:
    "Open it again on the same phone and in the same browser; the numbers are stored there.",
  addressChanged:
    "This computer’s address has changed, so the numbers stored by the old page cannot be reached from a new one. Look for the old page among the open tabs of the phone.",

  number: "Number",
  checkWord: "Check word",
  check: "Check",
  taken: "Taken.",
  mismatch: "Number and check word do not belong together. Compare both with the page.",
});

/** The question to the person if the system does not show the power cut. */
export const deedText = messages({
  title: "What did you do?",
  hint: "Then DriveProof looks what is left. That changes nothing on the drive.",
  why: "The system does not show whether the drive lost its power. The result will say that this is your word.",
  label: "What you did",
});

type OfDeed = Readonly<Record<CutDeed, () => string>>;

export const deedTitles: OfDeed = messages({
  cable: "I pulled out the drive or its cable",
  "power-button": "I held the power button until the computer went off",
  battery: "I took the battery out",
  plug: "I pulled the computer’s plug",
  "no-cut": "None of these",
});

export const deedDetails: OfDeed = messages({
  cable: "Its own power supply, too, where it has one.",
  "power-button": "Some computers keep their drive powered all the while, many an external one.",
  battery: "With the charger unplugged, so that no power was left.",
  plug: "On a computer without a battery. Or I switched off its power supply. An external drive had none of its own.",
  "no-cut": "It restarted, crashed or was shut down, or nothing happened at all.",
});

/** The page after a test without a power cut, or after the removal of its files was interrupted. */
export const stoppedText = messages({
  title: "The test was stopped before the power was cut",
  hint: "The files of the test are in {folder}.",
  nothingSaid:
    "Nothing can be said about the drive. Remove the test, then you can start a new one.",
  writingBrokeOff: "The writing broke off",
  removedInPart: "The test is removed in part",
  removedInPartDetail:
    "DriveProof ended while it removed the test. Remove the rest, then you can start a new one.",
  removeRest: "Remove the rest",
});

export const resultText = messages({
  hint: "Removing takes away the folder {folder} and nothing else.",
  openReport: "Open the report",
  removeAndClose: "Remove the test and close",
  kept: "No confirmed save was lost",
  keptByYourWord: "No confirmed save was lost, by your word",
  lost: "Confirmed saves were lost",
  notProven: "Not proven",
});
