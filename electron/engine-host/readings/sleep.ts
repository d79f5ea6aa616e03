import { sayer } from "#analysis/say";
import type { HostEvent } from "#contract/engine-messages";
import type { NativeEngine } from "#native/index";
import type { statements } from "#text/inspection/warnings";

const say = sayer<typeof statements>();

/** Clocks that are read one after the other differ by less, and nobody wakes a computer so soon. */
const leastNs = 100e6;

/** How long the computer sleeps from now on, by its own clocks. */
export class SleepSoFar {
  private readonly before: number | null;

  constructor(private readonly engine: Pick<NativeEngine, "sleptNs">) {
    this.before = engine.sleptNs();
  }

  /** 0 where it did not sleep, or the system does not tell. */
  ns(): number {
    const now = this.engine.sleptNs();
    const slept = now === null || this.before === null ? 0 : now - this.before;
    return slept >= leastNs ? slept : 0;
  }

  /** What a report says of it; nothing where the computer stayed awake. */
  warnings(): HostEvent[] {
    const sleptNs = this.ns();
    const said = sleptNs > 0 ? [say("slept", { sleptNs })] : [];
    return said.map(({ code }) => ({ type: "warning", code, statements: said }));
  }
}
