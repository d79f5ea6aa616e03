import type { Stats } from "node:fs";
import { constants, type FileHandle, lstat, mkdir, open, stat } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { HostError } from "#contract/drive-error";
import type { HostEvent, HostRequest } from "#contract/engine-messages";
import type { NativeEngine } from "#native/index";
import { errorOf } from "./fault";
import { openEngine } from "./open-engine";

type LockRequest = Extract<HostRequest, { type: "hold-lock" }>;
type LockEvent = Extract<HostEvent, { type: "lock" }>;

const pauseMs = 50;
const watchMs = 500;
/**
 * The mode bit S_ISVTX of a folder in which only a file's owner may rename it; Node.js lacks the
 * name.
 */
const stickyBit = 0o1000;

/**
 * Holds the run lock for the parent, which loads no native code: an flock on a folder that belongs
 * to this user alone. This process ends with its parent, and the system then releases the lock.
 */
export class RunLockHolder {
  private markEnded: () => void = () => undefined;
  readonly ended = new Promise<void>((resolve) => {
    this.markEnded = resolve;
  });
  private folder: FileHandle | null = null;
  private watching: NodeJS.Timeout | null = null;

  constructor(
    private readonly request: LockRequest,
    private readonly emit: (event: HostEvent) => void,
    private readonly load?: () => NativeEngine,
  ) {}

  stop(): void {
    void this.letGo();
    this.finish(null);
  }

  /**
   * Takes the lock in the first usable folder, which is the same folder for every process of this
   * user.
   */
  async run(): Promise<void> {
    try {
      const engine = openEngine(this.load);
      const outcome = await this.take(engine);
      this.emit(outcome);
      if (outcome.state !== "held") {
        this.finish(null);
      }
    } catch (cause) {
      this.finish(errorOf(cause));
    }
  }

  private async take(engine: NativeEngine): Promise<LockEvent> {
    const refusals: LockEvent["refusals"] = [];
    for (const place of this.request.places) {
      try {
        const state = (await this.takeIn(place, engine)) ? "held" : "busy";
        return { type: "lock", state, refusals };
      } catch (error) {
        await this.letGo();
        refusals.push({ place, reason: reasonOf(error) });
      }
    }
    return { type: "lock", state: "unavailable", refusals };
  }

  /**
   * Locks this folder; returns false if another process still holds the lock after `waitMs`. This
   * short wait is for a process that is just ending, or only searches for leftover files.
   */
  private async takeIn(place: string, engine: NativeEngine): Promise<boolean> {
    const untilNs = process.hrtime.bigint() + BigInt(this.request.waitMs) * 1_000_000n;
    for (;;) {
      this.folder = await ownFolder(place);
      if (engine.tryLock(this.folder.fd) && (await isStillAt(place, this.folder))) {
        this.watching = setInterval(() => void this.look(place), watchMs);
        return true;
      }
      await this.letGo();
      if (process.hrtime.bigint() >= untilNs) {
        return false;
      }
      await sleep(pauseMs);
    }
  }

  /**
   * Checks that the locked folder still exists. Logging out removes the session's folder, and the
   * next process would create and lock a new one. A lost lock ends this process.
   */
  private async look(place: string): Promise<void> {
    const { folder } = this;
    // A `folder` of `null` was closed during the check: the lock was released, not lost.
    if (folder !== null && !(await isStillAt(place, folder).catch(() => true))) {
      this.stop();
    }
  }

  private async letGo(): Promise<void> {
    const { folder } = this;
    this.folder = null;
    if (this.watching !== null) {
      clearInterval(this.watching);
    }
    await folder?.close();
  }

  private finish(error: HostError | null): void {
    this.emit({ type: "finished", stopped: error === null, error });
    this.markEnded();
  }
}

class NotOurFolder extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

/**
 * Creates the folder if it is missing and returns its open handle. Throws if other users can enter
 * or replace the folder.
 */
async function ownFolder(place: string): Promise<FileHandle> {
  await checkParent(path.dirname(place));
  await mkdir(place, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") {
      throw error;
    }
  });
  checkOurs(await lstat(place)); // lstat's answer explains a refusal better than an error of open
  const folder = await open(place, constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    checkOurs(await folder.stat());
    return folder;
  } catch (error) {
    await folder.close();
    throw error;
  }
}

/**
 * Checks the folder's parent; throws if another user could replace the folder. As ssh requires, the
 * user or root must own the parent, and no other user may rename its entries.
 */
async function checkParent(parent: string): Promise<void> {
  const { uid, mode } = await stat(parent);
  const isSticky = (mode & stickyBit) !== 0;
  if ((uid !== process.geteuid?.() && uid !== 0) || ((mode & 0o022) !== 0 && !isSticky)) {
    throw new NotOurFolder("open-parent");
  }
}

function checkOurs(status: Stats): void {
  if (!status.isDirectory()) {
    throw new NotOurFolder("not-a-folder");
  }
  if (status.uid !== process.geteuid?.()) {
    throw new NotOurFolder("foreign-owner");
  }
  if ((status.mode & 0o077) !== 0) {
    throw new NotOurFolder("open-to-others");
  }
}

/**
 * Whether the locked folder is still at its path. If it was removed, another process would create
 * and lock a new folder at the path.
 */
async function isStillAt(place: string, folder: FileHandle): Promise<boolean> {
  const [held, found] = await Promise.all([
    folder.stat({ bigint: true }),
    lstat(place, { bigint: true }).catch(() => null),
  ]);
  return found?.ino === held.ino && found.dev === held.dev;
}

function reasonOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
