import type { FlushModeId } from "#contract/flush-mode";
import type {
  WitnessEvent,
  WitnessRequest,
  WitnessStage,
  WitnessTicket,
} from "#contract/power-cut/witness";
import { DriveKeeper } from "./drive-keeper";
import { faultOf } from "./faults";
import type { Keeper, KeeperContext } from "./keeper";
import { LatestWins } from "./latest-wins";
import { WitnessLedger } from "./ledger";
import { PageKeeper } from "./page-keeper";
import { Sealer } from "./seal";

/**
 * Least milliseconds between two updates to or from the witness. A longer time would add to the
 * witness's lag, within which the test cannot see losses.
 */
const updateIntervalMs = 20;
/**
 * Milliseconds between updates to a page, which takes a longer silence for a slow connection; see
 * `slowAfterMs` in witness-page/link.js.
 */
const heartbeatMs = 1000;

type Request<T extends WitnessRequest["type"]> = Extract<WitnessRequest, { type: T }>;

/**
 * The witness of one plug test: keeps the numbers of the saves, knows which of them it has stored
 * safely, and checks the seal (a keyed hash) of each number that a page or a person sends.
 */
export class WitnessHost {
  private readonly ledger = new WitnessLedger(() => performance.now());
  private readonly updates = new LatestWins(updateIntervalMs, () => this.update());
  private readonly reports = new LatestWins(updateIntervalMs, () => this.report());
  private heartbeat: NodeJS.Timeout | null = null;
  private keeper: Keeper | null = null;
  private sealer: Sealer | null = null;
  private stage: WitnessStage = "waiting";
  private current: FlushModeId | null = null;
  private closed = false;

  constructor(private readonly send: (event: WitnessEvent) => void) {}

  handle(request: WitnessRequest): void {
    switch (request.type) {
      case "start":
        void this.start(request);
        return;
      case "acknowledged":
        this.current = request.current;
        for (const number of request.numbers) {
          this.ledger.acknowledge(number, request.elapsedNs);
        }
        this.updates.poke();
        return;
      case "stage":
        this.stage = request.stage;
        this.updates.poke();
        return;
      case "typed":
        this.typed(request);
        return;
    }
  }

  /** Closes the pages' connections. Idempotent. */
  close(): void {
    this.closed = true;
    this.updates.stop();
    this.reports.stop();
    if (this.heartbeat) {
      clearInterval(this.heartbeat);
      this.heartbeat = null;
    }
    this.keeper?.close();
    this.keeper = null;
  }

  private async start({ ticket, resuming, words }: Request<"start">): Promise<void> {
    if (this.sealer) {
      return;
    }
    this.sealer = new Sealer(ticket.secret, ticket.runId);
    if (resuming) {
      this.stage = "returned";
    }
    const fail = (error: unknown) => {
      this.send({ type: "failed", fault: faultOf(error, ticket.place) });
    };
    try {
      const keeper = await this.openKeeper(ticket, resuming, {
        ticket,
        words,
        ledger: this.ledger,
        sealer: this.sealer,
        nowMs: () => performance.now(),
        onChange: () => this.reports.poke(),
        onFailure: fail,
      });
      if (this.closed) {
        keeper.close();
        return;
      }
      this.keeper = keeper;
      this.heartbeat = setInterval(() => this.update(), heartbeatMs);
      this.send({ type: "ready", place: keeper.place, systemCall: keeper.systemCall });
      this.update();
    } catch (error) {
      fail(error);
    }
  }

  private openKeeper(
    { place }: WitnessTicket,
    resuming: boolean,
    context: KeeperContext,
  ): Promise<Keeper> {
    if (place.kind === "page") {
      return PageKeeper.open(place, context, () => ({ stage: this.stage, current: this.current }));
    }
    return resuming ? DriveKeeper.reopen(place, context) : DriveKeeper.create(place, context);
  }

  private typed({ question, mode, number, checkWord }: Request<"typed">): void {
    const accepted = this.sealer?.isCheckWord(mode, number, checkWord) ?? false;
    if (accepted) {
      this.ledger.confirm({ mode, number, elapsedNs: null });
      this.updates.poke();
    }
    this.send({ type: "typed", question, accepted });
  }

  private update(): void {
    this.keeper?.update();
    this.reports.poke();
  }

  private report(): void {
    if (!this.keeper) {
      return;
    }
    this.send({
      type: "progress",
      progress: {
        held: this.ledger.allHeld(),
        connections: this.keeper.connections(),
        confirmationMs: this.ledger.confirmationMs(),
        unconfirmedMs: this.ledger.unconfirmedMs(),
        keeps: this.keeper.keeps(),
      },
    });
  }
}
