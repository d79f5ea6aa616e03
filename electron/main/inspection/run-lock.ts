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

/** Takes the run lock; `onLost` is called if the lock is lost before its release. */
export type AcquireLock = (onLost?: () => void) => Promise<ReleaseLock>;

export const sayOfLock = sayer<typeof statements>();

/** It cannot be determined whether another instance of this program is measuring. */
export class LockUnavailable extends DriveFault {
  constructor(readonly why: Statement) {
    super(errorInWords(hostError("not-testable", [why])));
  }
}

/**
 * Longest wait for the lock's process, in milliseconds, shorter than the engine host's start
 * deadline: if no process can start, the inspection's engine waits again, for longer, and reports
 * the failure.
 */
const startDeadlineMs = 20_000;

export interface RunLockOptions {
  readonly spawnEngine: SpawnEngine;
  /** The first usable folder is locked. Every DriveProof of a user must use the same list. */
  readonly places?: readonly string[];
  /** How long to wait for another program to release the lock, in milliseconds. */
  readonly waitMs?: number;
}

/**
 * Allows one inspection or plug test at a time per user, across windows and command lines: two at
 * once would distort each other. A separate process holds the lock, and the system releases it
 * however that process ends. Resolves with a function that releases the lock; rejects with a
 * `DriveFault`: `already-running`, or `LockUnavailable`.
 */
export function acquireRunLock(options: RunLockOptions, onLost?: () => void): Promise<ReleaseLock> {
  return process.platform === "win32" ? listenOnPipe() : holdFolder(options, onLost);
}

function holdFolder(
  options: RunLockOptions,
  onLost: () => void = () => undefined,
): Promise<ReleaseLock> {
  const { spawnEngine, places = lockPlaces(), waitMs = 2000 } = options;
  let held: "not-yet" | "held" | "released" = "not-yet";
  return new Promise((resolve, reject) => {
    const supervisor = new EngineSupervisor(
      { type: "hold-lock", places: [...places], waitMs },
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
 * Folders that may hold the lock, the preferred one first. Other users cannot write in them, except
 * in the temporary folder, which therefore comes last.
 */
export function lockPlaces(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  uid = process.getuid?.(),
): string[] {
  const isLinux = process.platform === "linux";
  const runtime = environment.XDG_RUNTIME_DIR ?? "";
  const parents = [
    // A relative XDG_RUNTIME_DIR is ignored, as the XDG specification requires. If sudo left
    // another user's folder in it, the process that takes the lock rejects that folder.
    ...(path.isAbsolute(runtime) ? [runtime] : []),
    // The usual value of XDG_RUNTIME_DIR: cron and sudo start programs without the variable.
    ...(isLinux ? [`/run/user/${uid}`] : []),
    ...(isLinux && uid === 0 ? ["/run"] : []),
    path.resolve(tmpdir()),
  ];
  // The folder's name contains the user's number and not the user's name, because userInfo() throws
  // if the system has no entry for the user, as in containers.
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

/**
 * Takes the lock on Windows, where only one process can create a pipe of this name. Connections are
 * closed at once.
 */
function listenOnPipe(): Promise<ReleaseLock> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", ({ code = "", message }: NodeJS.ErrnoException) => {
      // EADDRINUSE means that the pipe exists, so another program holds the lock:
      // https://github.com/libuv/libuv/blob/v1.x/src/win/pipe.c
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
