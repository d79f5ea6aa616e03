import type { Statement } from "#contract/statement";
import type { statements } from "#text/verdict/promises";
import { type Facts, isModeRefused, modeOf } from "../facts/facts";
import { type FindingDraft, finder } from "../facts/finding";
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
import { isGone } from "./gone";

const say = sayer<typeof statements>();
const finding = finder<typeof statements>();

/** Findings on what the system and the mount promise about a save, regardless of the drive. */
export function promiseFindings(facts: Facts): FindingDraft[] {
  const { volume } = facts.report;
  if (isMemory(volume)) {
    return [memory(facts.report)];
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

function memory(report: Facts["report"]): FindingDraft {
  return finding("memory-file-system", "bad", {
    todo: say(isGone(report) ? "memory-file-system.todo-gone" : "memory-file-system.todo"),
  });
}

const dropped = ({ option, fileSystem, isLower }: UnsafeOption): FindingDraft =>
  finding("syncs-dropped", "bad", {
    seen: say(isLower ? "syncs-dropped.seen-below" : "syncs-dropped.seen", { option, fileSystem }),
    todo: say("syncs-dropped.todo"),
  });

const barriers = ({ option, fileSystem, isLower }: UnsafeOption): FindingDraft =>
  finding("barriers-off", "bad", {
    seen: say(isLower ? "barriers-off.seen-below" : "barriers-off.seen", { option, fileSystem }),
    todo: say("barriers-off.todo"),
  });

const turnedOffInWindows: FindingDraft = finding("barriers-off", "bad", {
  seen: say("barriers-off.seen-windows"),
  todo: say("barriers-off.todo-windows"),
});

const zfsSync: FindingDraft = finding("zfs-sync-unseen", "info", {
  todo: say("zfs-sync-unseen.todo"),
});

const several = (disks: number): FindingDraft =>
  finding("several-drives", "info", {
    seen: say("several-drives.seen", { disks }),
  });

const placeUnknown: FindingDraft = finding("place-unknown", "caution", {
  todo: say("place-unknown.todo"),
});

const network: FindingDraft = finding("network-drive", "caution", {
  todo: say("network-drive.todo"),
});

function virtual({ report }: Facts): FindingDraft {
  if (machineOf(report.host) === null) {
    return finding("virtual-drive", "caution", { todo: say("virtual-drive.todo") });
  }
  const where = isOfMachine(report) ? "machine" : "passed-on";
  return finding("virtual-drive", "caution", {
    title: say("virtual-drive.title-machine"),
    seen: say("virtual-drive.seen-machine"),
    means: say(`virtual-drive.means-${where}`),
    todo: say(`virtual-drive.todo-${where}`),
  });
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
    finding("ordinary-save-not-safe", "caution", {
      seen: [
        say("ordinary-save-not-safe.seen"),
        ...(ordinary && full && !isPaced ? [rates(ordinary.iops, full.iops)] : []),
      ],
      means: say(`ordinary-save-not-safe.means${refused}`),
      todo: isPulledOut(report)
        ? say(`ordinary-save-not-safe.todo${refused}-pulled-out`)
        : say(`ordinary-save-not-safe.todo${refused}`),
    }),
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
    // Another computer stores the data, and another finding covers what is known about it.
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
    finding("write-through-unproven", "info", {
      seen: isPaced
        ? say("write-through-unproven.seen", { modes })
        : safe === null
          ? say("write-through-unproven.seen-rates", { modes, savesPerSecond })
          : say("write-through-unproven.seen-beside", {
              modes,
              savesPerSecond,
              safePerSecond: safe.iops,
              safeMode: safe.mode,
            }),
    }),
  ];
}
