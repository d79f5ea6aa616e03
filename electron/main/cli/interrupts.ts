import { exitCodes } from "#contract/exit-codes";
import { onSignals, type Signals } from "../files/signals";
import { printable, writeLines } from "./terminal-text";

/** What a signal does during one part of a command. */
export interface Interruption {
  /** Asks the part to end; it still reports what it has. */
  readonly stop: () => void;
  /** Said with it, for a person who waits; `null`: nothing. */
  readonly stopping: string | null;
  /** Said when a second signal ends the program: where something may be left. */
  readonly ended: string;
}

export type OnInterrupt = (interruption: Interruption) => void;

/** For the last line to leave; a pipe that nobody reads does not keep the program. */
const lastLineMs = 200;

export interface InterruptsParts extends Pick<Signals, "onSignal"> {
  /** Ends the process without waiting for anything. */
  readonly endNow: (exitCode: number) => void;
  readonly stderr: NodeJS.WritableStream;
}

/** Ctrl-C and requests to end a command; before its first part the system's default acts. */
export class Interrupts {
  private current: Interruption | null = null;

  constructor(
    private readonly parts: InterruptsParts,
    private readonly nowMs?: () => number,
  ) {}

  /** From now on a signal means this. */
  readonly mean: OnInterrupt = (interruption) => {
    const isFirst = this.current === null;
    this.current = interruption;
    if (isFirst) {
      const { onSignal } = this.parts;
      onSignals({ onSignal, first: () => this.stop(), again: () => this.end() }, this.nowMs);
    }
  };

  private stop(): void {
    const { stop, stopping } = this.current as Interruption;
    writeLines(this.parts.stderr, stopping === null ? [] : [stopping]);
    stop();
  }

  private end(): void {
    const end = () => this.parts.endNow(exitCodes.stopped);
    setTimeout(end, lastLineMs);
    this.parts.stderr.write(`${printable(this.current?.ended ?? "")}\n`, end);
  }
}
