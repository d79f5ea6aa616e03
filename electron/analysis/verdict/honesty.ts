import type { OperatingSystem } from "../../contract/flush-mode";
import { formatFlushes, formatRate } from "../format";
import { randomSavesOfDisk } from "../reference-drives";
import {
  countedFlushes,
  type Evidence,
  type Facts,
  othersAreUnsafe,
  plausibleFlushesPerSecond,
  type Suspicion,
} from "./facts";
import type { FindingDraft } from "./finding";
import { termOfArt } from "./words";

/**
 * What speaks for and against the drive's word. Speed is never proof: a figure can be too good to
 * be true, but no figure is good enough to be a pass.
 */
export function honestyFindings(facts: Facts): FindingDraft[] {
  const { evidence, suspicion, safe } = facts;
  const findings: FindingDraft[] = [];
  if (suspicion !== null && safe !== null) {
    findings.push(tooFast(suspicion, safe.iops, termOfArt[safe.mode]));
  }
  if (evidence !== null) {
    findings.push(evidenceFinding(evidence, facts));
  }
  return [...findings, ...unflushedFindings(facts)];
}

/** The others stand beside the leading save with evidence of their own. */
function unflushedFindings(facts: Facts): FindingDraft[] {
  const { unflushed } = facts;
  if (unflushed.length === 0) {
    return [];
  }
  const list = unflushed.map(
    (mode) => `${termOfArt[mode.mode]} (${(countedFlushes(mode) ?? 0).toFixed(2)})`,
  );
  return [
    {
      code: "other-saves-unflushed",
      severity: othersAreUnsafe(facts) ? "bad" : "caution",
      title: "Other ways of saving send too few flushes",
      seen: `The system counted fewer flush commands to the drive than saves made in these ways (flushes for each save): ${list.join(", ")}.`,
      means:
        "Programs that save in these ways may be told that their data is safe before the drive was asked to store it. Databases often use them.",
      todo: "Look for what switches these flushes off: the file system, a disk controller, a container. Until they are seen, do not keep the only copy of a database here.",
    },
  ];
}

function evidenceFinding(evidence: Evidence, facts: Facts): FindingDraft {
  const { report, isVirtual } = facts;
  const perSave = formatFlushes(facts.flushesPerSave ?? 0);
  const by = facts.safe === null ? "" : ` (${termOfArt[facts.safe.mode]})`;
  switch (evidence) {
    case "flushes-seen":
      return {
        code: evidence,
        severity: isVirtual ? "info" : "good",
        title: "Every save asks the drive to confirm",
        seen: `The system counted ${perSave} flush commands to the drive for each save${by}.`,
        means: isVirtual
          ? "The requests reach the virtual drive; what happens behind it cannot be seen from here."
          : "The requests reach the drive, and it confirms them. Whether it really empties its own memory (cache) before it does, no program can see.",
        todo: null,
      };
    case "flushes-missing":
      return {
        code: evidence,
        severity: "bad",
        title: "The system sends no flush to this drive",
        seen: `The drive has a memory of its own that forgets without power (a write-back cache), yet the system counted ${perSave} flush commands for each save${by}.`,
        means:
          "Data that a program has saved is not known to have left that memory, and can be lost when the power fails.",
        todo: "Look for what switches flushes off: mount options, a disk controller, a container. Until flushes are seen, do not keep the only copy of anything here.",
      };
    case "flushes-too-few":
      return {
        code: evidence,
        severity: "caution",
        title: "Fewer flushes than saves",
        seen: `The system counted only ${perSave} flush commands to the drive for each save${by}; one is expected.`,
        means:
          "Some saves were confirmed without the drive having been asked, or were merged with those of other programs.",
        todo: "Close other programs and inspect the drive again.",
      };
    case "flushes-not-seen":
      return {
        code: evidence,
        severity: "caution",
        title: "No flush was seen",
        seen: `The system counted ${perSave} flush commands to the drive for each save${by}, and it is not known whether the drive has a memory of its own (cache) that forgets without power.`,
        means:
          "With such a cache, saved data could be lost in a power cut; without one, no flush is needed.",
        todo: "The maker's data sheet says whether the drive has a volatile cache or power-loss protection.",
      };
    case "no-volatile-cache":
      return {
        code: evidence,
        severity: "good",
        title: "The drive says that it needs no flush",
        seen: "This NVMe drive is known to the system as one without a memory that forgets without power (write-through), so that no flush commands are needed.",
        means:
          "Drives with power-loss protection report this. It is the drive's own statement, or an administrator's setting, and not a measurement.",
        todo: "If this is an ordinary laptop drive, ask the maker whether it has power-loss protection.",
      };
    case "cache-reported-off":
      return {
        code: evidence,
        severity: "info",
        title: "The drive's cache is reported as off",
        seen: "The system knows this drive as one whose writes go straight to permanent storage (write-through), so that no flush is needed.",
        means:
          "If that is right, a save is permanent as soon as it is confirmed. It is what the drive reports and not a measurement.",
        todo: null,
      };
    case "cache-state-assumed":
      return {
        code: evidence,
        severity: "caution",
        title: "Whether this drive has a cache is not known",
        seen: "The system takes it for a drive without a memory of its own (write-through), which would need no flush.",
        means:
          "Drives of this kind often say nothing about their cache, and the system then assumes that there is none. Whether saved data survives a power cut is not known.",
        todo: isVirtual
          ? null
          : "Eject the drive before it is unplugged or switched off, and keep a second copy elsewhere.",
      };
    case "flushes-passed-on":
      return {
        code: evidence,
        severity: "info",
        title: "Every save is passed on as far as the system can follow",
        seen: "The system counted a flush command for every save, down to something it cannot look through: another program, or a part of the system that does not say what lies below.",
        means:
          "Nothing was lost on the way to there. Whether the requests go on to the drive, and what it does with them, cannot be seen from here.",
        todo: "For more evidence choose a folder that lies directly on the drive.",
      };
    case "no-evidence":
      return facts.safe?.mode === "o_direct_dsync" ? notCounted : noEvidence(report.host.os);
  }
}

