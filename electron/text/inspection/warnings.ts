import { formatBytes, formatDuration } from "../format";
import { messages } from "../messages";
import { listWithAnd } from "../words";

const said = messages({
  "on-battery":
    "The computer runs on its battery. It may save power, and the drive may be slower than when it is plugged in.",
  translated:
    "This build of DriveProof is made for another kind of processor, and the system translates it while it runs. Figures of the processor and of saves that do not wait for the drive may be worse than this computer’s own. Take the build for ARM processors.",
  "busy-machine":
    "Other programs used {percent} % of the processor just before the inspection, so the figures may be lower than usual.",
  slept:
    "The computer slept for {duration} during the inspection. A measurement during which it slept was made again or, if it slept each time, left out. If the whole volume was filled, the times of that may contain the sleep.",
  "sleep-announced":
    "The system announced that the computer would go to sleep. A measurement during which it did so was made again or, if it did so each time, left out. The filling of a whole volume was not made again.",
  halted:
    "DriveProof got the signal that ends a halt, as after Ctrl-Z in a terminal or at the time limit of a script. A measurement during which it came was made again or, if it came each time, left out. If DriveProof was halted while it filled the whole volume, the times of that contain the halt.",
  "history-incomplete":
    "Not all earlier reports on this computer could be read. If one of them is a plug test of this drive, its result is missing here.",
  "database-bytes-not-counted":
    "Databases write their data several times over. This system does not count how often, so that only the records themselves are part of the bytes written.",

  "own-folder-left":
    "DriveProof has removed its own files and left the folder {folder}: something else is in it or mounted over it. Please remove the folder when you do not need that any more.",
  "own-folder-stuck":
    "DriveProof could not remove everything it made in {folder} ({refusal}). Please remove that folder.",
  "own-files-moved":
    "Test files were moved out of their folder during the test. DriveProof has emptied them. Please remove {files}.",
  "space-not-back":
    "{bytes} of the space that the test used do not seem to be free again. {where, select, none {DriveProof has removed its files. Other programs may have saved meanwhile, or the system keeps a snapshot of the files: which of the two is not known.} other {Some of its files may still be in {where}. Please look there, and remove that folder.}}",
  "space-back-not-known":
    "Whether the space that the test has filled is free again is not known: the system does not say.",

  "no-barriers":
    "This volume, or one it lies on, is set up so that the system does not ask the drive to empty its cache: a save may be lost in a power cut whatever the program does.",
  "volatile-overlay":
    "This volume, or one it lies on, is mounted so that the system confirms every save without carrying it out.",
  "synchronous-mount":
    "This volume is mounted so that every write waits for the drive; writes without a flush look slower here than elsewhere.",
  "memory-file-system":
    "This folder lies in the computer’s working memory; nothing in it survives switching off, and the figures say nothing about a drive.",
  "place-unknown":
    "The system does not say what keeps these files; whether that is a drive or memory is not known.",
  network:
    "These files lie on another computer; the figures include the connection to it, and what its drive does cannot be seen from here.",
  "virtual-drive":
    "This drive is made by software, a virtual machine or an image file; whether a save reaches a real drive is decided by what stands behind it.",
  "usb-cache-unknown":
    "The system does not know whether this USB drive has a cache of its own; if it has one, saves may stay in it and be lost in a power cut. The unplug test would settle it.",
});

/** Warnings of a report about computer, volume or history, by their codes. */
export const statements = {
  ...said,
  "busy-machine": ({ share }: { share: number }) =>
    said["busy-machine"]({ percent: `${Math.round(share * 100)}` }),
  slept: ({ sleptNs }: { sleptNs: number }) => said.slept({ duration: formatDuration(sleptNs) }),
  "own-files-moved": ({ files }: { files: readonly string[] }) =>
    said["own-files-moved"]({ files: listWithAnd(files) }),
  "space-not-back": (p: { missingBytes: number; folder: string | null }) =>
    said["space-not-back"]({ bytes: formatBytes(p.missingBytes), where: p.folder ?? "none" }),
};
