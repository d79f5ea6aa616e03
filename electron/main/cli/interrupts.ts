import { exitCodes } from "#contract/exit-codes";
import { printable } from "#contract/shown-text";
import { onSignals, type Signals } from "../files/signals";
import { writeLines } from "./terminal-text";

/** What a signal such as Ctrl-C does during one part of a command. */
export interface Interruption {
  /** Asks this part of the command to end; it still reports the results so far. */
  readonly stop: () => void;
  /** Sentence printed after the first signal, for the waiting user; `null`: none. */
  readonly stopping: string | null;
  /** Printed when a second signal ends the program; names the folder in which files may be left. */
  readonly ended: string;
}

export type OnInterrupt = (interruption: Interruption) => void;

/**
 * Longest wait, in milliseconds, for the last line to be written: an unread pipe must not keep the
 * program alive.
 */
const lastLineMs = 200;

export interface InterruptsParts extends Pick<Signals, "onSignal"> {
  readonly endNow: (exitCode: number) => void;
  readonly stderr: NodeJS.WritableStream;
}

/** Handles Ctrl-C and requests to end; until `mean` is called the system's default applies. */
export class Interrupts {
  private current: Interruption | null = null;

  constructor(
    private readonly parts: InterruptsParts,
    private readonly nowMs?: () => number,
  ) {}

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
