import type { LiveState } from "#contract/live-state";
import type { RunPlan } from "#contract/run-plan";
import type { CapacityPart } from "#contract/workloads/capacity";
import { formatBytes } from "../format";
import { messages } from "../messages";
import { sentences } from "../sentences";

const steps = messages({
  fill: "Size of the drive: filling it",
  read: "Size of the drive: reading all of it back",
  rewrite: "Size of the drive: writing the beginning anew",
  reread: "Size of the drive: reading the end once more",
});

const warning = messages({
  used: "{isUsed, select, true {{used} of this drive are in use. If} other {If}} it is smaller than it says, filling it can overwrite the files on it. Better test an empty drive, or copy its files elsewhere first.",
});

/** A warning before a drive with files on it is filled. */
export function onUsedDrive(usedBytes: number | null): string {
  return warning.used({
    isUsed: `${usedBytes !== null}`,
    used: formatBytes(usedBytes ?? 0),
  });
}

export const { name, subject, purpose, title, chartNote, onSystemDrive, briefMethod } = messages({
  onSystemDrive:
    "This is the drive the system runs on: while it is full, programs may fail to save. Better test a stick, a card or an external drive.",
  name: "Size of the drive",
  subject: "the size of the drive",
  purpose:
    "Is it as large as it says? Fills the free space and reads all of it back: for sticks, cards and external drives.",
  title: "Is it as large as it says?",
  chartNote: "Both axes begin at 0.",
  briefMethod:
    "The free space, or the part of it that was asked for, is filled with blocks that name their place; all of them are read back around the system’s memory and compared.",
});

const partSentences = messages({
  fill: "Filling the free space with files that name their place.",
  read: "Reading back everything that was written, from the first byte to the last.",
  rewrite: "Writing the beginning anew, so that no cache still holds the end.",
  reread: "Reading the end once more, now that no cache holds it.",
});

/** The running part of the test; until the first step, the filling. */
function partOf({ step, lastStep }: LiveState): CapacityPart {
  const known = step ?? lastStep;
  return known?.kind === "capacity" ? known.part : "fill";
}

export const progress = (_place: object, live: LiveState) => steps[partOf(live)]();
export const sentence = (live: LiveState) => partSentences[partOf(live)]();

export const capacityScreen = messages({
  limitAll: "Writes everything that is free, which takes hours on a large or slow drive.",
  limitBytes: "Writes up to {bytes}.",
  writing: "Writing",
  reading: "Reading",
  kept: "{bytes} were kept",
  doneOf: "{done} of {total}",
  howToRead:
    "Every block names its place. A drive that is smaller than it says loses blocks or gives back those of another place.",
  whatIsLeft:
    "The test’s files are in one folder and are removed at the end, also after a stop. Files that were on the drive before are only read, to see whether they change.",
  speedNow: "Speed now",
  written: "Written",
  readBack: "Read back",
});

export function limit({ workloads }: RunPlan): string {
  const { maxBytes } = workloads.capacity;
  return maxBytes === null
    ? capacityScreen.limitAll()
    : capacityScreen.limitBytes({ bytes: formatBytes(maxBytes) });
}

/** One sentence per outcome, below the chart and in a terminal. */
export const capacityResultText = sentences({
  whole:
    "Of {freeBytes, number, bytes} free, all {filledBytes, number, bytes} that were written hold what was written.",
  false: "False capacity: {lostBytes, number, bytes} of {filledBytes, number, bytes} were lost.",
  "false-or-damaged":
    "Smaller than it says, or badly damaged: {lostBytes, number, bytes} of {filledBytes, number, bytes} were lost.",
  limit:
    "As it is connected now, the drive lost {lostBytes, number, bytes} of {filledBytes, number, bytes}.",
  part: "Nothing false was found in {checkedBytes, number, bytes} of {freeBytes, number, bytes} free.",
  damaged:
    "{differing, plural, =1 {One block does not hold what was written,} other {# blocks do not hold what was written, the first}} {firstBytes, plural, =0 {at the beginning} other {after {firstBytes, number, bytes}}} of the free space.",
  oldFiles:
    "Files that were on the drive before have changed: {changedBytes, number, bytes} of {sampledBytes, number, bytes}.",
  "not-known": "Whether the drive is as large as it says is not known.",
  error: "An error ended the test.",
});

