import { type PlugStep, takeStep } from "../../contract/power-cut-stage";
import type { PlugState } from "../../contract/power-cut-state";

/** Where one plug test stands. Every state is kept durably before anybody hears of it. */
export class PlugSteps {
  constructor(
    public state: PlugState,
    private readonly keep: (state: PlugState) => Promise<void>,
    private readonly listener: { readonly onState?: (state: PlugState) => void },
  ) {}

  async keepFirst(): Promise<void> {
    await this.keep(this.state);
    this.listener.onState?.(this.state);
  }

  async take(step: PlugStep): Promise<PlugState> {
    const next = takeStep(this.state, step);
    await this.keep(next);
    this.state = next;
    this.listener.onState?.(next);
    return next;
  }
}
