import { lstat, realpath } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sayer } from "#analysis/say";
import type { HostError } from "#contract/drive-error";
import type { FolderPlace, HostEvent, HostRequest } from "#contract/engine-messages";
import { osErrorClass } from "#contract/os-error";
import type { NativeEngine } from "#native/index";
import type { statements } from "#text/inspection/leftovers";
import { EngineTask } from "./engine-task";
import { HostFault, hostErrorOf, isNativeFault } from "./fault";

export interface Swept {
  readonly removed: number;
  /** Full paths of the leftover files that could not be removed. */
  readonly left: readonly string[];
  /** Full paths of the leftover files that a process holds open, or may hold open. */
  readonly held: readonly string[];
}

/**
 * How long to wait, in milliseconds, for an engine's guardian process: after the engine has died,
 * the guardian may still be removing the engine's files.
 */
const guardiansTimeMs = 2_000;
const lookAgainMs = 100;

/**
 * Removes the files that killed runs left in the folder; resolves with what was removed and what
 * stays. Rejects if the folder cannot be read.
 */
async function search(
  engine: NativeEngine,
  directory: string,
  waitMs = guardiansTimeMs,
): Promise<Swept> {
  const leftovers = await engine.removeLeftovers(directory);
  const pathsOf = (some: typeof leftovers) => some.map(({ name }) => path.join(directory, name));
  const held = leftovers.filter((leftover) => leftover.held);
  const left = leftovers.filter(({ fault }) => fault !== null);
  const removed = leftovers.length - held.length - left.length;
  if (held.length > 0 && waitMs > 0) {
    await sleep(lookAgainMs);
    const later = await search(engine, directory, waitMs - lookAgainMs);
    return { ...later, removed: removed + later.removed };
  }
  return { removed, left: pathsOf(left), held: pathsOf(held) };
}

/** Removes the files that killed runs left in the folder; `null` if the folder cannot be read. */
export function sweep(
  engine: NativeEngine,
  directory: string,
  waitMs?: number,
): Promise<Swept | null> {
  return search(engine, directory, waitMs).catch(() => null);
}

/**
 * Removes leftover files before an inspection; `null` if the folder could not be searched. Throws a
 * `HostFault` if the drive or its file system fails: no later step lists the folder, so none would
 * report this error. No other error ends the inspection: `holdFolder` reports a folder that is
 * missing or unreadable, and a search that fails does not mean that saving fails.
 */
export async function sweepFirst(engine: NativeEngine, directory: string): Promise<Swept | null> {
  try {
    return await search(engine, directory);
  } catch (cause) {
    if (isNativeFault(cause) && ["medium", "damaged", "gone"].includes(osErrorClass(cause.code))) {
      throw new HostFault(hostErrorOf(cause, "preparing"));
    }
    return null;
  }
}

const say = sayer<typeof statements>();

/** The report's warnings about leftover files; empty if none were found. */
export function leftoverWarnings({ removed, left, held }: Swept): HostEvent[] {
  const found = [
    ...(removed > 0 ? [say("leftovers-removed", { count: removed })] : []),
    ...(left.length > 0 ? [say("leftovers-left", { files: left })] : []),
    ...(held.length > 0 ? [say("leftovers-held", { files: held })] : []),
  ];
  return found.map((said) => ({ type: "warning", code: said.code, statements: [said] }));
}

/**
 * The warnings about files that a run left when this error ended it. `swept`: what the search
 * found, `null` if the folder could not be searched. Files found before the run are left out. Main
 * keeps a folder with this warning in its list, so that the program's next start searches it again.
 */
export function warningsAfterError(
  folder: string,
  error: HostError["code"],
  swept: Swept | null,
  foundBefore: Swept | null = null,
): HostEvent[] {
  const filesOf = (found: Swept | null) => (found === null ? [] : [...found.left, ...found.held]);
  const known = filesOf(foundBefore);
  const files = filesOf(swept).filter((file) => !known.includes(file));
  const isUnknown = swept === null && (error === "drive-error" || error === "volume-gone");
  const said = [
    ...(files.length > 0 ? [say("leftovers-left.after-error", { files })] : []),
    ...(isUnknown ? [say("leftovers-left.not-known", { folder })] : []),
  ];
  return said.map((one) => ({ type: "warning", code: "leftovers-left", statements: [one] }));
}

export class LeftoverSweep extends EngineTask<Extract<HostRequest, { type: "sweep" }>> {
  protected async work(engine: NativeEngine): Promise<void> {
    // Search all folders in parallel, so that a drive that hangs delays only the search of its
    // folder.
    await Promise.all(
      this.request.directories.map((directory) => this.sweepOne(engine, directory)),
    );
  }

  private async sweepOne(engine: NativeEngine, directory: string): Promise<void> {
    const place = await placeOf(directory);
    const swept = this.isStopped || place === null ? null : await sweep(engine, directory);
    if (swept && place) {
      const { removed, left, held } = swept;
      this.emit({ type: "swept", directory, place, removed, left: [...left], held: [...held] });
    }
  }
}

/** Identity of the folder at the path; `null` if there is none, or the path is a link. */
async function placeOf(directory: string): Promise<FolderPlace | null> {
  try {
    const { dev, ino } = await lstat(directory, { bigint: true });
    const isDirect = (await realpath(directory)) === path.resolve(directory);
    return isDirect ? { device: String(dev), inode: String(ino) } : null;
  } catch {
    return null;
  }
}
