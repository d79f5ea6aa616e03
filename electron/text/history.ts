import { messages } from "./messages";

export const historyText = messages({
  opening: "Opening the list…",
  notRead: "The list could not be read",
  notAllRead: "Earlier inspections could not all be read",
  notDeleted: "The report was not deleted",

  none: "There are no inspections yet. Each one you make is kept here, on this computer only.",
  noneToOpen:
    "There are no inspections that can be opened. Each one you make is kept here, on this computer only.",

  partial: "Partial",
  serial: "Serial number {serial}",
  reports: "{count, plural, one {# report} other {# reports}}",
  open: "Open",
  openNamed: "Open {volume}, {finished}",
  delete: "Delete…",
  deleteNamed: "Delete {volume}, {finished}",

  deleteTitle: "Delete this inspection?",
  deleteDetail:
    "The report on {volume} of {finished} is removed from this computer. Files you saved from it stay where they are.",
  deleteConfirm: "Delete",
  keep: "Keep it",
});

/** Texts about entries in the history folder that are no readable reports. */
export const unreadableText = messages({
  notice:
    "{count, plural, one {# entry among your reports could not be read} other {# entries among your reports could not be read}}",
  noticeDetail:
    "{count, plural, one {It was left as it is and stands at the end of this page. If it was a report, that report is missing in the list. You can go on inspecting drives.} other {They were left as they are and stand at the end of this page. If one of them was a report, it is missing in the list. You can go on inspecting drives.}}",
  title: "Could not be read",
  more: "{count, plural, one {# more is in the same folder.} other {# more are in the same folder.}}",
  staysHere:
    "DriveProof does not remove it. If you do not need it, delete it yourself: “{show}” opens the place.",
  show: "Show in folder",
  showNamed: "Show in folder: {name}",
  remove: "Remove…",
  removeNamed: "Remove {name}",
  removeTitle: "Remove this file?",
  removeDetail:
    "The file is deleted and cannot be brought back. If it was a report, it may be possible to rescue a part of it: make a copy of the file first.",
  removeConfirm: "Remove",
});

/** Problems with one of DriveProof's own files. */
export const fileProblems = messages({
  folder: "This is a folder. DriveProof makes no folders here.",
  link: "This is a link to another place. DriveProof makes no links here and does not follow them.",
  special: "This is not an ordinary file. DriveProof did not make it.",
  "foreign-owner": "This belongs to another user of this computer.",
  "too-large": "This file is larger than anything DriveProof writes here.",
  empty: "This file is empty.",
  damaged: "This file does not hold what DriveProof writes, or only a part of it.",
  "newer-version": "A newer version of DriveProof wrote this file and can open it.",
  "other-name": "This is a copy of a report under another name, so it is not listed.",
  "no-permission": "You are not allowed to read this.",
  "read-error": "The system could not read this.",
  code: "The system could not read this ({code}).",
});

/** Why the history folder cannot be used, and what to do. */
export const folderProblems = messages({
  "not-a-folder":
    "Something that is not a folder lies at {folder}. Rename or move it, then open DriveProof again.",
  "no-permission":
    "You are not allowed to use the folder {folder}. Give your account the right to, then open DriveProof again.",
  "controlled-folder":
    "Windows keeps DriveProof from writing in the folder {folder}, as Controlled folder access does. Open Windows Security, choose Virus & threat protection → Manage ransomware protection → Allow an app through Controlled folder access, allow DriveProof, then open it again.",
  "read-only": "The folder {folder} lies on a drive that can only be read.",
  full: "There is no room left for the folder {folder}. Free some space on its drive.",
  "no-answer":
    "The folder {folder} did not answer in time, or reading it ended early. Not every report is listed.",
  other: "The system does not let DriveProof use the folder {folder}.",
  code: "The system does not let DriveProof use the folder {folder} ({code}).",
});
