import type { FlushModeId } from "#contract/flush-mode";
import { termOfArt } from "../flush-modes";
import { messages } from "../messages";

const said = messages({
  "answer.saved-means-saved.yes": "Yes, as far as can be seen",
  "answer.saved-means-saved.yes-ordinary": "Ordinary saves, as far as can be seen",
  "answer.saved-means-saved.yes-by-promise": "By promise only",
  "answer.saved-means-saved.yes-after-cuts":
    "{cuts, plural, =1 {Yes, in one power cut} other {Yes, in # power cuts}}",
  "answer.saved-means-saved.yes-ordinary-after-cuts":
    "{cuts, plural, =1 {Ordinary saves, in one power cut} other {Ordinary saves, in # power cuts}}",
  "answer.saved-means-saved.yes-by-persons-word": "Yes, by the person’s word",
  "answer.saved-means-saved.insist": "Only when the program insists",
  "answer.saved-means-saved.not-known": "Not known",
  "answer.saved-means-saved.no": "No",

  "answer.saved-means-saved.capacity-false":
    "The drive is smaller than it says: what is written later replaces what came before.",
  "answer.saved-means-saved.capacity-false-or-damaged":
    "The drive is smaller than it says, or badly damaged, and much of what was written did not come back.",
  "answer.saved-means-saved.capacity-limit":
    "As it is connected now, the drive keeps no more than about {limitBytes, number, bytes} of what is written.",
  "answer.saved-means-saved.records-lost": "Saved records did not come back as they were.",
  "answer.saved-means-saved.old-files": "Files that were on the drive before have changed.",
  "answer.saved-means-saved.data-differs": "What was read back is not what was written.",
  "answer.saved-means-saved.holds-less":
    "There is less room here than is shown: what lay complete could not be changed.",
  "answer.saved-means-saved.drive-error":
    "{during, select, read {Reading} save {Saving} other {Reading or saving}} failed during the inspection.",
  "answer.saved-means-saved.mode-failed": "Asked to save, the system reported an error.",
  "answer.saved-means-saved.memory":
    "This volume lives in memory; nothing on it survives a restart.",
  "answer.saved-means-saved.syncs-dropped":
    "The volume is mounted so that the system ignores requests to save.",
  "answer.saved-means-saved.barriers-off":
    "The system is told not to flush this drive: saves may stay in the drive’s cache.",
  "answer.saved-means-saved.network":
    "What the other computer does with saved data cannot be seen from here.",
  "answer.saved-means-saved.place-unknown":
    "Where the data is kept, on a drive or in memory, cannot be seen from here.",
  "answer.saved-means-saved.volume-gone": "The drive was gone before the end of the inspection.",
  "answer.saved-means-saved.not-planned":
    "The test of ways of saving was not part of this inspection.",
  "answer.saved-means-saved.nothing-measured": "No way of saving was measured.",
  "answer.saved-means-saved.no-safe-measured":
    "No way of saving that survives a power cut was measured.",
  "answer.saved-means-saved.zfs-sync-unseen":
    "Whether ZFS is told to ignore saves (sync=disabled) cannot be seen from here.",
  "answer.saved-means-saved.virtual": "The drive is simulated; what provides it decides.",
  "answer.saved-means-saved.passed-on":
    "A virtual machine stands before the drive; what it does with a save cannot be seen from here.",
  "answer.saved-means-saved.full-flush-refused":
    "The file system refuses the full flush, so that no program can insist.",
  "answer.saved-means-saved.ordinary-untried":
    "Most programs use the ordinary save ({ordinary}), which was not measured.",
  "answer.saved-means-saved.ordinary-refused":
    "The ordinary flush ({ordinary}) is refused here; {safe} is not.",
  "answer.saved-means-saved.ordinary-stops":
    "An ordinary save stops at the drive’s own memory; only the full flush ({safe}) asks for more.",
  "answer.saved-means-saved.flushes-missing":
    "The drive has a volatile cache, and the system sends no flush to it.",
  "answer.saved-means-saved.unexplained":
    "Either the drive is protected against power loss, or it confirms saves that it has not stored yet; speed alone does not tell which.",
  "answer.saved-means-saved.flushes-seen":
    "Saves were passed on to the drive, which confirmed them; what it does inside cannot be seen.",
  "answer.saved-means-saved.flushes-seen-ordinary":
    "Ordinary saves were passed on to the drive, which confirmed them; not every other save was.",
  "answer.saved-means-saved.no-volatile-cache":
    "The drive says that it has no cache that forgets without power.",
  "answer.saved-means-saved.cache-reported-off":
    "By what the drive reports: its cache is off. This was not measured.",
  "answer.saved-means-saved.flushes-passed-on":
    "By what the system promises: saves were passed on as far as it can follow, which is not down to the drive.",
  "answer.saved-means-saved.no-evidence":
    "By what the system promises; it offers no evidence to check it by.",
  "answer.saved-means-saved.flushes-too-few":
    "Fewer flush commands reached the drive than saves were made.",
  "answer.saved-means-saved.flushes-not-seen":
    "No flush was seen, and whether the drive has a cache is not known.",
});

export const statements = {
  ...said,
  "answer.saved-means-saved.drive-error": ({
    during = "other",
  }: {
    during?: "read" | "save" | "other";
  }) => said["answer.saved-means-saved.drive-error"]({ during }),
  "answer.saved-means-saved.ordinary-refused": (p: { ordinary: FlushModeId; safe: FlushModeId }) =>
    said["answer.saved-means-saved.ordinary-refused"]({
      ordinary: termOfArt(p.ordinary),
      safe: termOfArt(p.safe),
    }),
  "answer.saved-means-saved.ordinary-untried": (p: { ordinary: FlushModeId }) =>
    said["answer.saved-means-saved.ordinary-untried"]({ ordinary: termOfArt(p.ordinary) }),
  "answer.saved-means-saved.ordinary-stops": (p: { safe: FlushModeId }) =>
    said["answer.saved-means-saved.ordinary-stops"]({ safe: termOfArt(p.safe) }),
};
