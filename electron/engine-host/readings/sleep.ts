import { sayer } from "#analysis/say";
import type { HostEvent } from "#contract/engine-messages";
import type { NativeEngine } from "#native/index";
import type { statements } from "#text/inspection/warnings";

const say = sayer<typeof statements>();

/** Two clocks read one after the other differ by less, and a real sleep lasts longer. */
const leastNs = 100e6;

/** How long the computer has slept since construction, from the difference between its clocks. */
export class SleepSoFar {
  private readonly before: number | null;

  constructor(private readonly engine: Pick<NativeEngine, "sleptNs">) {
    this.before = engine.sleptNs();
  }

  /** 0 if it did not sleep, or the system has no such clock. */
  ns(): number {
    const now = this.engine.sleptNs();
    const slept = now === null || this.before === null ? 0 : now - this.before;
    return slept >= leastNs ? slept : 0;
  }

  /** The report's warning about sleep; empty if the computer stayed awake. */
  warnings(): HostEvent[] {
    const sleptNs = this.ns();
    const said = sleptNs > 0 ? [say("slept", { sleptNs })] : [];
    return said.map(({ code }) => ({ type: "warning", code, statements: said }));
  }
}