export const capacityTable = messages({
  outcome: "Outcome",
  free: "Free before",
  checked: "Read back and right",
  writing: "Writing",
  reading: "Reading",
  bad: "Bad blocks",
  place: "Free space up to",
  nothingRead: "nothing was read back",
  whole: "All of the free space is there",
  false: "False capacity",
  lost: "Much was lost",
  falseOrDamaged: "Smaller than it says, or badly damaged",
  part: "Part tested",
  damaged: "Damaged",
  notKnown: "Not known",
  error: "Broken off by an error",
  contents:
    "{isAll, select, true {bad blocks hold {list}} other {some of the bad blocks hold {list}}}",
  zeros: "zeros ({blocks})",
  ones: "ones ({blocks})",
  otherPlace: "what belongs elsewhere ({blocks})",
  otherRun: "data of an earlier inspection ({blocks})",
  earlier: "what was there before ({blocks})",
  damagedContent: "damaged data ({blocks})",
  unreadable: "nothing readable ({blocks})",
  unknown: "other data ({blocks})",
});

const files = "{files, plural, =1 {one file} other {# files}}" as const;

const said = sentences({
  "capacity-whole.title": "All of the free space is there",
  "capacity-whole.seen":
    "Of {freeBytes, number, bytes} free, {filledBytes, number, bytes} were filled, and all {filledBytes, number, bytes} hold what was written.",
  "capacity-whole.means":
    "{usedBytes, plural, =0 {The volume was empty. Of it, {restBytes, number, bytes} of the free space were not tested.} other {The volume was nearly empty. Of it, the {usedBytes, number, bytes} that were in use and {restBytes, number, bytes} of the free space were not tested.}}",
  "capacity-whole.within": "A drive that lacks no more than that can pass as well.",
  "capacity-whole.behind":
    "What stands behind this volume answered. Whether a drive below it is as large as it says is not known.",
  "capacity-whole.outside":
    "But {outsideBytes, number, bytes} of the drive do not belong to this volume and were not tested, so whether the drive is as large as it says is not known.",
  "capacity-false-or-damaged.seen":
    "{filledBytes, number, bytes} were written without an error, and {lostBytes, number, bytes} of it did not come back as written, the first {firstBytes, plural, =0 {at the beginning} other {after {firstBytes, number, bytes}}} of the free space.{isKept, select, true { The drive kept {keptBytes, number, bytes}.} other {}}",
  "capacity-false.title": "False capacity: the drive is smaller than it says",
  "capacity-false.shared":
    "In place of what had been written, the drive gave back what was written later elsewhere: both share the same memory.",
  "capacity-false.means":
    "The drive says that it is larger than it is. Whatever is stored on it can be lost, and files that seem to be there may be empty or broken.",
  "capacity-false.title-limit":
    "As it is connected now, the drive keeps no more than about {limitBytes, number, bytes}",
  "capacity-false.means-limit":
    "About as much came back as 32-bit addresses reach ({limitBytes, number, bytes}), and an old enclosure, dock or adapter counts no further. Whether that or the drive is the cause does not show here, and either way whatever is stored on it as it is connected now can be lost.",
  "capacity-false.todo-limit":
    "Do not store anything on this drive as it is connected now, and copy elsewhere what is still on it. If it is in an enclosure, a dock or behind an adapter, repeat the test in another one; if it loses as much there, give it back to the seller.",
  "capacity-false.todo":
    "Do not store anything on this drive. Give it back to the seller, and copy elsewhere what is still on it.",
  "capacity-false.todo-unsold":
    "Do not store anything here, and copy elsewhere what is still here. Ask whoever set it up what stands behind it.",
  "capacity-false-or-damaged.title": "The drive is smaller than it says, or badly damaged",
  "capacity-false-or-damaged.means":
    "Which of the two it is does not show here, and either way the drive is of no use: whatever is stored on it can be lost.",
  "capacity-damaged.title": "Some blocks do not hold what was written",
  "capacity-damaged.seen":
    "Of {filledBytes, number, bytes} that were written, {badBlocks, plural, =1 {one block of {blockBytes, number, blockBytes} came back different,} other {# blocks of {blockBytes, number, blockBytes} came back different, the first}} {firstBytes, plural, =0 {at the beginning} other {after {firstBytes, number, bytes}}} of the free space.",
  "capacity-damaged.unreadable":
    "{unreadable, plural, =1 {One more block} other {# more blocks}} could not be read.",
  "capacity-damaged.means":
    "Some of what is stored here is lost. A damaged drive does that, a drive that is smaller than it says, and a fault of its connection or of the computer: these blocks do not show which it is.",
  "capacity-damaged.means-unseen":
    "Some of what is stored here is lost. What keeps it may be damaged or smaller than it says, or a fault lies on the way to it or in this computer: these blocks do not show which it is.",
  "capacity-damaged.means-memory":
    "Some of what is stored here is lost. The computer’s memory may be faulty.",
  "capacity-old-files.title": "Files that were on the drive before have changed",
  "capacity-old-files.seen": `Of {sampledBytes, number, bytes} in ${files} that were read before and after the free space was filled, {changedBytes, number, bytes} in {changedFiles, plural, =1 {one file} other {# files}} are not what they were, although the size and the dates of {changedFiles, plural, =1 {that file} other {these files}} are.{ownBytes, plural, =0 {} other { {ownBytes, number, bytes} of that hold what the test wrote elsewhere.}}`,
  "capacity-old-files.means":
    "{isOwn, select, true {Writing to the free space changed what was stored elsewhere. A drive that is smaller than it says does that, a damaged one, and a damaged file system that takes used space for free: which it is does not show here.} other {What changed them while the free space was filled is not known: a drive that is smaller than it says can do that, or a damaged one.}} Other files can be broken as well.",
  "capacity-old-files.todo":
    "Compare the files on this drive with another copy, and trust the other copy where they differ.",
  "capacity-old-files.todo-return":
    "Store nothing new on it; if data is lost again after it was formatted, give it back to the seller.",
  "capacity-part.title":
    "Nothing false was found in the {checkedBytes, number, bytes} that were tested",
  "capacity-part.seen":
    "Of {freeBytes, number, bytes} free, {checkedBytes, number, bytes} hold what was written.",
  "capacity-part.means":
    "Whether the drive is as large as it says is not known: a false one is right up to its true size.",
  "capacity-part.todo": "Let the test fill everything that is free, on an empty drive.",
  "capacity-part.todo-alone":
    "Close other programs, then let the test fill everything that is free, on an empty drive.",
  "capacity-part.todo-quota":
    "Have the quota lifted, then let the test fill everything that is free, on an empty drive.",
  "capacity-not-known.title": "Whether the drive is as large as it says is not known",
  "capacity-not-known.seen":
    "{isFromCache, select, true {What was read back came from a memory on the way and not from the drive.} other {The test ended before anything was read back.}}",
  "capacity-not-known.seen-little":
    "What was read back is so little that a memory on the way can have answered for the drive.",
  "capacity-not-known.means": "Nothing speaks for or against the size of the drive.",

  "capacity-part.because-stopped": "The test was stopped before the rest was reached.",
  "capacity-part.because-limit": "The test was limited to {targetBytes, number, bytes}.",
  "capacity-part.because-reserve":
    "The test leaves {leftBytes, number, bytes} free for the file system, which is much of so small a volume.",
  "capacity-part.because-no-room":
    "After {filledBytes, number, bytes} the file system took no more{isLeft, select, true {, although it says that {leftBytes, number, bytes} are free.} other {.}}",
  "capacity-part.because-no-room-at-flush":
    "The volume accepted more than it could store, as a volume without room of its own does; what it could not store was not tested.",
  "capacity-part.because-quota": "A quota ended the filling, so the rest was not tested.",
  "capacity-part.because-files":
    "The test makes no more files than these, so the rest was not tested.",
  "capacity-part.because-taken":
    "The rest was taken by other programs or by the file system itself.",
  "capacity-part.because-end":
    "The end was not read a second time, and a cache could have answered the first time.",
  "capacity-part.because-no-copy-room":
    "There was no room to write the beginning anew. So the end was not read a second time, and a cache could have answered the first time.",
  "capacity-part.because-in-use": `{isUsed, select, true {{usedBytes, number, bytes} were in use before or set aside and were not tested.} other {How much was in use before is not known.}} {sampledBytes, plural, =0 {The files there were not compared.} other {Of the files there, {sampledBytes, number, bytes} in ${files} were read before and after, and have not changed.}}`,
});

