import type { WitnessRequest, WitnessStage, WitnessTicket } from "#contract/power-cut/witness";
import type { SpawnEngine } from "../hosts/engine-process";
import { Witness, type WitnessStatus } from "./witness";

/** After a restart the network, or the stick, takes its time to come. */
const retryIntervalMs = 3000;

export interface MeetingOptions {
  readonly spawn: SpawnEngine<WitnessRequest>;
  readonly ticket: WitnessTicket;
  /** After the restart: meets the witness again, and tries until it is there. */
  readonly resuming: boolean;
  readonly onStatus: (status: WitnessStatus) => void;
  readonly retryIntervalMs?: number;
}

/** The witness of one ticket, met again and again where it is not there at once. */
export class Meeting {
  private witness: Witness;
  private stage: WitnessStage | null = null;
  private retry: NodeJS.Timeout | null = null;
  private closed = false;

  constructor(private readonly options: MeetingOptions) {
    this.witness = this.meet();
  }

  /** The witness as it is at the moment; asking it is always allowed. */
  current(): Witness {
    return this.witness;
  }

  /** Also for the witness that is met next. */
  setStage(stage: WitnessStage): void {
    this.stage = stage;
    this.witness.setStage(stage);
  }

  /** Idempotent; no status comes any more. */
  close(): void {
    this.closed = true;
    if (this.retry) {
      clearTimeout(this.retry);
    }
    this.witness.close();
  }

  private meet(): Witness {
    const { spawn, ticket, resuming } = this.options;
    return new Witness({ spawn, ticket, resuming, onStatus: (status) => this.heard(status) });
  }

  private heard(status: WitnessStatus): void {
    if (this.closed) {
      return;
    }
    this.options.onStatus(status);
    if (status.phase === "failed" && this.options.resuming) {
      this.retry = setTimeout(() => {
        this.witness = this.meet();
        if (this.stage !== null) {
          this.witness.setStage(this.stage);
        }
      }, this.options.retryIntervalMs ?? retryIntervalMs);
    }
  }
}
