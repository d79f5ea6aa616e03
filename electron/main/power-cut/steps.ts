import { type PowerCutState, type PowerCutStep, takeStep } from "#contract/power-cut/state";
import type { PowerCutStore } from "./store";

/** Holds a plug test's state, which is saved durably before listeners receive it. */
export class PowerCutSteps {
  constructor(
    public state: PowerCutState,
    private readonly store: Pick<PowerCutStore, "keep">,
    private readonly listener: { readonly onState?: (state: PowerCutState) => void },
  ) {}

  async keepFirst(): Promise<void> {
    await this.store.keep(this.state);
    this.listener.onState?.(this.state);
  }

  async take(step: PowerCutStep): Promise<PowerCutState> {
    const next = takeStep(this.state, step);
    await this.store.keep(next);
    this.state = next;
    this.listener.onState?.(next);
    return next;
  }
}
