import { sayer } from "#analysis/say";
import type { HostEvent } from "#contract/engine-messages";
import type { NativeEngine } from "#native/index";
import type { statements } from "#text/inspection/warnings";

const say = sayer<typeof statements>();

/**
 * The smallest difference of the two clocks that counts as sleep. Reading one clock after the other
 * causes a smaller difference, a real sleep a larger one.
 */
const leastNs = 100e6;

/**
 * Detects interruptions for which the drive is not to blame: the computer slept, or this process
 * was stopped (as by Ctrl-Z) and continued. Observes until `end()`.
 */
export class StandstillSoFar {
  private readonly before: number | null;
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
    return this.sleptNs() > 0 || this.halts > 0;
  }

  /**
   * The report's warnings about sleep and halts; empty if the computer never slept and the process
   * never halted.
   */
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

  /**
   * Time slept, as the difference of two clocks; 0 without sleep, or if the system lacks one of the
   * clocks.
   */
  private sleptNs(): number {
    const now = this.engine.sleptNs();
    const slept = now === null || this.before === null ? 0 : now - this.before;
    return slept >= leastNs ? slept : 0;
  }
}
