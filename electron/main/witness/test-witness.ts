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
import { Meeting } from "./meeting";
import { movedTicket } from "./ticket";
import type { WitnessStatus } from "./witness";

export interface TestWitnessParts {
  readonly spawnWitness: SpawnEngine<WitnessRequest>;
  readonly listVolumes: () => Promise<readonly Volume[]>;
  readonly ticket: () => WitnessTicket | null;
  readonly onStatus: (status: WitnessStatus) => void;
}

/** The witness of one test, wherever it is met, and what it has confirmed of the writing. */
export class TestWitness {
  private meeting: Meeting | null = null;
  private confirmed = new ConfirmedUpTo();

  constructor(private readonly parts: TestWitnessParts) {}

  /** `resuming`: it held numbers before this program was started, or at another address. */
  meet(ticket: WitnessTicket, resuming: boolean): void {
    this.meeting?.close();
    this.meeting = new Meeting({
      spawn: this.parts.spawnWitness,
      ticket,
      resuming,
      onStatus: (status) => {
        this.parts.onStatus(status);
        if (status.fault?.code === "file-missing") {
          void this.lookForFile();
        }
      },
    });
  }

  /** Idempotent. */
  leave(): void {
    this.meeting?.close();
    this.meeting = null;
  }

  setStage(stage: WitnessStage): void {
    this.meeting?.setStage(stage);
  }

  /** Nothing is sent or confirmed yet of a writing that is about to begin. */
  beginAnew(): void {
    this.confirmed = new ConfirmedUpTo();
  }

  acknowledge(current: FlushModeId, numbers: readonly ModeNumber[], elapsedNs: number): void {
    this.meeting?.current().acknowledge(current, numbers, elapsedNs);
    this.confirmed.sent(elapsedNs, numbers);
  }

  /** Up to when the writing is held, in nanoseconds since it began. */
  confirmedBy(held: readonly HeldNumber[]): number {
    return this.confirmed.heard(held);
  }

  /** False when number and check word do not match. */
  async enterTyped(typed: ModeNumber & { readonly checkWord: string }): Promise<boolean> {
    return (await this.meeting?.current().enterTyped(typed)) ?? false;
  }

  /** A stick may come back under another path; the meeting itself tries the old one again. */
  private async lookForFile(): Promise<void> {
    const { meeting } = this;
    const ticket = this.parts.ticket();
    const moved = ticket && (await movedTicket(ticket, await this.parts.listVolumes()));
    if (moved && this.meeting === meeting) {
      this.meet(moved, true);
    }
  }
}
