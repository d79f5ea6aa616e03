import { messages } from "../messages";

const said = messages({
  "untestable.read-only": "This volume can only be read, so nothing can be saved on it to test it.",
  "untestable.no-permission": "You may not write here. Choose a folder of your own on this volume.",
  "untestable.no-reading":
    "You may not see what is in this folder, as the test must. Choose a folder of your own on this volume.",
  "untestable.privacy":
    "macOS does not let DriveProof use this volume. Open System Settings, choose Privacy & Security → Files and Folders, allow DriveProof or the program it was started from to use this volume, then try again.",
  "untestable.network":
    "These files lie on another computer or are passed on by one. A test would load the connection and say little about a drive.",
  "untestable.cloud":
    "This folder belongs to a cloud service, so what a test saves here may be uploaded. Choose a folder outside of it on the same drive.",
  "untestable.space-unknown":
    "How much space is free here is not known: the system does not say. A test could fill this volume up.",
  "untestable.locked":
    "BitLocker keeps this volume locked. Open it in the File Explorer and enter its password. Then choose a folder on it here.",
  "untestable.no-file-system":
    "Windows can read no file system on this volume. It may be damaged, not formatted, or locked by another program.",
  "untestable.no-drive": "This folder shows the inside of the system; there is no drive behind it.",
  "untestable.not-answering":
    "This volume did not answer within {seconds} seconds. Its drive or the connection to it may be broken.",
  "untestable.maybe-asking":
    "This volume did not answer within {seconds} seconds. macOS may be asking you whether DriveProof may use it: answer its question, then try again. Where there is no question, the drive or the connection to it may be broken.",
  "untestable.no-space":
    "Only {free} MB are free here; even the smallest inspection needs {needed} MB.",
  "untestable.copy-on-write":
    "This file system ({fileSystem}) keeps old and new data side by side while a file is changed, so that the test file takes its room twice.",
});

interface Room {
  readonly freeBytes: number;
  readonly neededBytes: number;
}

/** Rounds free space down and required space up: too little must never look like enough. */
const megabytes = ({ freeBytes, neededBytes }: Room) => ({
  free: `${Math.floor(freeBytes / 1e6)}`,
  needed: `${Math.ceil(neededBytes / 1e6)}`,
});

interface Silence {
  readonly limitMs: number;
}

const secondsOf = ({ limitMs }: Silence) => ({ seconds: `${limitMs / 1000}` });

/** Reasons why a listed volume cannot be inspected. */
export const statements = {
  ...said,
  "untestable.not-answering": (p: Silence) => said["untestable.not-answering"](secondsOf(p)),
  "untestable.maybe-asking": (p: Silence) => said["untestable.maybe-asking"](secondsOf(p)),
  "untestable.no-space": (p: Room) => said["untestable.no-space"](megabytes(p)),
};

/** Texts about filling a drive on which the system or programs need free space. */
export const systemDrive = messages({
  refused:
    "The system and your programs need the space of {name}, or may need it. While it is full, they may fail to save, so DriveProof fills it only if you agree.",
  onCommandLine:
    "To test its size all the same, add {option}; to test a part of it, name a size with {part}.",
  question: "Fill a drive that the system may need?",
  detail:
    "The test of the size fills {name} and then reads all of it back. While it is full, the system and other programs may fail to save. Close them first, or test a stick, a card or an external drive instead.",
  fill: "Fill it",
  cancel: "Do not fill it",
});

const tooLittle = messages({
  inspection:
    "There is too little free space on {volume}: {free} MB of {needed} MB; this inspection needs them for its test file. Free some space or choose a quicker inspection.",
  inspectionCopyOnWrite:
    "There is too little free space on {volume}: {free} MB of {needed} MB; this inspection needs them for its test file. This file system ({fileSystem}) keeps old and new data side by side while a file is changed, so that the test file takes its room twice. Free some space or choose a quicker inspection.",
  powerCutTest:
    "There is too little free space on {volume}: {free} MB of {needed} MB; the plug test may come to need them. Free some space on it.",
  powerCutCommand:
    "There is too little free space on {volume}: {free} MB of {needed} MB; the plug test may come to need them. Free some space or name fewer modes.",
});

interface RoomOn extends Room {
  readonly volume: string;
}

const roomOn = ({ volume, ...room }: RoomOn) => ({ volume, ...megabytes(room) });

/** The volume has too little space for the requested run. */
export const tooLittleSpace = {
  inspection: (p: RoomOn) => tooLittle.inspection(roomOn(p)),
  inspectionCopyOnWrite: (fileSystem: string) => (p: RoomOn) =>
    tooLittle.inspectionCopyOnWrite({ ...roomOn(p), fileSystem }),
  powerCutTest: (p: RoomOn) => tooLittle.powerCutTest(roomOn(p)),
  powerCutCommand: (p: RoomOn) => tooLittle.powerCutCommand(roomOn(p)),
};
