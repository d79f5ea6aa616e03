import path from "node:path";
import { sameDrive } from "#analysis/drive-identity";
import { maybeSameVolume } from "#analysis/power-cut/same-drive";
import { DriveFault } from "#contract/drive-error";
import type { GuideRecord } from "#contract/power-cut/state";
import { powerCutFolderName } from "#contract/power-cut/test";
import type { Volume } from "#contract/volume";
import { errorCode } from "../files/error-code";
import { foreignness } from "../files/foreign-folder";
import { isFolder } from "../files/places";
import { nodeSystemAccess, type SystemAccess } from "../volumes/system-access";
import { knock } from "../volumes/testability";
import { NotAnswering, TimeLimit } from "../volumes/time-limit";
import { stateFileIn } from "./files";

export interface FoundFolder {
  /** The folder's present path; `null` if the drive of the test is not connected. */
  readonly folder: string | null;
  /** Names of unreadable volumes, any of which may hold the test. */
  readonly unread: readonly string[];
}

/**
 * Limit for each volume's answer in milliseconds: a hard disk in standby needs up to ten seconds to
 * spin up.
 */
const usualLimits = { system: nodeSystemAccess(), limitMs: 15_000 };

interface Limits {
  readonly system: Pick<SystemAccess, "platform" | "run">;
  readonly limitMs: number;
}

/**
 * Finds the folder of a test after the power cut; the drive may be mounted at another path. If the
 * drive is the right one and its folder is gone, returns the old path, because the loss is a
 * result. Another drive at that path must not count as a loss, even if it looks the same, and an
 * unreadable volume must not end the search.
 */
export async function findPowerCutFolder(
  { volume, state }: GuideRecord,
  mounted: readonly Volume[],
  describeFolder: (directory: string) => Promise<Volume>,
  { system, limitMs }: Limits = usualLimits,
): Promise<FoundFolder> {
  const { folder, testId } = state.plan;
  const limit = new TimeLimit(limitMs);
  const unread = new Set<string>();
  /**
   * The answer to `question`; `null` if the system refuses or does not answer: the volume's name
   * then goes to `unread`.
   */
  const unlessRefused = async <T>(name: string, question: () => Promise<T>) => {
    try {
      return await question();
    } catch (error) {
      if (!isRefusal(error)) {
        throw error;
      }
      unread.add(name);
      return null;
    }
  };
  const ask = <T>(name: string, place: string, question: () => Promise<T>) =>
    unlessRefused(name, () =>
      limit.ask(place, async () => {
        await knock(system, place, limitMs);
        return question();
      }),
    );

  const chosenPath = pathOnVolume(volume);
  const elsewhere = mounted.filter(mayHoldTest).flatMap((candidate) => {
    if (candidate.untestable?.code === "not-testable") {
      unread.add(candidate.name);
      return [];
    }
    // The folder that the user had chosen on the volume is below the new mount point now.
    const sameWay = chosenPath === null ? [] : [path.join(candidate.mountPoint, chosenPath)];
    const places = [candidate.directory, candidate.mountPoint, ...sameWay];
    return places.map((place): Place => ({ name: candidate.name, folder: inside(place) }));
  });
  const seen = new Set<string>();
  for (const place of [{ name: volume.name, folder }, ...elsewhere]) {
    if (seen.has(place.folder)) {
      continue;
    }
    seen.add(place.folder);
    const held = await ask(place.name, place.folder, () => testIn(place.folder));
    if (held?.testId === testId) {
      return { folder: place.folder, unread: [] };
    }
    if (held?.isUnread) {
      unread.add(place.name);
    }
  }
  // No folder has the test's state, but the drive may have lost it: the test's volume may be
  // mounted at the old path.
  const { name, directory } = volume;
  const isHere =
    (await ask(name, directory, () => isFolder(directory))) &&
    // Not through `ask`, whose limit could cut describeFolder short: describeFolder has its own
    // limits, which may be longer.
    (await unlessRefused(name, async () => {
      const there = await describeFolder(directory);
      const isCertain =
        volume.drive.removable === false || sameDrive(there.drive, volume.drive) === true;
      return isCertain && maybeSameVolume(there, volume);
    }));
  return isHere ? { folder, unread: [] } : { folder: null, unread: [...unread] };
}

interface Place {
  readonly name: string;
  readonly folder: string;
}

const inside = (directory: string) => path.join(directory, powerCutFolderName);

/** The path from the mount point to the folder; `null` if the folder is not below it. */
function pathOnVolume({ mountPoint, directory }: Pick<Volume, "mountPoint" | "directory">) {
  const way = path.relative(mountPoint, directory);
  return way.split(path.sep)[0] === ".." || path.isAbsolute(way) ? null : way;
}

/** Skips network volumes, where one lookup can take minutes, and volumes without a drive. */
function mayHoldTest({ untestable, drive }: Volume): boolean {
  const isPseudo = untestable?.statements.some(({ code }) => code === "untestable.no-drive");
  return !isPseudo && drive.kind !== "network" && untestable?.code !== "network-mount";
}

/**
 * Looks for a test in a folder: `testId` is `null` without a test of this user; `isUnread` if the
 * system refused to read.
 */
async function testIn(folder: string): Promise<{ testId: string | null; isUnread: boolean }> {
  if ((await foreignness(folder)) !== null) {
    return { testId: null, isUnread: false };
  }
  const kept = await stateFileIn(folder).look();
  const isRefused =
    kept.kind === "unreadable" &&
    (kept.problem === "no-permission" || kept.problem === "read-error");
  return { testId: kept.kind === "value" ? kept.value.plan.testId : null, isUnread: isRefused };
}

/** Whether the error comes from the system and not from a bug of this program. */
function isRefusal(error: unknown): boolean {
  return error instanceof NotAnswering || error instanceof DriveFault || errorCode(error) !== "";
}
