import fc from "fast-check";
import { expect, it } from "vitest";
import { operationOf } from "#analysis/power-cut/schedule";
import { type PowerCutFound, sectorCodes } from "#contract/power-cut/state";
import {
  type Content,
  found,
  named,
  places,
  smallLayout,
} from "../../../helpers/sample-power-cut-test";
import { judge } from "./cut-drives";

const paceNs = 500_000;
const lossy = { none: true, fsync: false };
type Mode = keyof typeof lossy;

/**
 * The files after a cut in the middle of the last operation, by one writer in one order, on a drive
 * that keeps every confirmed save.
 */
function afterCut(turns: readonly Mode[], lagNs: number, isIllegible: boolean) {
  const last = { none: 0, fsync: 0 };
  const files = { none: new Map<string, Content>(), fsync: new Map<string, Content>() };
  const newest: Record<Mode, PowerCutFound["newest"]> = { none: null, fsync: null };
  const witnessed = new Map<string, number>();
  turns.forEach((mode, index) => {
    const isCut = index === turns.length - 1;
    const number = last[mode] + 1;
    const { kind, place } = operationOf(smallLayout, true, number);
    const elapsedNs = index * paceNs;
    const key = `${kind === "overwrite" ? "slot" : kind} ${place}`;
    if (isCut) {
      if (mode === "fsync" && kind === "overwrite" && isIllegible) {
        files.fsync.set(key, { sectors: Array(16).fill(sectorCodes.damaged) });
      }
      return;
    }
    if (mode === "fsync") {
      const content = { number, order: index + 1, elapsedNs };
      if (kind === "rename") {
        const created = files.fsync.get(`create ${place}`);
        files.fsync.delete(`create ${place}`);
        files.fsync.set(key, created ?? content);
      } else {
        const returned = (["none", "fsync"] as const).map((id) => ({ mode: id, number: last[id] }));
        newest.fsync = { order: index + 1, elapsedNs, returned };
        witnessed.set(key, Math.max(0, elapsedNs - lagNs));
        files.fsync.set(key, content);
      }
    }
    last[mode] = number;
  });
  const left = (mode: Mode): PowerCutFound => {
    const column = (file: string, count: number) => {
      const keys = Array.from({ length: count }, (_, place) => `${file} ${place}`);
      const fill: Content = file === "slot" ? { number: 0 } : { sectors: [sectorCodes.absent] };
      const witnessedNs = keys.map((key) => witnessed.get(key) ?? 0);
      return places(
        keys.map((key) => files[mode].get(key) ?? fill),
        { witnessedNs },
      );
    };
    const names = [...files[mode]].flatMap(([key, content]) => {
      const [kind, place] = key.split(" ");
      const suffix = { create: "created", rename: "renamed" }[kind ?? ""];
      return suffix === undefined ? [] : [named(`${place}.${suffix}`, content)];
    });
    const { slotCount, logRecords } = smallLayout;
    return found(mode, {
      slots: column("slot", slotCount),
      log: column("append", logRecords),
      names,
      newest: newest[mode],
    });
  };
  return { found: [left("none"), left("fsync")], endNs: (turns.length - 1) * paceNs, last };
}

it("judgePowerCut() reports no loss on a drive that keeps every confirmed save, at any cut and witness lag", () => {
  const turn = fc.constantFrom<Mode>("fsync", "fsync", "fsync", "none");
  fc.assert(
    fc.property(
      fc.array(turn, { minLength: 2, maxLength: 90 }),
      fc.integer({ min: 0, max: 20_000_000 }),
      fc.boolean(),
      fc.integer({ min: 0, max: 20_000_000 }),
      (turns, lagNs, isIllegible, behindNs) => {
        const { found: left, endNs } = afterCut(turns, lagNs, isIllegible);
        const elapsedNs = Math.max(0, endNs - behindNs);
        const result = judge({ found: left, numbers: [], elapsedNs, paceNs });
        const fsync = result.modes.find(({ mode }) => mode === "fsync");
        expect(fsync?.failed).toBe(0);
      },
    ),
    { numRuns: 2000 },
  );
});
