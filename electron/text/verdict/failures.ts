import type { FlushModeId } from "#contract/flush-mode";
import type { WorkloadId } from "#contract/workloads/index";
import { termOfArt } from "../flush-modes";
import { formatCount, formatList } from "../format";
import { messages } from "../messages";
import { sentences } from "../sentences";
import { homeOf } from "../workloads";
import { asSentence, reasonOr } from "./words";

const said = sentences({
  "error.no-room-to-rewrite":
    "There was no room to rewrite a file that lay complete here. Copy what is here to another drive first.",
  "error.kept": "What was measured before is kept in this report.",

  "test-failed.title": "Not every test could be carried out",
  "test-failed.seen": "One test could not go on.",
  "test-failed.means": "Its figures are missing here; those of the other tests are not affected.",
  "test-failed.todo": "Inspect it again once the cause is removed.",
  "test-failed.title-left-out": "Not everything could be measured",
  "test-failed.left-out":
    "{count, plural, =1 {One measurement of {subject} is missing} other {# measurements of {subject} are missing}}: the computer slept, or DriveProof was halted, during each attempt.",
  "test-failed.means-left-out": "Nothing was judged by them; all other figures are not affected.",
  "test-failed.todo-awake": "Inspect it again while the computer stays awake.",

  "data-differs.title": "Other data came back than was written",
  "data-differs.seen":
    "{mismatches, plural, =1 {One block of {blocks, number} read back differs from what was written there{hasPlace, select, true {, at byte {atByte, number} of the test file (found: {found}; expected: {expected})} other {}}.} other {# of {blocks, number} blocks read back differ from what was written there{hasPlace, select, true {; the first at byte {atByte, number} of the test file (found: {found}; expected: {expected})} other {}}.}}",
  "data-differs.means":
    "This drive, its connection or the computer’s memory damages data without saying so.",
  "data-differs.means-exfat":
    "This drive, its connection, the computer’s memory or macOS itself damages data without saying so. On exFAT macOS has done so to sound drives: whether this one is sound shows an inspection with another file system on it.",
  "data-differs.means-memory":
    "The computer’s memory, or a drive to which it moves data when it is full, damages data without saying so.",
  "data-differs.means-group":
    "One of the drives, its connection, what joins them or the computer’s memory damages data without saying so.",
  "data-differs.means-network":
    "The other computer, the way to it or this computer’s memory damages data without saying so.",
  "data-differs.means-passed-on":
    "This drive, the virtual machine or the computer’s memory damages data without saying so.",
  "data-differs.means-behind":
    "What provides this drive, a drive behind it or the computer’s memory damages data without saying so.",

  "not-verified.title": "The data was not read back",
  "not-verified.seen":
    "The inspection ended without comparing what is stored with what was written.",
  "not-verified.means": "Whether the data was kept unchanged is not known.",
  "not-verified.title-unreadable": "Not all data could be read back",
  "not-verified.seen-unreadable":
    "{count, plural, =1 {One block could not be read back: the one at byte {places} of the test file.} other {{areMore, select, true {{count, number} blocks could not be read back: those at bytes {places} and elsewhere of the test file.} other {{count, number} blocks could not be read back: those at bytes {places} of the test file.}}}}",
  "not-verified.seen-readable":
    "{blocks, plural, =1 {One other was read and does not differ.} other {# others were read and none differs.}}",
  "not-verified.means-unreadable":
    "{count, plural, =1 {What stands in that place is not known.} other {What stands in those places is not known.}}",
  "not-verified.means-drive-error":
    "{count, plural, =1 {What stands in that place is not known; the drive could not read it.} other {What stands in those places is not known; the drive could not read it.}}",
  "not-verified.title-partly": "Not all data is known to have been read back",
  "not-verified.seen-partly":
    "{blocks, plural, =1 {One block was read back and does not differ} other {# blocks were read back and none differs}}; then the inspection ended before its time.",
  "not-verified.seen-test-failed":
    "{blocks, plural, =1 {One block was read back and does not differ} other {# blocks were read back and none differs}}; one test could not go on.",
  "not-verified.means-partly": "Whether the rest was kept unchanged is not known.",

  "data-verified.title": "What was read back is unchanged",
  "data-verified.title-file": "The test file came back unchanged",
  "data-verified.seen":
    "{blocks, plural, =1 {One block was read back from the drive and compared; it does not differ.} other {# blocks were read back from the drive and compared; none differs.}}",
  "data-verified.means": "The drive kept what was written there, with its power on.",
  "data-verified.seen-virtual":
    "{blocks, plural, =1 {One block was read back from the virtual drive and compared; it does not differ.} other {# blocks were read back from the virtual drive and compared; none differs.}}",
  "data-verified.means-virtual": "The virtual drive kept what was written there.",

  "data-verified-partly.title":
    "What was read back is unchanged, but not all of it came from the drive",
  "data-verified-partly.seen":
    "{blocks, plural, =1 {One block was read back through what stands behind this volume and compared; it does not differ.} other {# blocks were read back through what stands behind this volume and compared; none differs.}} Of {bytesRead, number, bytes} at most {bytesFromDrive, number, bytes} were read from the drive below.",
  "data-verified-partly.means":
    "The rest came from a memory on the way, such as that of the system or the program that provides this volume. Whether the drive keeps it unchanged was not seen.",
  "data-verified-partly.todo":
    "To have the drive itself checked, choose a folder that lies directly on it.",

  "data-verified-uncounted.title": "What was read back is unchanged",
  "data-verified-uncounted.seen":
    "{blocks, plural, =1 {One block was read back through what stands behind this volume and compared; it does not differ.} other {# blocks were read back through what stands behind this volume and compared; none differs.}}",
  "data-verified-uncounted.seen-memory": "There is no drive behind it to read them from.",
  "data-verified-uncounted.seen-linux":
    "The system has no count of what was read from the drive itself.",
  "data-verified-uncounted.seen-macos":
    "macOS does not show programs what was read from the drive itself.",
  "data-verified-uncounted.seen-windows":
    "Windows does not show programs what was read from the drive itself.",
  "data-verified-uncounted.means":
    "Whether they came from the drive or from a memory on the way is not known.",
  "data-verified-uncounted.means-memory":
    "The memory kept what was written during this inspection.",

  "data-verified-in-memory.title": "Only the copy in memory could be compared",
  "data-verified-in-memory.seen":
    "{blocks, plural, =1 {One block was compared and does not differ} other {# blocks were compared and none differs}}, but the system gave no way round its own cache.",
  "data-verified-in-memory.means":
    "The copy in the computer’s memory is right; the one on the drive was not seen.",

  "inspection-stopped.title": "The inspection was stopped early",
  "inspection-stopped.seen": "Not everything planned was measured.",
  "inspection-stopped.means":
    "The figures shown are real; those of a test that had not ended rest on less time and fewer rounds.",

  "drive-error.title":
    "{during, select, read {Reading} save {Saving} other {Reading or saving}} failed",
  "drive-error.means-reading":
    "What is stored there may be lost. The inspection ended at this error.",
  "drive-error.means":
    "Data written around that moment may not be stored. The inspection ended at this error.",

  "volume-gone.title": "The drive was gone before the end",
  "volume-gone.title-memory": "The volume was gone before the end",
  "volume-gone.todo-restart":
    "Shut the computer down and start it again. If the drive is there, copy what matters from it first, then inspect it again.",
  "volume-gone.todo-connect": "Connect to it again and inspect it again.",
  "volume-gone.todo-reopen":
    "Open it again with the program that provides it, and inspect it again.",
  "volume-gone.todo-plug-in":
    "Inspect the drive again and leave it connected. If nobody removed it, plug it in directly, without a hub.",
  "volume-gone.todo-put-in":
    "Inspect the card again and leave it in the reader. If nobody took it out, try another card reader.",

  "volume-full.title": "There was no room left before the end",
  "volume-full.means":
    "Something else wrote to the volume, a limit for your account was reached, a pool or image that the volume is made of has no room left, or the drive holds less than it says.",
  "volume-full.means-memory":
    "Something else wrote to it, a limit for your account was reached, or memory ran short.",
  "volume-full.means-copy-on-write":
    "This file system ({fileSystem}) copies on write: it stores changed data in a new place before it gives the old one back, so that rewriting a file takes room a second time. This says nothing about the drive.",

  "inspection-broke-off.title": "The inspection could not go on",
  "inspection-broke-off.means": "This says nothing about the drive.",
  "inspection-broke-off.todo-again": "Inspect it again.",
  "inspection-broke-off.todo-room": "Free some space and inspect it again.",
  "inspection-broke-off.todo-rescue":
    "Copy what matters to another drive first, unless somebody made the volume read-only on purpose. Then inspect it again.",
  "inspection-broke-off.todo-repair": "Inspect it again once the volume was checked.",
  "inspection-broke-off.todo-elsewhere":
    "Inspect another folder or drive, one that takes this program’s test files.",

  "holds-less.title": "There is less room than is shown",
  "holds-less.seen":
    "{isDetailed, select, true {A test file of {fileBytes, number, bytes} lay complete on the volume; writing to it again, in the same place, found no room ({details}).} other {A test file of {fileBytes, number, bytes} lay complete on the volume; writing to it again, in the same place, found no room.}}",
  "holds-less.means":
    "On this file system that takes no new room, so that it is not the volume that ran full: the drive, or the pool or image it is made of, does not have the room it promised. Files that are there may be lost when they are changed.",

  "mode-failed.title": "Saving broke off with an error",
  "mode-failed.means": "Data written around that moment may not be stored.",
});

