import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { beforeEach } from "vitest";
import { judgePowerCut } from "#analysis/power-cut";
import { type FlushModeId, operatingSystemOf } from "#contract/flush-mode";
import { powerCutFoundSchema } from "#contract/power-cut/state";
import { type PowerCutLayout, powerCutLayout } from "#contract/power-cut/test";
import type {
  NativePowerCutFiles,
  NativePowerCutPrepared,
  NativePowerCutReadBack,
  NativePowerCutSnapshot,
} from "#native/index";
import { refusalWords } from "../../electron/engine-host/fault";
import { messageOf } from "../../electron/engine-host/power-cut/test";
import { folderOfEach, makeTestDirectory } from "./folders";
import { engine, until } from "./native-engine";
import { cutSigns, powerCutPlan } from "./sample-power-cut-test";

export const os = operatingSystemOf(process.platform);
export const plainModes: readonly FlushModeId[] =
  os === "windows" ? ["none", "flush_file_buffers"] : ["none", "fsync"];

/**
 * A plug test's layout with fewer slots and files than in a real plug test, and without pauses
 * between operations.
 */
export const quickLayout: PowerCutLayout = {
  ...powerCutLayout(20_261_121),
  slotCount: 61,
  slotStride: 38,
  logRecords: 200,
  namesEvery: 16,
  nameLimit: 30,
  turnOperations: 40,
  // The control (a mode that waits for nothing) gets as many operations as a single other mode, so
  // that neither its log nor its file names run out first.
  controlEvery: 2,
  paceNs: 0,
};

/**
 * Getter of a plug test's folder for each test. By the folder's name the libraries of
 * tests/native/cpp recognize its files.
 */
export function plugFolderOfEach(): () => string {
  const parent = folderOfEach(makeTestDirectory);
  const folder = () => join(parent(), ".driveproof-native-test");
  beforeEach(() => void mkdirSync(folder()));
  return folder;
}

export interface Run {
  readonly files: NativePowerCutFiles;
  readonly prepared: NativePowerCutPrepared;
  readonly acknowledged: readonly number[];
  readonly longestNs?: number;
}

/**
 * Writes until each mode has acknowledged `number` operations; calls `look` with every snapshot.
 */
export async function writeUpTo(
  number: number,
  directory: string,
  modes: readonly FlushModeId[] = plainModes,
  layout: PowerCutLayout = quickLayout,
  look: (snapshot: NativePowerCutSnapshot) => void = () => undefined,
): Promise<Run> {
  const folder = join(directory, "plug");
  mkdirSync(folder);
  const files = { folder, modes, ...layout };
  const session = engine.openPowerCutSession();
  try {
    const prepared = await session.prepare(files);
    const running = session.run();
    await until(`every mode is at ${number}`, () => {
      const snapshot = session.snapshot();
      look(snapshot);
      return snapshot.acknowledged.every(
        (reached, place) => reached >= number || isRefused(prepared, place),
      );
    });
    session.stop();
    const { acknowledged, longestNs } = await running;
    return { files, prepared, acknowledged, longestNs };
  } finally {
    await session.close();
  }
}

export async function readBack(files: NativePowerCutFiles): Promise<NativePowerCutReadBack> {
  const session = engine.openPowerCutSession();
  try {
    return await session.readBack(files);
  } finally {
    await session.close();
  }
}

/** Reads the plug test's files back and judges them as if the computer had been restarted. */
export async function judgeRun({ files, prepared, acknowledged }: Run) {
  const found = messageOf(await readBack(files)).map((mode) => powerCutFoundSchema.parse(mode));
  const result = judgePowerCut({
    os,
    plan: { ...powerCutPlan, folder: files.folder, modes: [...files.modes], layout: files },
    modes: prepared.modes.map(({ refusal, nameRefusal, ...mode }) => ({
      ...mode,
      refusal: refusalWords(refusal),
      nameRefusal: refusalWords(nameRefusal),
    })),
    acknowledged: {
      numbers: files.modes.flatMap((mode, place) => {
        const number = acknowledged[place] ?? 0;
        return number > 0 ? [{ mode, number }] : [];
      }),
      elapsedNs: null,
    },
    ending: null,
    wasStopped: false,
    cut: cutSigns(),
    othersFlushesPerSecond: null,
    found,
    startedAt: powerCutPlan.createdAt,
    finishedAt: powerCutPlan.createdAt,
  });
  return { found, result };
}

function isRefused({ modes }: NativePowerCutPrepared, place: number): boolean {
  return modes[place]?.refusal !== null;
}
