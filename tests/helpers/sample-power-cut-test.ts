import { judgePowerCut } from "#analysis/power-cut";
import type { CutSigns } from "#analysis/power-cut/cut-evidence";
import type { PowerCutFound, PowerCutNamed, PowerCutPlaces } from "#contract/power-cut/state";
import type { PowerCutLayout, PowerCutMode, PowerCutPlan } from "#contract/power-cut/test";

/**
 * A plug test's layout so small that a hundred operations use every slot, log record and file name.
 */
export const smallLayout: PowerCutLayout = {
  run: 4711,
  slotCount: 7,
  slotBlocks: 2,
  slotStride: 3,
  appendEvery: 4,
  logRecords: 9,
  namesEvery: 16,
  nameLimit: 4,
  turnNs: 1_000_000,
  mainTurnNs: null,
  controlEvery: null,
  turnOperations: 8,
  paceNs: 0,
};

export const powerCutPlan: PowerCutPlan = {
  testId: "0a1b2c3d-0000-4000-8000-000000000000",
  createdAt: "2026-11-21T10:00:00.000Z",
  folder: "/somewhere/DriveProof plug test",
  modes: ["fsync"],
  layout: smallLayout,
};

export function powerCutMode(
  mode: PowerCutMode["mode"],
  changes: Partial<PowerCutMode> = {},
): PowerCutMode {
  return {
    mode,
    systemCall: `${mode}(fd)`,
    nameCall: "renameat + fsync(folder)",
    refusal: null,
    nameRefusal: null,
    ...changes,
  };
}

/**
 * Content of a slot or log record: the number and order of a whole record, or the operation number
 * in each of its sectors.
 */
export type Content =
  | { readonly number: number; readonly order?: number; readonly elapsedNs?: number }
  | { readonly sectors: readonly number[] };

/** A file with these contents of its slots or log records, from the first one on. */
export function places(
  contents: readonly Content[],
  changes: Partial<PowerCutPlaces> = {},
): PowerCutPlaces {
  const column = (of: (whole: { number: number; order?: number; elapsedNs?: number }) => number) =>
    contents.map((content) => ("number" in content ? of(content) : -1));
  return {
    missing: false,
    aroundCache: true,
    fileBytes: contents.length * 4096,
    fault: null,
    numbers: column(({ number }) => number),
    orders: column(({ number, order }) => order ?? number),
    elapsedNs: column(({ number, elapsedNs }) => elapsedNs ?? number * 1000),
    // A witness without delay: its latest time is that of the record itself.
    witnessedNs: column(({ number, elapsedNs }) => elapsedNs ?? number * 1000),
    broken: contents.flatMap((content, place) =>
      "sectors" in content ? [{ place, sectors: [...content.sectors] }] : [],
    ),
    ...changes,
  };
}

export function named(name: string, content: Content): PowerCutNamed {
  return "sectors" in content
    ? { name, number: null, order: 0, elapsedNs: 0, sectors: [...content.sectors] }
    : {
        name,
        number: content.number,
        order: content.order ?? content.number,
        elapsedNs: content.elapsedNs ?? content.number * 1000,
        sectors: [],
      };
}

export function found(
  mode: PowerCutFound["mode"],
  changes: Partial<PowerCutFound> = {},
): PowerCutFound {
  return {
    mode,
    missing: false,
    fault: null,
    slots: places([]),
    log: places([]),
    names: [],
    newest: null,
    ...changes,
  };
}

/**
 * Signs of a power cut: the computer restarted, and the user says that the power button was held
 * down.
 */
export function cutSigns(changes: Partial<CutSigns> = {}): CutSigns {
  return {
    shown: null,
    deed: "power-button",
    computerRestarted: true,
    driveLost: false,
    unsafeShutdowns: null,
    ...changes,
  };
}

/** A result in which everything that was acknowledged is lost. */
export const powerCutResult = () =>
  judgePowerCut({
    os: "linux",
    plan: powerCutPlan,
    modes: [powerCutMode("fsync")],
    acknowledged: { numbers: [{ mode: "fsync", number: 30 }], elapsedNs: null },
    ending: null,
    wasStopped: false,
    cut: cutSigns(),
    othersFlushesPerSecond: null,
    found: [found("fsync", { missing: true })],
    startedAt: powerCutPlan.createdAt,
    finishedAt: powerCutPlan.createdAt,
  });
