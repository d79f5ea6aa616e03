import { messages } from "./messages";

/** Why the folder that a person named cannot be inspected. */
export const folderFaults = messages({
  missing: "There is no folder {folder}. Check how it is written.",
  unwritableName:
    "There is no folder {folder}. If its name holds letters in an old encoding (not UTF-8), DriveProof cannot open it: choose the folder above it, or rename it.",
  notAFolder: "{folder} is not a folder. Choose a folder.",
  noPermission: "You may not open {folder}. Choose a folder of your own.",
  unreadable:
    "The drive could not read {folder}. Copy what matters from it to another drive first.",
  damaged:
    "{folder} cannot be opened: the file system there is damaged; whether the drive is to blame is not known. Copy what matters to another place and have the volume checked.",
  unknownVolume: "The system does not tell on which volume {folder} lies. Choose another folder.",
});

/** Which system protection blocks this program, but not the account, and how to allow access. */
export const protectedFolders = messages({
  privacy:
    "macOS does not let DriveProof use {folder}. Open System Settings, choose Privacy & Security → Files and Folders, allow DriveProof or the program it was started from to use it, then try again.",
  "controlled-folder":
    "Windows keeps DriveProof from writing in {folder}, as Controlled folder access does. Choose another folder. Or open Windows Security, choose Virus & threat protection → Manage ransomware protection → Allow an app through Controlled folder access, and allow DriveProof or the program it runs in.",
});

/** Names for volumes without a label. */
export const volumeNames = messages({
  systemDrive: "System drive",
  unnamed: "Drive without a name",
});

/** Why DriveProof leaves a plug test's folder on the drive alone. */
export const foreignFolder = messages({
  "not-a-folder":
    "{folder} is not a folder, so DriveProof neither reads it nor removes anything from it. Its owner can remove it.",
  "foreign-owner":
    "{folder} belongs to another user, so DriveProof neither reads it nor removes anything from it. Its owner can remove it.",
});

/** Why a result cannot be written to the chosen path. */
export const outputFaults = messages({
  planted:
    "The result cannot be written to {file} (another user has put that there, where everybody may write).",
  circle: "The result cannot be written to {file} (its links lead in a circle).",
  replaced: "The result cannot be written to {file} (it has become another file).",
  folder: "The result cannot be written to {file} (it is a folder).",
  drive:
    "The result cannot be written to {file} (it is a whole drive, which would be overwritten).",
  socket: "The result cannot be written to {file} (it is a socket).",
  other: "The result cannot be written to {file} ({reason}).",

  noElectron: "The report page could not be drawn (Electron is not set up; run `npm run setup`).",
});
