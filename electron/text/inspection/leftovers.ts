import { formatBytes } from "../format";
import { messages } from "../messages";
import { listWithAnd } from "../words";

const said = messages({
  "leftovers-removed":
    "{count, plural, one {An earlier inspection of this folder was ended by force and left a test file here. This inspection has removed it.} other {An earlier inspection of this folder was ended by force and left # test files here. This inspection has removed them.}}",
  "leftovers-left":
    "An earlier inspection of this folder was ended by force and left test files that this one could not remove. Please remove {files}.",
  "leftovers-held":
    "There are test files of another inspection in this folder, and DriveProof cannot tell that nothing uses them any more. If no other inspection is running, please remove {files}.",

  "own-folder-left":
    "DriveProof has removed its own files and left the folder {folder}: something else is in it or mounted over it. Please remove the folder when you do not need that any more.",
  "own-folder-stuck":
    "DriveProof could not remove everything it made in {folder} ({refusal}). Please remove that folder.",
  "own-files-moved":
    "Test files were moved out of their folder during the test. DriveProof has emptied them. Please remove {files}.",
  "space-not-back":
    "{bytes} less are free than before the test. {where, select, none {DriveProof has removed its files. Other programs may have saved meanwhile, or the system keeps a snapshot of the files: which of the two is not known.} other {Some of its files may still be in {where}. Please look there, and remove that folder.}}",
  "space-back-not-known":
    "Whether the space that the test has filled is free again is not known: the system does not say.",

  "after-death.not-known":
    "What was measured until then is kept. Whether a test file is left in {folder} is not known; the next inspection of that folder looks for it.",
  "after-death.left": "What was measured until then is kept. Please remove {files}.",
  "after-death.held":
    "What was measured until then is kept. {files} may still be in use; the next inspection of that folder removes what is left.",
  "after-death.none": "What was measured until then is kept, and no test file is left in {folder}.",
  "after-death.records-stay": "Records that were written stay where they are.",
  "after-death.nothing-changed": "Nothing was changed.",
  "after-death.removal-not-known": "How much of the plug test is removed is not known.",
});

interface Files {
  /** Full paths. */
  readonly files: readonly string[];
}

const listed = ({ files }: Files) => ({ files: listWithAnd(files) });

/** What killed runs have left, in a folder that is inspected again; and after a run that just died. */
export const statements = {
  ...said,
  "leftovers-left": (p: Files) => said["leftovers-left"](listed(p)),
  "own-files-moved": (p: Files) => said["own-files-moved"](listed(p)),
  "space-not-back": (p: { missingBytes: number; folder: string | null }) =>
    said["space-not-back"]({ bytes: formatBytes(p.missingBytes), where: p.folder ?? "none" }),
  "leftovers-held": (p: Files) => said["leftovers-held"](listed(p)),
  "after-death.left": (p: Files) => said["after-death.left"](listed(p)),
  "after-death.held": (p: Files) => said["after-death.held"](listed(p)),
};

/** The same at a start of the program, of all folders in which a run was killed. */
export const leftoversAtStart = messages({
  removed:
    "{count, plural, one {An earlier inspection of {folder} was ended by force and left a test file there. DriveProof has removed it.} other {An earlier inspection of {folder} was ended by force and left # test files there. DriveProof has removed them.}}",
  left: "An earlier inspection of {folder} was ended by force and left what could not be removed. Please remove {files}.",
  held: "There are test files in {folder}, and DriveProof cannot tell that nothing uses them any more. If no inspection is running, please remove {files}.",
});
