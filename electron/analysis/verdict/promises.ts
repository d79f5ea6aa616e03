import { formatRate, formatRatio } from "../format";
import {
  barriersOffBy,
  isMemory,
  isPlaceUnknown,
  mayDropSyncsUnseen,
  syncsDroppedBy,
  type UnsafeOption,
} from "../guarantee";
import { type Facts, modeOf } from "./facts";
import type { FindingDraft } from "./finding";
import { termOfArt } from "./words";

/** What system and mount promise about a save, before the drive comes into it. */
export function promiseFindings(facts: Facts): FindingDraft[] {
  const { volume } = facts.report;
  if (isMemory(volume)) {
    return [memory];
  }
  const droppedBy = syncsDroppedBy(volume);
  const barriersBy = barriersOffBy(volume);
  return [
    ...(droppedBy ? [dropped(droppedBy)] : []),
    ...(barriersBy ? [barriers(barriersBy)] : []),
    ...(mayDropSyncsUnseen(volume) ? [zfsSync] : []),
    ...(volume.drive.kind === "network" ? [network] : []),
    ...(isPlaceUnknown(volume) ? [placeUnknown] : []),
    ...(facts.isVirtual ? [virtual(facts)] : []),
    ...macFindings(facts),
    ...windowsFindings(facts),
  ];
}

const memory: FindingDraft = {
  code: "memory-file-system",
  severity: "bad",
  title: "This volume lives in the computer's memory",
  seen: "Followed down to where the data is kept, this folder ends in the computer's memory.",
  means:
    "Nothing stored here survives a restart, let alone a power cut; the figures are those of memory.",
  todo: "Choose a folder on a real drive.",
};

const dropped = (by: UnsafeOption): FindingDraft => ({
  code: "syncs-dropped",
  severity: "bad",
  title: "The system ignores requests to save here",
  seen: `${mountedThing(by)} is mounted with the option “${by.option}”.`,
  means: "Every save is answered at once and nothing is made permanent.",
  todo: "Have it mounted without that option; in a container, choose a folder outside.",
});

const barriers = (by: UnsafeOption): FindingDraft => ({
  code: "barriers-off",
  severity: "bad",
  title: "The system is told not to flush this drive",
  seen: `${mountedThing(by)} is mounted without write barriers (${by.option}).`,
  means:
    "Saved data reaches the drive but may stay in its own memory (cache), and is lost from there when the power fails.",
  todo: "Have the option removed from the mount settings, unless the drive is protected against power loss.",
});

function mountedThing({ isLower, fileSystem }: UnsafeOption): string {
  const named = fileSystem === null ? "" : ` (${fileSystem})`;
  return isLower ? `The file system below this one${named}` : `The volume${named}`;
}

const zfsSync: FindingDraft = {
  code: "zfs-sync-unseen",
  severity: "info",
  title: "Whether saves are switched off here cannot be seen",
  seen: "ZFS can be told to ignore requests to save (sync=disabled). That is not shown among the mount options.",
  means:
    "Where it is switched off, saves are confirmed at once and the last seconds are lost in a power cut.",
  todo: "Ask ZFS with “zfs get sync”; “standard” is the safe setting.",
};

const placeUnknown: FindingDraft = {
  code: "place-unknown",
  severity: "caution",
  title: "Where the data is kept cannot be seen from here",
  seen: "This file system keeps its files in another one, and that cannot be found from here. In a container this is usual.",
  means:
    "What is below may be a drive, or memory that is gone after a restart; what a save is worth is not known.",
  todo: "Run the inspection outside the container, in a folder on the drive itself.",
};

const network: FindingDraft = {
  code: "network-drive",
  severity: "caution",
  title: "This volume belongs to another computer",
  seen: "Saves travel over the network.",
  means:
    "The figures are those of the network and the other computer together; what that computer does with saved data cannot be seen from here.",
  todo: "Run the inspection on the computer that has the drive.",
};

function virtual({ report }: Facts): FindingDraft {
  const { virtualMachine } = report.host;
  const named =
    virtualMachine !== null && virtualMachine !== "none"
      ? `The system runs in a virtual machine (${virtualMachine}).`
      : "The drive is a virtual one.";
  return {
    code: "virtual-drive",
    severity: "caution",
    title: "The drive is simulated",
    seen: named,
    means:
      "A save ends at the virtual drive. Whether it goes on to permanent storage is decided by the computer that hosts it; the figures describe both together.",
    todo: "Run the inspection on the host itself, or ask who runs it how its disk cache is set.",
  };
}

function macFindings({ report, measured, promise, isPaced }: Facts): FindingDraft[] {
  if (report.host.os !== "macos" || promise !== "os-crash") {
    return [];
  }
  const ordinary = modeOf(measured, "fsync");
  const full = modeOf(measured, "f_fullfsync");
  const figures =
    ordinary && full && !isPaced
      ? ` Here the ordinary one manages ${formatRate(ordinary.iops)} a second and the full one ${formatRate(full.iops)}${factor(ordinary.iops, full.iops)}.`
      : "";
  return [
    {
      code: "ordinary-save-not-safe",
      severity: "caution",
      title: "An ordinary save stops at the drive's own memory",
      seen: `As macOS documents, an ordinary flush (${termOfArt.fsync}) hands data to the drive and no further; only the full flush (${termOfArt.f_fullfsync}) makes the drive store it.${figures}`,
      means:
        "Unless a program insists on the full flush, data it has saved can be lost or stored out of order when the power fails.",
      todo: "A charged battery bridges most power cuts. For databases look for a setting such as “fullfsync”.",
    },
  ];
}

/** Not worth saying where the two are about as fast, and none where half the rounds saw no save. */
function factor(ordinary: number, full: number): string {
  return full > 0 && ordinary >= 1.5 * full ? `: ${formatRatio(ordinary / full)} fewer` : "";
}

function windowsFindings({ measured, safe, isPaced }: Facts): FindingDraft[] {
  const unproven = measured.filter(
    ({ mode }) => mode === "write_through" || mode === "no_buffering_write_through",
  );
  if (unproven.length === 0) {
    return [];
  }
  const figures = unproven
    .map(({ mode, iops }) =>
      isPaced ? termOfArt[mode] : `${termOfArt[mode]} ${formatRate(iops)} a second`,
    )
    .join(", ");
  const compared =
    safe && !isPaced ? `, beside ${formatRate(safe.iops)} with ${termOfArt[safe.mode]}` : "";
  return [
    {
      code: "write-through-unproven",
      severity: "info",
      title: "Write-through is not counted as safe",
      seen: `Measured: ${figures}${compared}.`,
      means:
        "Windows asks the drive to store such writes at once, but common drivers do not pass the request on.",
      todo: null,
    },
  ];
}
