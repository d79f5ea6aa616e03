import { sayer } from "#analysis/say";
import type { HostEvent } from "#contract/engine-messages";
import type { NativeEngine } from "#native/index";
import type { statements } from "#text/inspection/warnings";

const say = sayer<typeof statements>();

/**
 * The shortest time that counts as sleep, in nanoseconds. Sleep is the difference of two clocks,
 * which are read one after the other: a smaller difference may come from the reading alone.
 */
const leastNs = 100e6;

/** How often main has passed on that the system announced sleep. */
let announcements = 0;

/** Counts what is measured now as interrupted, even if the engine's clocks show no sleep. */
export function noteSleepAnnounced(): void {
  announcements += 1;
}

/**
 * Detects interruptions for which the drive is not to blame: the computer slept, or this process
 * was stopped (as by Ctrl-Z) and continued. Observes until `end()`.
 */
export class StandstillSoFar {
  private readonly before: number | null;
  private readonly announcedBefore = announcements;
  private halts = 0;
  private readonly goOn = () => {
    this.halts += 1;
  };

  constructor(private readonly engine: Pick<NativeEngine, "sleptNs">) {
    this.before = engine.sleptNs();
    // A stopped process gets SIGCONT when it continues; Windows has no such signal. timeout(1)
    // sends SIGCONT to running processes, too; the warning's text fits both cases.
    process.on("SIGCONT", this.goOn);
  }

  get happened(): boolean {
    return this.sleptNs() > 0 || this.halts > 0 || this.isAnnounced;
  }

  private get isAnnounced(): boolean {
    return announcements > this.announcedBefore;
  }

  /** The report's warnings about sleep and halts; empty if there was neither. */
  warnings(): HostEvent[] {
    const sleptNs = this.sleptNs();
    const said = [
      ...(sleptNs > 0 ? [say("slept", { sleptNs })] : []),
      ...(sleptNs === 0 && this.isAnnounced ? [say("sleep-announced")] : []),
      ...(this.halts > 0 ? [say("halted")] : []),
    ];
    return said.map((one) => ({ type: "warning", code: one.code, statements: [one] }));
  }

  end(): void {
    process.off("SIGCONT", this.goOn);
  }

  /**
   * Time slept, in nanoseconds; 0 without sleep, or if the system lacks one of the two clocks that
   * show sleep.
   */
  private sleptNs(): number {
    const now = this.engine.sleptNs();
    const slept = now === null || this.before === null ? 0 : now - this.before;
    return slept >= leastNs ? slept : 0;
  }
}
