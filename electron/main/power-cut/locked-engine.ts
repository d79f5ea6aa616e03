import { sayer } from "#analysis/say";
import { type DriveError, DriveFault, hostError } from "#contract/drive-error";
import type { WordedEvent } from "#contract/engine-messages";
import type { PowerCutPlan } from "#contract/power-cut/test";
import { errorInWords } from "#text/in-words";
import { hostText } from "#text/inspection/host";
import type { statements as leftovers } from "#text/inspection/leftovers";
import type { SpawnEngine } from "../hosts/engine-process";
import { EngineSupervisor, type FinishedEvent } from "../hosts/engine-supervisor";
import { type AcquireLock, sayOfLock } from "../inspection/run-lock";

export interface LockedEngineParts {
  readonly spawnEngine: SpawnEngine;
  /** Takes the run lock. Throws `already-running` if another DriveProof is measuring. */
  readonly acquireLock: AcquireLock;
  readonly stopDeadlineMs?: number | undefined;
}

const say = sayer<typeof leftovers>();

/**
 * Sentence added to the error if the engine host dies: while it writes, that the records stay on
 * the drive; while it reads back, that nothing was changed.
 */
const stays = {
  "power-cut-prepare": say("after-death.records-stay"),
  "power-cut-read-back": say("after-death.nothing-changed"),
} as const;

/** Runs the engine for a plug test, one host at a time and only while the run lock is held. */
export class LockedEngine {
  private usedVersion: string | null = null;
  private supervisor: EngineSupervisor | null = null;
  private stopRequested = false;
  /** If the lock is lost, another DriveProof may run at the same time. */
  private isLockLost = false;

  constructor(private readonly parts: LockedEngineParts) {}

  /** Version of the engine that was used last. */
  get version(): string {
    return this.usedVersion ?? hostText.engineNotLoaded();
  }

  /** Runs the action under the run lock. An earlier `stop()` has no effect on the action. */
  run<T>(action: () => Promise<T>): Promise<T> {
    this.stopRequested = false;
    return this.underLock(action);
  }

  async underLock<T>(action: () => Promise<T>): Promise<T> {
    this.isLockLost = false;
    const release = await this.parts.acquireLock(() => {
      this.isLockLost = true;
      this.supervisor?.stop();
    });
    try {
      return await action();
    } finally {
      release();
    }
  }

  /** Stops the running host, and any host that is started later in the same run. Idempotent. */
  stop(): void {
    this.stopRequested = true;
    this.endHost();
  }

  /** Stops the running host, if any. */
  endHost(): void {
    this.supervisor?.stop();
  }

  send(request: Parameters<EngineSupervisor["send"]>[0]): void {
    this.supervisor?.send(request);
  }

  /** Starts the engine host; resolves with its last event when the process has ended. */
  start(
    type: keyof typeof stays,
    { folder, modes, layout }: PowerCutPlan,
    onEvent: (event: WordedEvent) => void,
  ): Promise<FinishedEvent> {
    const { spawnEngine, stopDeadlineMs } = this.parts;
    const supervisor = new EngineSupervisor(
      { type, folder, modes, layout },
      {
        spawn: spawnEngine,
        onEvent: (event) => {
          if (event.type === "engine") {
            this.usedVersion = event.version;
          } else {
            onEvent(event);
          }
        },
        lookAfterDeath: async () => stays[type],
        stopDeadlineMs,
      },
    );
    this.supervisor = supervisor;
    if (this.stopRequested || this.isLockLost) {
      supervisor.stop();
    }
    return supervisor.ended.then((event) =>
      this.isLockLost ? { ...event, error: event.error ?? lockLost() } : event,
    );
  }
}

function lockLost(): DriveError {
  const said = [sayOfLock("lock.lost"), sayOfLock("lock.power-cut-test-stopped")];
  return errorInWords(hostError("not-testable", said));
}

export function unlessFailed({ error }: FinishedEvent): void {
  if (error) {
    throw new DriveFault(error);
  }
}
