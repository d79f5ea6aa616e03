import type { FlushModeId } from "#contract/flush-mode";
import type {
  HeldNumber,
  ModeNumber,
  WitnessRequest,
  WitnessStage,
  WitnessTicket,
} from "#contract/power-cut/witness";
import type { Volume } from "#contract/volume";
import type { SpawnEngine } from "../hosts/engine-process";
import { ConfirmedUpTo } from "./confirmed";
import { movedTicket } from "./ticket";
import { WitnessProcess, type WitnessStatus } from "./witness-process";

/**
 * Pause before the next attempt, in milliseconds: after a restart the network or the stick takes
 * some time to appear.
 */
const usualRetryMs = 3000;

export interface WitnessParts {
  readonly spawnWitness: SpawnEngine<WitnessRequest>;
  readonly listVolumes: () => Promise<readonly Volume[]>;
  readonly ticket: () => WitnessTicket | null;
  readonly onStatus: (status: WitnessStatus) => void;
  readonly retryMs?: number;
}

/** The witness of one plug test, a page or a file, and the record numbers it has confirmed. */
export class Witness {
  private met: WitnessTicket | null = null;
  private process: WitnessProcess | null = null;
  private stage: WitnessStage | null = null;
  private retry: NodeJS.Timeout | undefined;
  private confirmed = new ConfirmedUpTo();

  constructor(private readonly parts: WitnessParts) {}

  /**
   * `resuming`: the witness already holds record numbers, because it was used before this program
   * started or at another address; so a failed connection is retried.
   */
  meet(ticket: WitnessTicket, resuming: boolean): void {
    this.leave();
    this.met = ticket;
    this.start(ticket, resuming);
  }

  /** Disconnects from the witness; no further status is reported. Idempotent. */
  leave(): void {
    clearTimeout(this.retry);
    const { process } = this;
    this.met = null;
    this.process = null;
    this.stage = null;
    process?.close();
  }

  /** Makes the witness show this stage, also in a later process for the same witness. */
  setStage(stage: WitnessStage): void {
    if (this.process !== null) {
      this.stage = stage;
      this.process.setStage(stage);
    }
  }

  /** Forgets what the witness has confirmed; called before the writing begins. */
  beginAnew(): void {
    this.confirmed = new ConfirmedUpTo();
  }

  acknowledge(current: FlushModeId, numbers: readonly ModeNumber[], elapsedNs: number): void {
    this.process?.acknowledge(current, numbers, elapsedNs);
    this.confirmed.sent(elapsedNs, numbers);
  }

  /**
   * The time up to which the witness holds every record, in nanoseconds since the writing began.
   */
  confirmedBy(held: readonly HeldNumber[]): number {
    return this.confirmed.heard(held);
  }

  /** Checks a record number that the user typed; false if number and check word do not match. */
  async enterTyped(typed: ModeNumber & { readonly checkWord: string }): Promise<boolean> {
    return (await this.process?.enterTyped(typed)) ?? false;
  }

  private start(ticket: WitnessTicket, resuming: boolean): void {
    const { spawnWitness, onStatus, retryMs = usualRetryMs } = this.parts;
    const started: WitnessProcess = new WitnessProcess({
      spawn: spawnWitness,
      ticket,
      resuming,
      onStatus: (status) => {
        if (this.process !== started) {
          return;
        }
        onStatus(status);
        if (status.phase === "failed" && resuming) {
          this.retry = setTimeout(() => this.start(ticket, resuming), retryMs);
        }
        if (status.fault?.code === "file-missing") {
          void this.lookForFile();
        }
      },
    });
    this.process = started;
    if (this.stage !== null) {
      started.setStage(this.stage);
    }
  }

  /**
   * Looks for the witness file on all volumes: its stick may be mounted at another path now. The
   * old path is still retried.
   */
  private async lookForFile(): Promise<void> {
    const { met } = this;
    const ticket = this.parts.ticket();
    const moved = ticket && (await movedTicket(ticket, await this.parts.listVolumes()));
    if (moved && this.met === met) {
      this.meet(moved, true);
    }
  }
}
