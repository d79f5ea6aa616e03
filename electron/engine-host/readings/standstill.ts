import { sayer } from "#analysis/say";
import type { HostEvent } from "#contract/engine-messages";
import type { NativeEngine } from "#native/index";
import type { statements } from "#text/inspection/warnings";

const say = sayer<typeof statements>();

/** Two clocks read one after the other differ by less, and a real sleep lasts longer. */
const leastNs = 100e6;

/**
 * What made a measurement stand still that the drive has no part in: the computer slept, or this
 * process was halted, as by Ctrl-Z, and let go on. Ends with `end()`.
 */
export class StandstillSoFar {
  private readonly before: number | null;
  private halts = 0;
  private readonly goOn = () => {
    this.halts += 1;
  };

  constructor(private readonly engine: Pick<NativeEngine, "sleptNs">) {
    this.before = engine.sleptNs();
    // A process cannot see that it is halted, only that it goes on. Windows has no such signal.
    process.on("SIGCONT", this.goOn);
  }

  get happened(): boolean {
    return this.sleptNs() > 0 || this.halts > 0;
  }

  /** The report's warnings; empty if nothing stood still. */
  warnings(): HostEvent[] {
    const sleptNs = this.sleptNs();
    const said = [
      ...(sleptNs > 0 ? [say("slept", { sleptNs })] : []),
      ...(this.halts > 0 ? [say("halted")] : []),
    ];
    return said.map((one) => ({ type: "warning", code: one.code, statements: [one] }));
  }

  end(): void {
    process.off("SIGCONT", this.goOn);
  }

  /** From the difference between two clocks; 0 if it did not sleep, or the system has no such clock. */
  private sleptNs(): number {
    const now = this.engine.sleptNs();
    const slept = now === null || this.before === null ? 0 : now - this.before;
    return slept >= leastNs ? slept : 0;
  }
}
