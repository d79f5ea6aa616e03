import type { Statement } from "#contract/statement";
import type { statements } from "#text/verdict/promises";
import { type Facts, isModeRefused, modeOf } from "../facts/facts";
import type { FindingDraft } from "../facts/finding";
import { isGroup, isOfMachine, isPulledOut } from "../facts/thing";
import {
  barriersOffBy,
  isMemory,
  isPlaceUnknown,
  machineOf,
  mayDropSyncsUnseen,
  syncsDroppedBy,
  type UnsafeOption,
} from "../guarantee";
import { sayer } from "../say";

const say = sayer<typeof statements>();

/** Findings on what the system and the mount promise about a save, regardless of the drive. */
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
    ...(volume.flushesTurnedOff === true ? [turnedOffInWindows] : []),
    ...(mayDropSyncsUnseen(volume) ? [zfsSync] : []),
    ...(volume.drive.kind === "network" ? [network] : []),
    ...(isPlaceUnknown(volume) ? [placeUnknown] : []),
    ...(isGroup(volume.drive) ? [several(volume.drive.disks ?? 0)] : []),
    ...(facts.isVirtual && volume.drive.kind !== "network" ? [virtual(facts)] : []),
    ...macFindings(facts),
    ...windowsFindings(facts),
  ];
}

const memory: FindingDraft = {
  code: "memory-file-system",
  severity: "bad",
  title: say("memory-file-system.title"),
  seen: say("memory-file-system.seen"),
  means: say("memory-file-system.means"),
  todo: say("memory-file-system.todo"),
};

const dropped = ({ option, fileSystem, isLower }: UnsafeOption): FindingDraft => ({
  code: "syncs-dropped",
  severity: "bad",
  title: say("syncs-dropped.title"),
  seen: say(isLower ? "syncs-dropped.seen-below" : "syncs-dropped.seen", { option, fileSystem }),
  means: say("syncs-dropped.means"),
  todo: say("syncs-dropped.todo"),
});

const barriers = ({ option, fileSystem, isLower }: UnsafeOption): FindingDraft => ({
  code: "barriers-off",
  severity: "bad",
  title: say("barriers-off.title"),
  seen: say(isLower ? "barriers-off.seen-below" : "barriers-off.seen", { option, fileSystem }),
  means: say("barriers-off.means"),
  todo: say("barriers-off.todo"),
});

const turnedOffInWindows: FindingDraft = {
  code: "barriers-off",
  severity: "bad",
  title: say("barriers-off.title"),
  seen: say("barriers-off.seen-windows"),
  means: say("barriers-off.means"),
  todo: say("barriers-off.todo-windows"),
};

const zfsSync: FindingDraft = {
  code: "zfs-sync-unseen",
  severity: "info",
  title: say("zfs-sync-unseen.title"),
  seen: say("zfs-sync-unseen.seen"),
  means: say("zfs-sync-unseen.means"),
  todo: say("zfs-sync-unseen.todo"),
};

const several = (disks: number): FindingDraft => ({
  code: "several-drives",
  severity: "info",
  title: say("several-drives.title"),
  seen: say("several-drives.seen", { disks }),
  means: say("several-drives.means"),
  todo: null,
});

const placeUnknown: FindingDraft = {
  code: "place-unknown",
  severity: "caution",
  title: say("place-unknown.title"),
  seen: say("place-unknown.seen"),
  means: say("place-unknown.means"),
  todo: say("place-unknown.todo"),
};

const network: FindingDraft = {
  code: "network-drive",
  severity: "caution",
  title: say("network-drive.title"),
  seen: say("network-drive.seen"),
  means: say("network-drive.means"),
  todo: say("network-drive.todo"),
};

function virtual({ report }: Facts): FindingDraft {
  const base = { code: "virtual-drive", severity: "caution" } as const;
  if (machineOf(report.host) === null) {
    return {
      ...base,
      title: say("virtual-drive.title"),
      seen: say("virtual-drive.seen"),
      means: say("virtual-drive.means"),
      todo: say("virtual-drive.todo"),
    };
  }
  const where = isOfMachine(report) ? "machine" : "passed-on";
  return {
    ...base,
    title: say("virtual-drive.title-machine"),
    seen: say("virtual-drive.seen-machine"),
    means: say(`virtual-drive.means-${where}`),
    todo: say(`virtual-drive.todo-${where}`),
  };
}

function macFindings(facts: Facts): FindingDraft[] {
  const { report, measured, promise, isPaced } = facts;
  if (report.host.os !== "macos" || promise !== "os-crash") {
    return [];
  }
  const ordinary = modeOf(measured, "fsync");
  const full = modeOf(measured, "f_fullfsync");
  const refused = isModeRefused(facts, "f_fullfsync") ? "-refused" : "";
  return [
    {
      code: "ordinary-save-not-safe",
      severity: "caution",
      title: say("ordinary-save-not-safe.title"),
      seen: [
        say("ordinary-save-not-safe.seen"),
        ...(ordinary && full && !isPaced ? [rates(ordinary.iops, full.iops)] : []),
      ],
      means: say(`ordinary-save-not-safe.means${refused}`),
      todo: isPulledOut(report)
        ? say(`ordinary-save-not-safe.todo${refused}-pulled-out`)
        : say(`ordinary-save-not-safe.todo${refused}`),
    },
  ];
}

/** Names the ratio only if it is noticeable and both rates are above 0. */
function rates(ordinaryPerSecond: number, fullPerSecond: number): Statement {
  const isWorthSaying = fullPerSecond > 0 && ordinaryPerSecond >= 1.5 * fullPerSecond;
  const ratio = isWorthSaying ? ordinaryPerSecond / fullPerSecond : null;
  return say("ordinary-save-not-safe.seen-rates", { ordinaryPerSecond, fullPerSecond, ratio });
}

function windowsFindings({ report, measured, safe, isPaced }: Facts): FindingDraft[] {
  if (report.volume.drive.kind === "network") {
    // Another computer is asked then, and another finding says what is known of that.
    return [];
  }
  const unproven = measured.filter(
    ({ mode, guarantee }) =>
      (mode === "write_through" || mode === "no_buffering_write_through") &&
      guarantee === "unknown",
  );
  if (unproven.length === 0) {
    return [];
  }
  const modes = unproven.map(({ mode }) => mode);
  const savesPerSecond = unproven.map(({ iops }) => iops);
  return [
    {
      code: "write-through-unproven",
      severity: "info",
      title: say("write-through-unproven.title"),
      seen: isPaced
        ? say("write-through-unproven.seen", { modes })
        : safe === null
          ? say("write-through-unproven.seen-rates", { modes, savesPerSecond })
          : say("write-through-unproven.seen-beside", {
              ...{ modes, savesPerSecond },
              ...{ safePerSecond: safe.iops, safeMode: safe.mode },
            }),
      means: say("write-through-unproven.means"),
      todo: null,
    },
  ];
}
