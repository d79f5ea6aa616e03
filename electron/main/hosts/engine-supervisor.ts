import { sayer } from "#analysis/say";
import { type HostError, hostError } from "#contract/drive-error";
import {
  type HostEvent,
  type HostRequest,
  hostEventSchema,
  type WordedEvent,
} from "#contract/engine-messages";
import { osErrorClass } from "#contract/os-error";
import type { Statement } from "#contract/statement";
import { eventInWords } from "#text/in-words";
import type { statements } from "#text/inspection/errors";
import type { EngineProcess, HostEnd, SpawnEngine } from "./engine-process";

/** What a host is started for; the other requests only mean something to one that runs. */
type StartRequest = Exclude<
  HostRequest,
  { type: "stop" | "power-cut-write" | "power-cut-witnessed" }
>;

export interface SupervisorOptions {
  readonly spawn: SpawnEngine;
  readonly onEvent: (event: WordedEvent) => void;
  /** How long a stop may take before the process is ended. */
  readonly stopDeadlineMs?: number;
  /** Called before the last event when a stop was not answered within that time. */
  readonly onUnanswered?: () => void;
  /** How long the host may take until its first word. */
  readonly startDeadlineMs?: number;
  /** After the host died: what is left of its files; nothing is said by default. */
  readonly lookAfterDeath?: () => Promise<Statement>;
}

/** How long a stop may take before the process is ended, by default; see README.md. */
export const stopDeadlineMs = 10_000;

/** A computer that is busy, or looks for viruses, takes its time. */
const usualStartDeadlineMs = 60_000;

const say = sayer<typeof statements>();

/**
 * Runs one engine host and turns every way it can end into one last `finished` event: its own,
 * or `engine-died` when the process went away without one. Asks first, waits, then kills.
 */
export class EngineSupervisor {
  private readonly process: EngineProcess;
  private finished = false;
  private exiting = false;
  private saidItsEnd = false;
  private stopTimer: NodeJS.Timeout | null = null;
  /** Node.js itself can wait for ever for a thread that the system does not give it. */
  private readonly startTimer: NodeJS.Timeout;
  private stopping = false;

  constructor(
    request: StartRequest,
    private readonly options: SupervisorOptions,
  ) {
    this.process = options.spawn();
    this.process.onMessage((message) => this.receive(message));
    this.process.onExit((code, end) => void this.exited(code, end));
    this.process.send(request);
    this.startTimer = setTimeout(
      () => this.fail(hostError("engine-died", [say("error.host-silent")])),
      options.startDeadlineMs ?? usualStartDeadlineMs,
    );
  }

  /** The host itself said that it has ended, and so taken its files with it. */
  get endedByItself(): boolean {
    return this.saidItsEnd;
  }

  /** Tells the running host something more. */
  send(request: HostRequest): void {
    if (!this.finished) {
      this.process.send(request);
    }
  }

  /**
   * Idempotent. A flush the kernel is inside of cannot be interrupted, so after the deadline the
   * process is killed.
   */
  stop(): void {
    if (this.finished || this.stopping) {
      return;
    }
    this.stopping = true;
    this.process.send({ type: "stop" });
    this.stopTimer = setTimeout(() => {
      this.options.onUnanswered?.();
      this.finish({ type: "finished", stopped: true, error: null });
    }, this.options.stopDeadlineMs ?? stopDeadlineMs);
  }

  private receive(message: unknown): void {
    if (this.finished) {
      return;
    }
    clearTimeout(this.startTimer);
    const event = hostEventSchema.safeParse(message);
    if (!event.success) {
      this.fail(hostError("internal", [say("error.senseless-message")]));
    } else if (event.data.type === "finished") {
      this.saidItsEnd = true;
      this.finish(event.data);
    } else {
      this.options.onEvent(eventInWords(event.data));
    }
  }

  private async exited(code: number | null, end?: HostEnd): Promise<void> {
    if (this.finished || this.exiting) {
      return;
    }
    this.exiting = true;
    if (end?.refusal) {
      this.fail(notStarted(end.refusal));
      return;
    }
    const { lookAfterDeath } = this.options;
    const left = lookAfterDeath ? [await lookAfterDeath()] : [];
    if (this.finished) {
      return;
    }
    if (end?.signal === "SIGBUS" || (code !== null && unreachablePageCodes.has(code))) {
      this.fail(hostError("unclear", [say("error.host-page-unreachable"), ...left]));
    } else {
      const how =
        code === null
          ? say("error.host-killed", { signal: end?.signal ?? null })
          : say("error.host-ended", { exitCode: code });
      this.fail(hostError("engine-died", [how, ...left]));
    }
  }

  private fail(error: HostError): void {
    this.finish({ type: "finished", stopped: false, error });
  }

  private finish(event: Extract<HostEvent, { type: "finished" }>): void {
    this.finished = true;
    clearTimeout(this.startTimer);
    if (this.stopTimer) {
      clearTimeout(this.stopTimer);
    }
    // One host, one run: whatever it still holds goes with the process.
    this.process.kill();
    this.options.onEvent(eventInWords(event));
  }
}

/** SIGBUS of Linux and of macOS as exit codes, and STATUS_IN_PAGE_ERROR of Windows. */
const unreachablePageCodes: ReadonlySet<number> = new Set([135, 138, 0xc0000006]);

function notStarted(error: string): HostError {
  return osErrorClass(error) === "limit"
    ? hostError("system-limit", [say("error.host-short-of-resources", { error })])
    : hostError("engine-died", [say("error.host-not-started", { error })]);
}
