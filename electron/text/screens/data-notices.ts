import type { SetAside } from "#contract/history";
import { messages } from "../messages";

/** Notices about DriveProof's own files, shown before an inspection starts. */
export const dataNoticesText = messages({
  notKept: "Reports are not kept at the moment",
  notKeptDetail:
    "You can inspect drives all the same. Save each report as a PDF or as data before you close DriveProof.",

  notMovedAside:
    "It could not be moved out of the way either. Rename or move it, then open DriveProof again:",

  folderLeft: "The plug test is removed, its folder is still there",
  folderStays: "The folder is still there",
  folderLeftDetail:
    "There is something in it that the plug test did not make, and that was left alone. Look into the folder, move what you need elsewhere and delete it yourself.",

  unlocked: "A second window would not be noticed",
  unlockedDetail:
    "Something lies where DriveProof notes that it is open. Do not open it twice. Remove or rename this, then open DriveProof again:",
});

type OfWhat = Readonly<Record<SetAside["what"], () => string>>;

/** Titles by the kind of file that could not be read. */
export const setAsideTitles: OfWhat = messages({
  "plug-test": "The notes of a plug test could not be read",
  "unfinished-inspections": "The notes of unfinished inspections could not be read",
});

/** Consequences of the unreadable file. */
export const setAsideDetails: OfWhat = messages({
  "plug-test":
    "It was kept under another name. If a plug test was under way, its files are still on its drive: choose that drive and “Plug test” to finish or remove it.",
  "unfinished-inspections":
    "It was kept under another name. Test files that an inspection may have left behind are not looked for now.",
});
