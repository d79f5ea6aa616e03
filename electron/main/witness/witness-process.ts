import { sayer } from "#analysis/say";
import type { FlushModeId } from "#contract/flush-mode";
import {
  type ModeNumber,
  type WitnessEvent,
  type WitnessFault,
  type WitnessHostFault,
  type WitnessProgress,
  type WitnessRequest,
  type WitnessStage,
  type WitnessTicket,
  witnessEventSchema,
} from "#contract/power-cut/witness";
import { type statements, witnessChoice } from "#text/power-cut/witness";
import { tell } from "#text/statements";
import { witnessWords } from "#text/witness-page";
import type { EngineProcess, SpawnEngine } from "../hosts/engine-process";

export interface WitnessStatus {
  readonly phase: "starting" | "ready" | "failed" | "closed";
  /**
   * The address of the witness's page, or its file; the page's port differs from the requested one
   * if that was in use. `null` until the witness is ready.
   */
  readonly place: WitnessTicket["place"] | null;
  /** The system call that makes the lines of a witness file durable; `null` for a page. */
  readonly systemCall: string | null;
  readonly progress: WitnessProgress;
  readonly fault: WitnessFault | null;
}

export const nothingYet: WitnessProgress = {
  held: [],
  connections: 0,
  confirmationMs: null,
  unconfirmedMs: 0,
  keeps: null,
};

const say = sayer<typeof statements>();
/** An error of this program names no system call and no error number. */
const ownFault = { syscall: null, osCode: null } as const;

export interface WitnessProcessOptions {
  readonly spawn: SpawnEngine<WitnessRequest>;
  readonly ticket: WitnessTicket;
  /** Whether to reconnect to the existing witness after a restart, instead of creating one. */
  readonly resuming: boolean;
  /** Called at most about fifty times a second; each status replaces the previous one. */
  readonly onStatus: (status: WitnessStatus) => void;
}

/** One witness host. If it dies, the numbers it had confirmed stay valid. */
export class WitnessProcess {
  private readonly process: EngineProcess<WitnessRequest>;
  private status: WitnessStatus = {
    phase: "starting",
    place: null,
    systemCall: null,
    progress: nothingYet,
    fault: null,
  };
  private questions = 0;
  private readonly answers = new Map<number, (accepted: boolean) => void>();

  constructor(private readonly options: WitnessProcessOptions) {
    this.process = options.spawn();
    this.process.onMessage((message) => this.receive(message));
    this.process.onExit((code) => this.exited(code));
    this.process.send({
      type: "start",
      ticket: options.ticket,
      resuming: options.resuming,
      words: witnessWords(),
    });
  }

  current(): WitnessStatus {
    return this.status;
  }

  /** Sends numbers whose flush had returned by this time of the test; each mode's highest counts. */
  acknowledge(current: FlushModeId, numbers: readonly ModeNumber[], elapsedNs: number): void {
    this.ask({ type: "acknowledged", current, numbers: [...numbers], elapsedNs });
  }

  setStage(stage: WitnessStage): void {
    this.ask({ type: "stage", stage });
  }

  /** Checks a number that the user read off the page; false if its check word does not match. */
  enterTyped(typed: ModeNumber & { readonly checkWord: string }): Promise<boolean> {
    if (!this.isRunning) {
      return Promise.resolve(false);
    }
    this.questions += 1;
    const question = this.questions;
    return new Promise((resolve) => {
      this.answers.set(question, resolve);
      this.ask({ type: "typed", question, ...typed });
    });
  }

  /** Frees the page's address; the numbers stay stored in the browser. Idempotent. */
  close(): void {
    if (this.status.phase !== "closed") {
      this.end({ phase: "closed" });
    }
  }

  private get isRunning(): boolean {
    return this.status.phase === "starting" || this.status.phase === "ready";
  }

  private ask(request: WitnessRequest): void {
    if (this.isRunning) {
      this.process.send(request);
    }
  }

  private receive(message: unknown): void {
    if (!this.isRunning) {
      return;
    }
    const event = witnessEventSchema.safeParse(message);
    if (event.success) {
      this.apply(event.data);
    } else {
      this.fail({ ...ownFault, code: "internal", statement: say("witness.senseless-message") });
    }
  }

  private apply(event: WitnessEvent): void {
    switch (event.type) {
      case "ready":
        this.set({ phase: "ready", place: event.place, systemCall: whatRan(event.systemCall) });
        return;
      case "progress":
        this.set({ progress: event.progress });
        return;
      case "typed":
        this.answers.get(event.question)?.(event.accepted);
        this.answers.delete(event.question);
        return;
      case "failed":
        this.fail(event.fault);
        return;
    }
  }

  private exited(code: number | null): void {
    if (this.isRunning) {
      const statement =
        code === null ? say("witness.killed") : say("witness.ended", { exitCode: code });
      this.fail({ ...ownFault, code: "host-died", statement });
    }
  }

  private fail({ statement, ...fault }: WitnessHostFault): void {
    this.end({ phase: "failed", fault: { ...fault, message: tell(statement) } });
  }

  private end(changes: Partial<WitnessStatus>): void {
    this.set({ ...changes, progress: { ...this.status.progress, connections: 0 } });
    for (const answer of this.answers.values()) {
      answer(false);
    }
    this.answers.clear();
    this.process.kill();
  }

  private set(changes: Partial<WitnessStatus>): void {
    this.status = { ...this.status, ...changes };
    this.options.onStatus(this.status);
  }
}

/**
 * The system call that ran, as far as known: libuv silently uses a weaker call if the file system
 * refuses F_FULLFSYNC.
 */
function whatRan(systemCall: string | null): string | null {
  return systemCall?.includes("F_FULLFSYNC")
    ? witnessChoice.orWeakerCall({ systemCall })
    : systemCall;
}
