import type { FlushModeId } from "#contract/flush-mode";
import { sentences } from "../sentences";
import { type Amount, amountOf } from "./slowed";
import { type Likeness, optionOf, typicalTime } from "./words";

const like =
  "{like, select, slower_than_disks {slower than hard disks are} hard_disk {like a hard disk} slow_ssd {like a slow laptop SSD} good_ssd {like a good laptop SSD} server {like a server drive with power-loss protection}}" as const;

const said = sentences({
  "answer.not-known": "Not known",
  "answer.removed":
    "The drive was gone before the end; what was measured until then is not judged.",
  "answer.removed-memory":
    "The volume was gone before the end; what was measured until then is not judged.",

  "answer.safe-speed.none":
    "No way of saving that promises to survive a power cut was measured here.",
  "answer.safe-speed.not-planned": "The test of ways of saving was not part of this inspection.",
  "answer.safe-speed.unflushed":
    "{savesPerSecond, number, rate}\u00a0saves a second were confirmed, but without a flush to the drive they do not count as safe.",
  "answer.safe-speed.unflushed-paced":
    "Saves were confirmed, but without a flush to the drive they do not count as safe.",
  "answer.safe-speed.lost":
    "{savesPerSecond, number, rate}\u00a0saves a second were confirmed, but in a power cut such saves were lost.",
  "answer.safe-speed.lost-paced": "Saves were confirmed, but in a power cut such saves were lost.",
  "answer.safe-speed.time": "{time} a save",
  "answer.safe-speed.paced":
    "The typical time at the pace that was asked for ({mode}); how many saves a second are possible was not measured.",
  "answer.safe-speed.rate": "{savesPerSecond, number, rate}\u00a0saves a second",
  "answer.safe-speed.unexplained":
    "As confirmed ({mode}); that is explained where a memory protected against power loss answers, and whether one does is not known.",
  "answer.safe-speed.unsafe": "As confirmed ({mode}); what is saved here is not safe.",
  "answer.safe-speed.rates":
    "{fastPerSecond, number, rate}, then {slowPerSecond, number, rate}\u00a0saves a second",
  "answer.safe-speed.slowed":
    "{isRange, select, true {Once between {from} and {to} had been written saves became slow and stayed so ({mode}).} other {Once about {to} had been written saves became slow and stayed so ({mode}).}}",
  "answer.safe-speed.throttled":
    "Saves became slow when the drive had become as hot as it may be ({mode}).",
  "answer.safe-speed.like": `That is ${like} ({mode}).`,
  "answer.safe-speed.like-virtual": `That is ${like} ({mode}), as far as what provides the drive keeps its promise.`,
  "answer.safe-speed.like-in-doubt": `That is ${like} ({mode}), if they are safe.`,

  "answer.plain-speed.none": "How fast small writes are that wait for nothing was not measured.",
  "answer.plain-speed.paced":
    "Writes were begun at the pace that was asked for; how many are possible was not measured.",
  "answer.plain-speed.rate": "{writesPerSecond, number, rate}\u00a0writes a second",
  "answer.plain-speed.pieces":
    "{bytesPerSecond, number, bytesPerSecond} in pieces of {blockBytes, number, blockBytes}; that is the speed of the computer’s memory, not of the drive: the system stores such writes later.",
  "answer.plain-speed.pieces-that-may-wait":
    "{bytesPerSecond, number, bytesPerSecond} in pieces of {blockBytes, number, blockBytes}; hardly faster than saves that wait for confirmation: whether they end in the computer’s memory or wait until they are stored is not known.",
  "answer.plain-speed.pieces-alone":
    "{bytesPerSecond, number, bytesPerSecond} in pieces of {blockBytes, number, blockBytes}; whether they end in the computer’s memory or wait until they are stored is not known.",
  "answer.plain-speed.pieces-in-memory":
    "{bytesPerSecond, number, bytesPerSecond} in pieces of {blockBytes, number, blockBytes}; that is the speed of the computer’s memory, which is all there is here.",

  "answer.honesty.suspicious": "Suspicious",
  "answer.honesty.no-evidence-available": "No evidence available",
  "answer.honesty.evidence-seen": "Evidence seen",
  "answer.honesty.in-part": "Evidence in part",
  "answer.honesty.records-lost": "Another number of records was counted than had been confirmed.",
  "answer.honesty.capacity-false-or-damaged":
    "What was stored on it is not there when it is read again.",
  "answer.honesty.capacity-false": "It does not keep as much as it says it holds.",
  "answer.honesty.old-files": "What had been stored on it changed while other places were written.",
  "answer.honesty.data-differs": "What had been confirmed as stored came back changed.",
  "answer.honesty.holds-less":
    "A file that lay complete on it could not be rewritten for want of room.",
  "answer.honesty.flushes-missing": "Saves are confirmed, but no flush reaches the drive.",
  "answer.honesty.flushes-too-few": "Fewer flush commands reached the drive than saves were made.",
  "answer.honesty.unexplained":
    "The speed of its saves is unexplained: either the drive is protected against power loss, or it confirms saves that it has not stored yet.",
  "answer.honesty.memory": "There is no drive behind this volume.",
  "answer.honesty.virtual": "What happens behind the virtual drive cannot be seen from here.",
  "answer.honesty.passed-on": "What happens behind the virtual machine cannot be seen from here.",
  "answer.honesty.flushes-seen":
    "The system counted {flushesPerSave, number, fixed1} flush commands to the drive for each save ({mode}).",
  "answer.honesty.flushes-seen-in-part":
    "The system counted {flushesPerSave, number, fixed1} flush commands to the drive for each save ({mode}), and fewer for other saves.",
  "answer.honesty.no-volatile-cache":
    "The drive says that it has no volatile cache; that is its word, not a measurement.",
  "answer.honesty.cache-reported-off":
    "The drive reports that its cache is off; nothing more can be seen.",
  "answer.honesty.flushes-not-seen":
    "No flush was seen, and whether the drive has a cache is not known.",
  "answer.honesty.flushes-passed-on":
    "Saves were passed on as far as the system can follow, and no further.",
  "answer.honesty.plug-test":
    "{isPulled, select, true {The unplug test proves nothing for the drive or against it.} other {The plug test proves nothing for the drive or against it.}}",
  "answer.honesty.no-evidence": "The system does not show what reached the drive.",
  "answer.honesty.not-planned":
    "The test that looks for evidence, that of ways of saving, was not part of this inspection.",
});

interface OfMode {
  readonly mode: FlushModeId;
}
interface Like extends OfMode {
  readonly like: Likeness;
}

const likeOf = (p: Like) => ({ ...p, like: optionOf(p.like) });

export const statements = {
  ...said,
  "answer.safe-speed.time": (p: { medianNs: number | null }) =>
    said["answer.safe-speed.time"]({ time: typicalTime(p.medianNs) }),
  "answer.safe-speed.slowed": (p: Amount & OfMode) =>
    said["answer.safe-speed.slowed"]({ ...amountOf(p), mode: p.mode }),
  "answer.safe-speed.like": (p: Like) => said["answer.safe-speed.like"](likeOf(p)),
  "answer.safe-speed.like-virtual": (p: Like) => said["answer.safe-speed.like-virtual"](likeOf(p)),
  "answer.safe-speed.like-in-doubt": (p: Like) =>
    said["answer.safe-speed.like-in-doubt"](likeOf(p)),
  "answer.honesty.plug-test": ({ isPulled = false }: { isPulled?: boolean }) =>
    said["answer.honesty.plug-test"]({ isPulled }),
};
