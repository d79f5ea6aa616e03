import { judgePowerCut } from "#analysis/power-cut";
import type { CutSigns } from "#analysis/power-cut/cut-evidence";
import { type Operation, operationOf } from "#analysis/power-cut/schedule";
import {
  type PowerCutAcknowledged,
  type PowerCutEnding,
  type PowerCutFound,
  sectorCodes,
} from "#contract/power-cut/state";
import type { PowerCutMode, PowerCutModeResult } from "#contract/power-cut/test";
import {
  type Content,
  cutSigns,
  found,
  named,
  places,
  powerCutMode,
  powerCutPlan,
  smallLayout,
} from "../../../helpers/sample-power-cut-test";

/** Invented files after a cut, made from what was written, and the judgement on them. */

export interface Circumstances {
  readonly modes?: readonly PowerCutMode[];
  readonly found: readonly PowerCutFound[];
  readonly numbers: PowerCutAcknowledged["numbers"];
  readonly elapsedNs?: number | null;
  readonly ending?: PowerCutEnding | null;
  readonly cut?: Partial<CutSigns>;
  readonly paceNs?: number;
  readonly wasStopped?: boolean;
}

export function judge(seen: Circumstances) {
  return judgePowerCut({
    os: "linux",
    plan: { ...powerCutPlan, layout: { ...smallLayout, paceNs: seen.paceNs ?? 0 } },
    modes: seen.modes ?? seen.found.map(({ mode }) => powerCutMode(mode)),
    acknowledged: { numbers: seen.numbers, elapsedNs: seen.elapsedNs ?? null },
    ending: seen.ending ?? null,
    wasStopped: seen.wasStopped ?? false,
    cut: cutSigns(seen.cut),
    othersFlushesPerSecond: null,
    found: seen.found,
    startedAt: "2026-11-21T10:00:00.000Z",
    finishedAt: "2026-11-21T10:05:00.000Z",
  });
}

export function only(result: ReturnType<typeof judge>): PowerCutModeResult {
  const [mode] = result.modes;
  if (!mode) {
    throw new Error("the result has no mode");
  }
  return mode;
}

export interface Write extends Operation {
  readonly number: number;
}

/**
 * The first `last` operations with their numbers, by the slot, log record or file name that they
 * write to.
 */
export function historyOf(last: number): Map<string, Write[]> {
  const history = new Map<string, Write[]>();
  for (let number = 1; number <= last; number += 1) {
    const operation = operationOf(smallLayout, true, number);
    const file = { overwrite: "slot", append: "log", create: "name", rename: "name" };
    const key = `${file[operation.kind]} ${operation.place}`;
    history.set(key, [...(history.get(key) ?? []), { ...operation, number }]);
  }
  return history;
}

/**
 * The findings about a mode whose slots, log records and named files have the contents that
 * `contentOf` returns.
 */
export function foundWith(
  history: ReadonlyMap<string, readonly Write[]>,
  contentOf: (writes: readonly Write[], key: string) => Content | null,
  names: PowerCutFound["names"] = [],
): PowerCutFound {
  const column = (file: string, count: number) =>
    Array.from({ length: count }, (_, index) => {
      const key = `${file} ${index}`;
      return contentOf(history.get(key) ?? [], key) ?? { sectors: [sectorCodes.absent] };
    });
  return found("fsync", {
    slots: places(column("slot", smallLayout.slotCount)),
    log: places(column("log", smallLayout.logRecords)),
    names,
  });
}

/** The files of a mode with all of its operations up to `last`. */
export function intact(mode: PowerCutFound["mode"], last: number, firstOrder = 1): PowerCutFound {
  const history = historyOf(last);
  const content = (writes: readonly Write[]): Content => {
    const number = writes.at(-1)?.number ?? 0;
    return { number, order: number === 0 ? 0 : firstOrder + number };
  };
  const names = [...history].flatMap(([key, [create, rename]]) =>
    key.startsWith("name") && create
      ? [
          named(`${create.place}.${rename ? "renamed" : "created"}`, {
            number: create.number,
            order: firstOrder + create.number,
          }),
        ]
      : [],
  );
  return { ...foundWith(history, content, names), mode };
}

/**
 * The files as `intact` gives them, but the newest slot still has the content from before its first
 * save.
 */
export function withLoss(left: PowerCutFound): PowerCutFound {
  const newest = Math.max(...left.slots.numbers);
  const numbers = left.slots.numbers.map((number) => (number === newest ? 0 : number));
  return { ...left, slots: { ...left.slots, numbers } };
}
