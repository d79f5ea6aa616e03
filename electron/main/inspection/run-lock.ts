import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import path from "node:path";
import { sayer } from "#analysis/say";
import { type DriveError, DriveFault, driveError, hostError } from "#contract/drive-error";
import type { HostEvent } from "#contract/engine-messages";
import type { Statement } from "#contract/statement";
import { errorInWords } from "#text/in-words";
import { alreadyRunning, type statements } from "#text/inspection/run-lock";
import type { SpawnEngine } from "../hosts/engine-process";
import { EngineSupervisor } from "../hosts/engine-supervisor";

export type ReleaseLock = () => void;

/** Takes the run lock; `onLost` is called when it goes before it was released. */
export type AcquireLock = (onLost?: () => void) => Promise<ReleaseLock>;

export const sayOfLock = sayer<typeof statements>();

/** Whether something else of this program is measuring cannot be seen. */
export class LockUnavailable extends DriveFault {
  constructor(readonly why: Statement) {
    super(errorInWords(hostError("not-testable", [why])));
  }
}

/** Where no process can be started, whoever measures waits once more, and longer, to say so. */
const startDeadlineMs = 20_000;

export interface RunLockOptions {
  readonly spawnEngine: SpawnEngine;
  readonly nativeDirectory: string;
  /** Folders to lock, the first that can be had; all of a user's programs must name the same. */
  readonly places?: readonly string[];
  /** How long to wait for another program to give it up. */
  readonly waitMs?: number;
}

/**
 * Lets one inspection or plug test at a time run per user, across windows and command lines: two at
 * once would measure each other. A process of its own holds the lock, which the system takes back
 * whatever ends it. Throws a `DriveFault`: `already-running`, or `LockUnavailable`.
 */
export function acquireRunLock(options: RunLockOptions, onLost?: () => void): Promise<ReleaseLock> {
  return process.platform === "win32" ? listenOnPipe() : holdFolder(options, onLost);
}

function holdFolder(
  options: RunLockOptions,
  onLost: () => void = () => undefined,
): Promise<ReleaseLock> {
  const { spawnEngine, nativeDirectory, places = lockPlaces(), waitMs = 2000 } = options;
  let held: "not-yet" | "held" | "released" = "not-yet";
  return new Promise((resolve, reject) => {
    const supervisor = new EngineSupervisor(
      { type: "hold-lock", nativeDirectory, places: [...places], waitMs },
      {
        spawn: spawnEngine,
        stopDeadlineMs: 0,
        startDeadlineMs,
        onEvent: (event) => {
          if (event.type === "lock" && event.state === "held") {
            held = "held";
            resolve(() => {
              held = "released";
              supervisor.stop();
            });
          } else if (event.type === "lock") {
            reject(event.state === "busy" ? busy() : new LockUnavailable(seenIn(event.refusals)));
          } else if (event.type === "finished" && held === "held") {
            onLost();
          } else if (event.type === "finished") {
            reject(new LockUnavailable(stoppedBy(event.error)));
          }
        },
      },
    );
  });
}

/**
 * Where only this user can put anything, as far as there is such a place; the folder for temporary
 * files, where others can be in the way, comes last.
 */
export function lockPlaces(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  uid = process.getuid?.(),
): string[] {
  const isLinux = process.platform === "linux";
  const runtime = environment.XDG_RUNTIME_DIR ?? "";
  const parents = [
    // As the specification wants it, others are passed over; the holder passes over another user's,
    // as sudo may leave it.
    ...(path.isAbsolute(runtime) ? [runtime] : []),
    // Programs that were started without the variable, by cron or sudo, meet in its usual place.
    ...(isLinux ? [`/run/user/${uid}`] : []),
    ...(isLinux && uid === 0 ? ["/run"] : []),
    path.resolve(tmpdir()),
  ];
  // Not userInfo(), which throws where the system has no entry for the user, as in containers.
  return [...new Set(parents)].map((parent) => path.join(parent, `driveproof-${uid}`));
}

type Refusal = Extract<HostEvent, { type: "lock" }>["refusals"][number];

function seenIn(refusals: readonly Refusal[]): Statement {
  return sayOfLock("lock.needs-folder", {
    places: refusals.map(({ place }) => place),
    reasons: refusals.map(({ reason }) => reason),
  });
}

function stoppedBy(error: DriveError | null): Statement {
  return error === null
    ? sayOfLock("lock.stopped")
    : sayOfLock("lock.unavailable", { reason: error.message });
}

function busy(): DriveFault {
  return new DriveFault(driveError("already-running", alreadyRunning.elsewhere()));
}

/** A named pipe that nobody talks to. */
function listenOnPipe(): Promise<ReleaseLock> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", ({ code = "", message }: NodeJS.ErrnoException) => {
      // libuv says so of a pipe that exists: https://github.com/libuv/libuv/blob/v1.x/src/win/pipe.c
      reject(
        code === "EADDRINUSE"
          ? busy()
          : new LockUnavailable(sayOfLock("lock.unavailable", { reason: `${message}.` })),
      );
    });
    server.listen(`\\\\.\\pipe\\driveproof-${userInfo().username}`, () => {
      server.unref();
      resolve(() => server.close());
    });
  });
}