/** 2^32 sectors of 512 bytes: the limit in old reports, which do not state the limit. */
const usualLimitBytes = 2 ** 41;

export const statements = {
  ...said,
  "capacity-false.means-limit": ({ limitBytes = usualLimitBytes }: { limitBytes?: number }) =>
    said["capacity-false.means-limit"]({ limitBytes }),
  "capacity-false-or-damaged.seen": (p: {
    filledBytes: number;
    lostBytes: number;
    keptBytes: number | null;
    firstBytes: number;
  }) =>
    said["capacity-false-or-damaged.seen"]({
      ...p,
      isKept: p.keptBytes !== null,
      keptBytes: p.keptBytes ?? 0,
    }),
  "capacity-old-files.means": ({ isOwn = false }: { isOwn?: boolean }) =>
    said["capacity-old-files.means"]({ isOwn }),
  "capacity-part.because-no-room": (p: { filledBytes: number; leftBytes: number | null }) =>
    said["capacity-part.because-no-room"]({
      ...p,
      isLeft: p.leftBytes !== null,
      leftBytes: p.leftBytes ?? 0,
    }),
  "capacity-part.because-in-use": (p: {
    usedBytes: number | null;
    sampledBytes: number;
    files: number;
  }) =>
    said["capacity-part.because-in-use"]({
      ...p,
      isUsed: p.usedBytes !== null,
      usedBytes: p.usedBytes ?? 0,
    }),
};

export const absence = messages({
  removed:
    "The volume was removed or unmounted while it was being filled; nothing is said about its size.",
  moved:
    "The folder was removed, moved or covered by another while the drive was being filled; that is no sign of a fault.",
});

export const capacityMethod = messages({
  text: "{amount, select, all {The free space, but for {reserve}, is} asked {At most {limit} of the free space are} other {The free space is}} filled with files of at most {file}{wasWritten, select, true { ({writeCall})} other {}}, in blocks of {block} that name the run, their place and a hash (xxHash64). Everything is then read back around the system’s cache{wasRead, select, true { ({readCall})} other {}} in ascending order; the beginning is written anew, and the last part is read once more, so that no cache can answer for the drive.",
  isFalse:
    "Places count in the order of filling, which is not that of the drive. A drive is called false where what was written to one place is read at an earlier one as well: they share memory. Where {much} are lost, or {least} and {share} of what was to be written, or a quarter of it on a very small volume, without that proof, it is called smaller than it says or badly damaged; blocks that kept a part of what was written to them do not count for that. Fewer bad blocks are reported as such and say nothing about its size.",
});