const pieces = messages({
  error: "error {number}",
  place: "at byte {atByte} of the test file",
  detailed: "{message} ({details}).",
  failed: "{mode}: {reason}",
});

interface Place {
  readonly syscall: string | null;
  readonly osCode: number | null;
  readonly atByte: number | null;
}

function detailsOf({ syscall, osCode, atByte }: Place): string[] {
  return [
    ...(syscall === null ? [] : [syscall]),
    ...(osCode === null ? [] : [pieces.error({ number: `${osCode}` })]),
    ...(atByte === null ? [] : [pieces.place({ atByte: formatCount(atByte) })]),
  ];
}

/** Appends system call, error number and byte offset, unless the message names the call. */
function withDetails({ message, ...place }: Place & { message: string }): string {
  const details = detailsOf(place);
  const isNamed = place.syscall !== null && message.includes(place.syscall);
  return isNamed || details.length === 0
    ? asSentence(message)
    : pieces.detailed({ message: message.replace(/\.$/, ""), details: formatList(details) });
}

export const statements = {
  ...said,
  /** `fileBytes` is in the statement only for the finding. */
  "error.no-room-to-rewrite": (_: { fileBytes?: number }) => said["error.no-room-to-rewrite"](),
  "error.said": (p: { message: string }) => asSentence(p.message),
  "error.said-with-details": withDetails,
  "test-failed.left-out": ({ workload, count }: { workload: WorkloadId; count: number }) =>
    said["test-failed.left-out"]({ subject: homeOf(workload).subject(), count }),
  "data-differs.seen": (p: {
    mismatches: number;
    blocks: number;
    atByte: number | null;
    found: string | null;
    expected: string | null;
  }) =>
    said["data-differs.seen"]({
      ...p,
      hasPlace: p.atByte !== null,
      atByte: p.atByte ?? 0,
      found: p.found ?? "",
      expected: p.expected ?? "",
    }),
  "not-verified.seen-unreadable": (p: {
    count: number;
    /** Byte offsets of the first few unreadable blocks. */
    atBytes: readonly number[];
  }) =>
    said["not-verified.seen-unreadable"]({
      count: p.count,
      places: formatList(p.atBytes.map(formatCount)),
      areMore: p.count > p.atBytes.length,
    }),
  "not-verified.means-unreadable": ({ count = 2 }: { count?: number }) =>
    said["not-verified.means-unreadable"]({ count }),
  "not-verified.means-drive-error": ({ count = 2 }: { count?: number }) =>
    said["not-verified.means-drive-error"]({ count }),
  "drive-error.title": ({ during = "other" }: { during?: "read" | "save" | "other" }) =>
    said["drive-error.title"]({ during }),
  "holds-less.seen": ({ fileBytes, ...place }: Place & { fileBytes: number }) => {
    const details = detailsOf(place);
    return said["holds-less.seen"]({
      fileBytes,
      isDetailed: details.length > 0,
      details: formatList(details),
    });
  },
  "mode-failed.seen": (p: { mode: FlushModeId; reason: string | null }) =>
    asSentence(pieces.failed({ mode: termOfArt(p.mode), reason: reasonOr(p.reason) })),
};