/** Only saves of this kind were measured: no counter would show what they ask of the drive. */
const notCounted: FindingDraft = {
  code: "no-evidence",
  severity: "info",
  title: "The system does not count what these saves ask of the drive",
  seen: `Saves with ${termOfArt.o_direct_dsync} may be written in a way that needs no flush command (force-unit-access), and such writes are not counted.`,
  means:
    "How fast saves are was measured; that they are safe rests on what the system and the drive promise.",
  todo: "Inspect the drive with its ordinary saves as well: their flushes are counted.",
};

function noEvidence(os: OperatingSystem): FindingDraft {
  const base = {
    code: "no-evidence",
    severity: "info",
    title: "This system offers no evidence of what reached the drive",
    means:
      "How fast saves are was measured; that they are safe rests on what the system and the drive promise.",
  } as const;
  switch (os) {
    case "linux":
      return {
        ...base,
        seen: "The system shows no count of flush commands for this drive: it keeps none, or something that cannot be looked through lies between it and the drive.",
        todo: "Linux counts them for most drives from version 5.5 on; choose a folder that lies directly on the drive.",
      };
    case "macos":
      return {
        ...base,
        seen: "Programs on macOS are not told which commands were sent to the drive.",
        todo: null,
      };
    case "windows":
      return {
        ...base,
        seen: "Programs on Windows are not told which commands were sent to the drive.",
        todo: "In the Device Manager, under the drive's policies, make sure that “Turn off Windows write-cache buffer flushing” is not ticked: with it Windows confirms saves without asking the drive.",
      };
  }
}

function tooFast(suspicion: Suspicion, iops: number, term: string): FindingDraft {
  const rate = formatRate(iops);
  switch (suspicion) {
    case "faster-than-disk-turns":
      return {
        code: suspicion,
        severity: "info",
        title: "Faster than a disk alone can save",
        seen: `${rate} saves a second were confirmed (${term}), each in a random place.`,
        means: `A disk with 7 200 turns a minute waits half a turn for such a place and saves at most about ${formatRate(randomSavesOfDisk(7200))} times a second, one with 15 000 turns about ${formatRate(randomSavesOfDisk(15_000))} times. Something with a memory of its own answered: a cache or a controller, which is either protected against power loss or confirms what is not stored yet.`,
        todo: "A controller with a battery, or a disk with flash memory, explains it. Otherwise ask the maker, or have the disk's write cache switched off for important data.",
      };
    case "too-fast-for-cache":
      return {
        code: suspicion,
        severity: "info",
        title: "Faster than flash memory alone can save",
        seen: `${rate} saves a second were confirmed (${term}); above ${formatRate(plausibleFlushesPerSecond)} is too fast for flash memory that is written for each of them.`,
        means:
          "Either the drive is protected against power loss, or it confirms saves that it has not stored yet; speed alone does not tell which.",
        todo: "Ask the maker whether this model has power-loss protection.",
      };
  }
}
