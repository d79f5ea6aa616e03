import { messages } from "../messages";
import { listWithAnd } from "../words";

const said = messages({
  "leftovers-removed":
    "{count, plural, one {An earlier inspection of this folder left a test file here. This inspection has removed it.} other {An earlier inspection of this folder left # test files here. This inspection has removed them.}}",
  "leftovers-left":
    "An earlier inspection of this folder left test files that this one could not remove. Please remove {files}.",
  "leftovers-held":
    "There are test files of another inspection in this folder, and DriveProof cannot tell that nothing uses them any more. If no other inspection is running, please remove {files}.",
  "leftovers-left.after-error":
    "After the error DriveProof could not remove {files}. Its next start tries again.",
  "leftovers-left.not-known":
    "Whether a test file is left in {folder} is not known; the next start of DriveProof looks for it.",
  "leftovers-left.unanswered":
    "The inspection had not ended {seconds} seconds after it was asked to, as where a drive does not answer a call; it was ended without waiting longer. Whether a test file is left in {folder} is not known; the next start of DriveProof looks for it.",

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
  /** Full paths of the files. */
  readonly files: readonly string[];
}

const listed = ({ files }: Files) => ({ files: listWithAnd(files) });

/**
 * On files that earlier runs left, found at the folder's next inspection, after an error, or after
 * an engine died.
 */
export const statements = {
  ...said,
  "leftovers-left": (p: Files) => said["leftovers-left"](listed(p)),
  "leftovers-held": (p: Files) => said["leftovers-held"](listed(p)),
  "leftovers-left.after-error": (p: Files) => said["leftovers-left.after-error"](listed(p)),
  "leftovers-left.unanswered": ({ seconds, folder }: { seconds: number; folder: string }) =>
    said["leftovers-left.unanswered"]({ seconds: `${seconds}`, folder }),
  "after-death.left": (p: Files) => said["after-death.left"](listed(p)),
  "after-death.held": (p: Files) => said["after-death.held"](listed(p)),
};

/** Reports leftover files at the program's start, which searches all folders of earlier runs. */
export const leftoversAtStart = messages({
  removed:
    "{count, plural, one {An earlier inspection of {folder} left a test file there. DriveProof has removed it.} other {An earlier inspection of {folder} left # test files there. DriveProof has removed them.}}",
  left: "An earlier inspection of {folder} left what could not be removed. Please remove {files}.",
  held: "There are test files in {folder}, and DriveProof cannot tell that nothing uses them any more. If no inspection is running, please remove {files}.",
});
