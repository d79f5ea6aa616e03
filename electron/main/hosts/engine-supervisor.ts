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
import { errorInWords, eventInWords } from "#text/in-words";
import type { statements } from "#text/inspection/errors";
import type { EngineProcess, HostEnd, SpawnEngine } from "./engine-process";

/** Requests for which a host is started; every other request goes to a running host. */
type StartRequest = Exclude<
  HostRequest,
  { type: "stop" | "sleep-announced" | "power-cut-write" | "power-cut-witnessed" }
>;

export type FinishedEvent = Extract<WordedEvent, { type: "finished" }>;

export interface SupervisorOptions {
  readonly spawn: SpawnEngine;
  readonly onEvent: (event: WordedEvent) => void;
  /** How long a stop may take before the process is killed, in milliseconds. */
  readonly stopDeadlineMs?: number | undefined;
  /** Called before the last event if the host does not end within `stopDeadlineMs` of a stop. */
  readonly onUnanswered?: () => void;
  /** Longest wait for the host's first message, in milliseconds. */
  readonly startDeadlineMs?: number;
  /** Reports, after the host died, which of its files are left. By default nothing is reported. */
  readonly lookAfterDeath?: (() => Promise<Statement>) | undefined;
}

/** How long a stop may take before the process is killed, in milliseconds; see README.md. */
export const stopDeadlineMs = 10_000;

/**
 * Longest wait, in milliseconds, for the first message of a host on a busy computer or behind a
 * virus scanner.
 */
const usualStartDeadlineMs = 60_000;

const say = sayer<typeof statements>();

/**
 * Runs one engine host and turns every way it can end into one last `finished` event: the host's
 * own, or `engine-died` if the process exited without one. A stop sends a request and kills the
 * host after the deadline.
 */
export class EngineSupervisor {
  private markEnded: (event: FinishedEvent) => void = () => undefined;
  /** Resolves with the `finished` event after `onEvent` has received it. */
  readonly ended = new Promise<FinishedEvent>((resolve) => {
    this.markEnded = resolve;
  });
  private readonly process: EngineProcess;
  private finished = false;
  private exiting = false;
  private saidAnything = false;
  private saidItsEnd = false;
  private stopTimer: NodeJS.Timeout | null = null;
  /** Ends a silent host: it hangs for ever inside Node.js if the system refuses it a thread. */
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

  /** Whether the host itself reported its end: it has then removed its files. */
  get endedByItself(): boolean {
    return this.saidItsEnd;
  }

  send(request: HostRequest): void {
    if (!this.finished) {
      this.process.send(request);
    }
  }

  /**
   * Asks the host to stop and kills it after the deadline, because a flush inside the kernel cannot
   * be interrupted. Idempotent.
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
    this.saidAnything = true;
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
    // A host that ends before its first message after a stop or a Ctrl-C was stopped and did not
    // die: a terminal's Ctrl-C also reaches the host, which ignores it only once it runs.
    if (!this.saidAnything && (this.stopping || isInterrupted(code, end))) {
      this.finish({ type: "finished", stopped: true, error: null });
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
    // A host serves only one run; its end releases everything it still holds.
    this.process.kill();
    const worded = { ...event, error: event.error && errorInWords(event.error) };
    this.options.onEvent(worded);
    this.markEnded(worded);
  }
}

/**
 * Exit codes of a process that touched a memory page which its drive could not deliver: SIGBUS on
 * Linux and macOS, and STATUS_IN_PAGE_ERROR on Windows.
 */
const unreachablePageCodes: ReadonlySet<number> = new Set([135, 138, 0xc0000006]);

/** STATUS_CONTROL_C_EXIT: Windows has no signals. */
const ctrlCCode = 0xc000013a;

function isInterrupted(code: number | null, end?: HostEnd): boolean {
  return code === ctrlCCode || ["SIGINT", "SIGTERM", "SIGHUP"].includes(end?.signal ?? "");
}

function notStarted(error: string): HostError {
  return osErrorClass(error) === "limit"
    ? hostError("system-limit", [say("error.host-short-of-resources", { error })])
    : hostError("engine-died", [say("error.host-not-started", { error })]);
}
